/* SPDX-License-Identifier: MIT */
#include "workload/generators.h"
#include "chess/search.h"

#include <string.h>

/* For each piece: a search queries at most the 30 sliders of both sides, those of the side to move
 * a second time, and the king's lines three times. */
enum { MAX_LOOKUPS_AFTER_MOVE = 48, MAX_CHANGES_BEFORE_MOVE = 255 };

/* A move: squares that change between empty and occupied, and the lookups that follow. */
struct replay_move {
    unsigned changes, lookups[BOTH]; /* numbers of squares */
    uint8_t changed[MAX_CHANGES_BEFORE_MOVE], square[BOTH][MAX_LOOKUPS_AFTER_MOVE];
};

struct replay_writer {
    struct list *list;
    size_t lookups;        /* written so far */
    uint8_t *begin, *next; /* of the current script */
    unsigned unmade;       /* groups in it */
};

enum { MAX_CHANGES = 4 }; /* castling: king and rook leave, king and rook arrive */

/* Allocates an empty list of games, with room for `games` games, `moves` moves in all of them
 * together, and `lookups` lookups after each move. */
static void replay_allocate(struct list *list, size_t games, size_t moves, size_t lookups)
{
    struct game_list *g = &list->games;
    size_t bytes_per_move = MOVE_HEADER + lookups + 2 * MAX_CHANGES + 1; /* made and unmade */
    list->n = 0;
    list->occupied = list_allocate(moves, sizeof *list->occupied);
    g->script = list_allocate(games * SCRIPT_HEADER + moves * bytes_per_move, 1);
    g->script_at = list_allocate(games + 1, sizeof *g->script_at);
    g->moves_before = list_allocate(games + 1, sizeof *g->moves_before);
    g->starts = list_allocate(games, sizeof *g->starts);
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

/* Append a script: its beginning; each move, with the occupancy after it; groups of squares that
 * change back; its end. */
static void replay_begin(struct replay_writer *writer, const struct position *start)
{
    struct list *list = writer->list;
    struct game_list *games = &list->games;
    games->starts[list->n] = position_occupied(start);
    games->moves_before[list->n + 1] = games->moves_before[list->n];
    writer->begin = games->script + games->script_at[list->n];
    writer->next = writer->begin + SCRIPT_HEADER;
    writer->unmade = 0;
    writer->begin[SCRIPT_SQUARE] =
        (uint8_t)lowest_square(start->pieces[KING] & start->colours[start->side]);
}

static void replay_put_move(struct replay_writer *writer, const struct replay_move *move,
                            bitboard occupied)
{
    struct list *list = writer->list;
    uint8_t *header = writer->next;
    list->occupied[list->games.moves_before[list->n + 1]++] = occupied;
    header[MOVE_CHANGES] = (uint8_t)move->changes;
    writer->next += MOVE_HEADER;
    put_squares(writer, move->changed, move->changes);
    for (enum piece piece = ROOK; piece <= QUEEN; piece++) {
        header[MOVE_LOOKUPS + piece] = (uint8_t)move->lookups[piece];
        put_squares(writer, move->square[piece], move->lookups[piece]);
        writer->lookups += move->lookups[piece];
    }
}

static void replay_put_unmade(struct replay_writer *writer, const struct replay_move *changes)
{
    *writer->next++ = (uint8_t)changes->changes;
    put_squares(writer, changes->changed, changes->changes);
    writer->unmade++;
}

static void replay_end(struct replay_writer *writer)
{
    struct list *list = writer->list;
    put_number(writer->begin + SCRIPT_MOVES, list_steps(list, list->n, list->n + 1));
    put_number(writer->begin + SCRIPT_UNMADE, writer->unmade);
    list->n++;
    list->games.script_at[list->n] = (size_t)(writer->next - list->games.script);
}

unsigned replay_end_square(const struct list *list, size_t game)
{
    return list->games.script[list->games.script_at[game] + SCRIPT_SQUARE];
}

struct replay_walk replay_walk_of(const struct list *list, size_t game)
{
    const struct game_list *games = &list->games;
    return (struct replay_walk){.piece = QUEEN,
                                .after = list->occupied + games->moves_before[game],
                                .end = list->occupied + games->moves_before[game + 1],
                                .next = games->script + games->script_at[game] + SCRIPT_HEADER};
}

bool replay_next(struct replay_walk *walk)
{
    while (!walk->left) {
        if (walk->piece == QUEEN) {
            if (walk->after == walk->end)
                return false;
            walk->occupied = *walk->after++;
            walk->counts = walk->next;
            walk->next += MOVE_HEADER + walk->counts[MOVE_CHANGES];
            walk->piece = ROOK;
        } else
            walk->piece++;
        walk->left = walk->counts[MOVE_LOOKUPS + walk->piece];
    }
    walk->left--;
    walk->square = *walk->next++;
    return true;
}

/* ---- lists of scripts ---- */

static void add_changes(struct replay_move *move, bitboard squares)
{
    for (; squares; squares &= squares - 1)
        move->changed[move->changes++] = (uint8_t)lowest_square(squares);
}

static void add_lookup(struct replay_move *move, enum piece piece, unsigned square)
{
    move->square[piece][move->lookups[piece]++] = (uint8_t)square;
}

static void put_game_move(struct replay_writer *writer, const struct position *p, bitboard before)
{
    struct replay_move move = {.changes = 0};
    add_changes(&move, position_occupied(p) ^ before);
    for (enum piece piece = ROOK; piece <= QUEEN; piece++)
        for (bitboard own = p->colours[p->side] & p->pieces[piece]; own; own &= own - 1)
            add_lookup(&move, piece, lowest_square(own));
    replay_put_move(writer, &move, position_occupied(p));
}

/* A game has at most MAX_PLIES moves (chess/pgn.h). */
static void put_game(struct replay_writer *writer, const struct game *game)
{
    const struct game_list *games = &writer->list->games;
    const bitboard *start = &games->starts[writer->list->n],
                   *after = writer->list->occupied + games->moves_before[writer->list->n];
    struct position p = game->start;
    replay_begin(writer, &p);
    for (size_t ply = 0; ply < game->plies; ply++) {
        make_move(&p, game->moves[ply]);
        put_game_move(writer, &p, ply ? after[ply - 1] : *start);
    }
    for (size_t ply = game->plies; ply-- > 0;) {
        struct replay_move back = {.changes = 0};
        add_changes(&back, after[ply] ^ (ply ? after[ply - 1] : *start));
        replay_put_unmade(writer, &back);
    }
    replay_end(writer);
}

static void put_games(struct replay_writer *writer, const struct corpus *corpus, size_t wanted)
{
    enum { SLIDERS = 15 }; /* all pieces of a side but the king */
    size_t games = corpus->game_count;
    replay_allocate(writer->list, games, corpus->position_count - games, SLIDERS);
    for (size_t i = 0; i < games && writer->lookups < wanted; i++)
        put_game(writer, &corpus->games[i]);
}

enum { MOVES_PER_ROOT = 128, LOOKUPS_PER_ROOT = 1024 /* about */ };

struct script_recorder {
    struct replay_writer writer;
    struct replay_move move; /* being recorded: changes since the last move, and lookups */
    bitboard occupied;       /* of the board in the search */
    bool made;               /* whether `move` has been made; else only others were unmade */
    unsigned moves;          /* of this search */
};

static bool record_lookup(void *context, enum piece piece, unsigned square, bitboard occupied)
{
    struct script_recorder *r = context;
    if (r->made && occupied == r->occupied)
        add_lookup(&r->move, piece, square);
    return true;
}

/* At most some 75 plies are unmade at once, 45 of them with quiet moves: 160 changes. */
static bool record_move(void *context, const struct position *position, bool made)
{
    struct script_recorder *r = context;
    if (made && r->moves == MOVES_PER_ROOT)
        return false; /* to unmake it will change nothing */
    if (r->made) {
        replay_put_move(&r->writer, &r->move, r->occupied);
        r->move = (struct replay_move){.changes = 0};
    }
    add_changes(&r->move, position_occupied(position) ^ r->occupied);
    r->occupied = position_occupied(position);
    r->made = made;
    r->moves += made;
    return true;
}

static void put_search(struct replay_writer *writer, struct position *root)
{
    struct script_recorder r = {.writer = *writer, .occupied = position_occupied(root)};
    replay_begin(&r.writer, root);
    search(root, SEARCH_DEPTH, &(struct search_observer){record_lookup, record_move, &r});
    replay_put_unmade(&r.writer, &r.move);
    replay_end(&r.writer);
    *writer = r.writer;
}

static void put_searches(struct replay_writer *writer, const struct corpus *corpus, size_t wanted)
{
    size_t roots = wanted / LOOKUPS_PER_ROOT + 1;
    struct corpus_walk walk = corpus_roots(corpus, roots);
    replay_allocate(writer->list, 2 * roots, 2 * roots * MOVES_PER_ROOT, MAX_LOOKUPS_AFTER_MOVE);
    while (writer->lookups < wanted && corpus_next(&walk))
        put_search(writer, &walk.position);
}

size_t replay_list_fill(struct list *list, const struct corpus *corpus)
{
    struct replay_writer writer = {.list = list};
    if (list->spec.kind == WORKLOAD_SEARCH)
        put_searches(&writer, corpus, list->n);
    else
        put_games(&writer, corpus, list->n);
    size_t moves = list_steps(list, 0, list->n);
    list->distinct = list->n;
    list->mean_lookups = moves ? (double)writer.lookups / (double)moves : 0;
    return writer.lookups;
}
