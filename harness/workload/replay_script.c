/* SPDX-License-Identifier: MIT */
#include "workload/replay_script.h"
#include "workload/list_memory.h"

enum { /* bytes of a script */
       END_SQUARE = 0,
       MOVES_LOW = 1,
       MOVES_HIGH = 2,
       GAME_HEADER = 3, /* bytes before the first move */
       CHANGES = 0,
       LOOKUPS = 1,     /* of rooks; of bishops and queens in the next two bytes */
       MOVE_HEADER = 4, /* bytes before the changed squares                      */
};

enum {
    MAX_CHANGES = 4,  /* castling: king and rook leave, king and rook arrive */
    MAX_SLIDERS = 15, /* all pieces of a side but the king                   */
    MAX_MOVE_BYTES =
        MOVE_HEADER + MAX_CHANGES + MAX_SLIDERS + 1 + MAX_CHANGES /* with its undoing */
};

static uint8_t *put_squares(uint8_t *out, bitboard squares)
{
    for (; squares; squares &= squares - 1)
        *out++ = (uint8_t)__builtin_ctzll(squares);
    return out;
}

static uint8_t count(bitboard squares)
{
    return (uint8_t)__builtin_popcountll(squares);
}

static uint8_t *put_move(uint8_t *out, const struct position *p, bitboard changed)
{
    bitboard own = p->colours[p->side];
    out[CHANGES] = count(changed);
    for (enum piece piece = ROOK; piece <= QUEEN; piece++)
        out[LOOKUPS + piece] = count(own & p->pieces[piece]);
    out = put_squares(out + MOVE_HEADER, changed);
    for (enum piece piece = ROOK; piece <= QUEEN; piece++)
        out = put_squares(out, own & p->pieces[piece]);
    return out;
}

/* Writes a game's script and occupancies; returns where the next script begins. A line of the
 * corpus, and so a game, has far fewer moves than 2^16. */
static uint8_t *put_game(struct game_list *games, bitboard *occupied, size_t i,
                         const struct game *game, uint8_t *out)
{
    struct position p = game->start;
    bitboard *after = occupied + games->moves_before[i], before = position_occupied(&p);
    games->starts[i] = before;
    out[END_SQUARE] = (uint8_t)__builtin_ctzll(p.pieces[KING] & p.colours[p.side]);
    out[MOVES_LOW] = (uint8_t)game->plies;
    out[MOVES_HIGH] = (uint8_t)(game->plies >> 8);
    out += GAME_HEADER;
    for (size_t ply = 0; ply < game->plies; ply++) {
        make_move(&p, game->moves[ply]);
        after[ply] = position_occupied(&p);
        out = put_move(out, &p, after[ply] ^ before);
        before = after[ply];
    }
    for (size_t ply = game->plies; ply-- > 0;) {
        bitboard changed = after[ply] ^ (ply ? after[ply - 1] : games->starts[i]);
        *out++ = count(changed);
        out = put_squares(out, changed);
    }
    games->moves_before[i + 1] = games->moves_before[i] + game->plies;
    return out;
}

static bool allocate(struct workload *list, const struct corpus *corpus)
{
    struct game_list *games = &list->games;
    size_t n = corpus->game_count, moves = corpus->position_count - n;
    list->occupied = list_memory(moves, sizeof *list->occupied);
    games->script = list_memory(n * GAME_HEADER + moves * MAX_MOVE_BYTES, 1);
    games->script_at = list_memory(n + 1, sizeof *games->script_at);
    games->moves_before = list_memory(n + 1, sizeof *games->moves_before);
    games->starts = list_memory(n, sizeof *games->starts);
    return list->occupied && games->script && games->script_at && games->moves_before &&
           games->starts;
}

bool replay_script_fill(struct workload *list, const struct corpus *corpus, size_t *found)
{
    struct game_list *games = &list->games;
    size_t wanted = list->n;
    if (!allocate(list, corpus))
        return false;
    *found = 0;
    for (list->n = 0; list->n < corpus->game_count && *found < wanted; list->n++) {
        size_t i = list->n;
        uint8_t *script = games->script + games->script_at[i],
                *end = put_game(games, list->occupied, i, &corpus->games[i], script);
        games->script_at[i + 1] = (size_t)(end - games->script);
        for (struct replay_walk walk = replay_walk_of(list, i); replay_next(&walk);)
            ++*found;
    }
    list->distinct = list->n;
    list->lookups = list->n ? (double)*found / (double)games->moves_before[list->n] : 0;
    return true;
}

unsigned replay_end_square(const struct workload *list, size_t game)
{
    return list->games.script[list->games.script_at[game] + END_SQUARE];
}

struct replay_walk replay_walk_of(const struct workload *list, size_t game)
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
