/* SPDX-License-Identifier: MIT */
#include "workload/replay_script.h"

#include <string.h>

enum {
    MAX_CHANGES = 4,  /* castling: king and rook leave, king and rook arrive */
    MAX_SLIDERS = 15, /* all men of a side but the king                      */
    HEAD = 3,
    MOVE_HEAD = 4,
    LONGEST_MOVE = MOVE_HEAD + MAX_CHANGES + MAX_SLIDERS + 1 + MAX_CHANGES
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

/* One game, from p, which is played to its end; returns where the script goes on. */
static uint8_t *put_game(struct workload *w, size_t i, const struct game *game, uint8_t *out)
{
    struct position p = game->start;
    bitboard *after = w->occupied + w->steps_before[i], before = position_occupied(&p);
    w->starts[i] = before;
    *out++ = (uint8_t)__builtin_ctzll(p.pieces[KING] & p.colours[p.side]);
    *out++ = (uint8_t)game->plies;
    *out++ = (uint8_t)(game->plies >> 8);
    for (size_t ply = 0; ply < game->plies; ply++) {
        make_move(&p, game->moves[ply]);
        after[ply] = position_occupied(&p);
        bitboard own = p.colours[p.side], changed = after[ply] ^ before;
        *out++ = count(changed);
        for (enum piece piece = ROOK; piece <= QUEEN; piece++)
            *out++ = count(own & p.pieces[piece]);
        out = put_squares(out, changed);
        for (enum piece piece = ROOK; piece <= QUEEN; piece++)
            out = put_squares(out, own & p.pieces[piece]);
        before = after[ply];
    }
    for (size_t ply = game->plies; ply-- > 0;) {
        bitboard changed = after[ply] ^ (ply ? after[ply - 1] : w->starts[i]);
        *out++ = count(changed);
        out = put_squares(out, changed);
    }
    w->steps_before[i + 1] = w->steps_before[i] + game->plies;
    return out;
}

/* Lookups of a game's script. */
static size_t lookups_of(const uint8_t *script)
{
    size_t moves = script[1] | (size_t)script[2] << 8, lookups = 0;
    for (script += HEAD; moves; moves--) {
        unsigned sliders = script[1] + script[2] + script[3];
        lookups += sliders;
        script += MOVE_HEAD + script[0] + sliders;
    }
    return lookups;
}

bool replay_script_make(struct workload *w, const struct corpus *corpus, size_t *found)
{
    size_t games = corpus->game_count, moves = corpus->position_count - games, asked = w->n;
    w->n = 0;
    w->occupied = list_memory(moves, sizeof *w->occupied);
    w->script = list_memory(games * HEAD + moves * LONGEST_MOVE, 1);
    w->script_at = list_memory(games + 1, sizeof *w->script_at);
    w->steps_before = list_memory(games + 1, sizeof *w->steps_before);
    w->starts = list_memory(games, sizeof *w->starts);
    if (!w->occupied || !w->script || !w->script_at || !w->steps_before || !w->starts)
        return false;
    *found = 0; /* a line of the corpus holds far fewer moves than 2^16 */
    for (size_t i = 0; i < games && *found < asked; i++) {
        uint8_t *game = w->script + w->script_at[i];
        w->script_at[i + 1] = (size_t)(put_game(w, i, &corpus->games[i], game) - w->script);
        *found += lookups_of(game);
        w->n = i + 1;
    }
    w->lookups = w->n ? (double)*found / (double)w->steps_before[w->n] : 0;
    return true;
}

bool replay_script_sum(const struct workload *w, const struct reference *reference,
                       struct expected *expected)
{
    expected->game_end_sums = list_memory(w->n + 1, sizeof *expected->game_end_sums);
    if (!expected->game_end_sums)
        return false;
    for (size_t i = 0; i < w->n; i++) {
        const uint8_t *next = w->script + w->script_at[i];
        bitboard sum = 0;
        expected->game_end_sums[i + 1] =
            expected->game_end_sums[i] +
            reference->attacks(reference->context, QUEEN, *next, w->starts[i]);
        next += HEAD;
        for (size_t move = w->steps_before[i]; move < w->steps_before[i + 1]; move++) {
            const uint8_t *counts = next;
            next += MOVE_HEAD + counts[0];
            for (enum piece piece = ROOK; piece <= QUEEN; piece++)
                for (unsigned left = counts[1 + piece]; left; left--)
                    sum +=
                        reference->attacks(reference->context, piece, *next++, w->occupied[move]);
        }
        expected->prefix_sums[i + 1] = expected->prefix_sums[i] + sum;
    }
    return true;
}
