/* SPDX-License-Identifier: MIT */
#include "workload/replay_script.h"
#include "workload/list_memory.h"

#include <string.h>

enum { /* bytes of a script */
       END_SQUARE = 0,
       MOVES = 1,       /* two bytes                      */
       UNMADE = 3,      /* two bytes                      */
       GAME_HEADER = 5, /* bytes before the first move    */
       CHANGES = 0,
       LOOKUPS = 1,     /* of rooks; of bishops and queens in the next two bytes */
       MOVE_HEADER = 4, /* bytes before the changed squares                      */
};

enum { MAX_CHANGES = 4 }; /* castling: king and rook leave, king and rook arrive */

bool replay_allocate(struct list *list, size_t games, size_t moves, size_t lookups)
{
    struct game_list *g = &list->games;
    size_t bytes_per_move = MOVE_HEADER + lookups + 2 * MAX_CHANGES + 1; /* made and unmade */
    list->n = 0;
    list->occupied = list_allocate(moves, sizeof *list->occupied);
    g->script = list_allocate(games * GAME_HEADER + moves * bytes_per_move, 1);
    g->script_at = list_allocate(games + 1, sizeof *g->script_at);
    g->moves_before = list_allocate(games + 1, sizeof *g->moves_before);
    g->starts = list_allocate(games, sizeof *g->starts);
    return list->occupied && g->script && g->script_at && g->moves_before && g->starts;
}

static void put_squares(struct replay_writer *writer, const uint8_t *squares, unsigned n)
{
    memcpy(writer->next, squares, n);
    writer->next += n;
}

static void put_number(uint8_t *out, size_t number)
{
    out[0] = (uint8_t)number;
    out[1] = (uint8_t)(number >> 8);
}

void replay_begin(struct replay_writer *writer, const struct position *start)
{
    struct list *list = writer->list;
    struct game_list *games = &list->games;
    games->starts[list->n] = position_occupied(start);
    games->moves_before[list->n + 1] = games->moves_before[list->n];
    writer->begin = games->script + games->script_at[list->n];
    writer->next = writer->begin + GAME_HEADER;
    writer->unmade = 0;
    writer->begin[END_SQUARE] =
        (uint8_t)__builtin_ctzll(start->pieces[KING] & start->colours[start->side]);
}

void replay_put_move(struct replay_writer *writer, const struct replay_move *move,
                     bitboard occupied)
{
    struct list *list = writer->list;
    uint8_t *header = writer->next;
    list->occupied[list->games.moves_before[list->n + 1]++] = occupied;
    header[CHANGES] = (uint8_t)move->changes;
    writer->next += MOVE_HEADER;
    put_squares(writer, move->changed, move->changes);
    for (enum piece piece = ROOK; piece <= QUEEN; piece++) {
        header[LOOKUPS + piece] = (uint8_t)move->lookups[piece];
        put_squares(writer, move->square[piece], move->lookups[piece]);
        writer->lookups += move->lookups[piece];
    }
}

void replay_put_unmade(struct replay_writer *writer, const struct replay_move *changes)
{
    *writer->next++ = (uint8_t)changes->changes;
    put_squares(writer, changes->changed, changes->changes);
    writer->unmade++;
}

void replay_end(struct replay_writer *writer)
{
    struct list *list = writer->list;
    put_number(writer->begin + MOVES, list_steps(list, list->n, list->n + 1));
    put_number(writer->begin + UNMADE, writer->unmade);
    list->n++;
    list->games.script_at[list->n] = (size_t)(writer->next - list->games.script);
}

unsigned replay_end_square(const struct list *list, size_t game)
{
    return list->games.script[list->games.script_at[game] + END_SQUARE];
}

struct replay_walk replay_walk_of(const struct list *list, size_t game)
{
    const struct game_list *games = &list->games;
    return (struct replay_walk){.piece = QUEEN,
                                .after = list->occupied + games->moves_before[game],
                                .end = list->occupied + games->moves_before[game + 1],
                                .next = games->script + games->script_at[game] + GAME_HEADER};
}

bool replay_next(struct replay_walk *walk)
{
    while (!walk->left) {
        if (walk->piece == QUEEN) {
            if (walk->after == walk->end)
                return false;
            walk->occupied = *walk->after++;
            walk->counts = walk->next;
            walk->next += MOVE_HEADER + walk->counts[CHANGES];
            walk->piece = ROOK;
        } else
            walk->piece++;
        walk->left = walk->counts[LOOKUPS + walk->piece];
    }
    walk->left--;
    walk->square = *walk->next++;
    return true;
}
