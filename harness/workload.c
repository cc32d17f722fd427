/* SPDX-License-Identifier: MIT */
#include "workload.h"
#include "oracle.h"
#include "random.h"

#include <stdlib.h>
#include <string.h>

/* A word whose bits are set with probability p / 2^16, from one random word a binary digit of p: an
 * AND halves the share of ones, an OR halves that of zeros. Trailing zeros of p cost nothing: 25 %
 * is r & r. */
static bitboard random_bits(struct random *random, unsigned p)
{
    if (p == 1u << 16)
        return ~(bitboard)0;
    bitboard bits = 0;
    for (unsigned digit = p ? (unsigned)__builtin_ctz(p) : 16; digit < 16; digit++)
        bits = p >> digit & 1 ? bits | random_next(random) : bits & random_next(random);
    return bits;
}

static void fill_random(struct workload *w, uint64_t seed)
{
    double percent = w->name[6] == ':' ? atof(w->name + 7) : 25;
    unsigned p = (unsigned)(percent / 100 * (1 << 16) + 0.5);
    struct random random = {seed};
    for (size_t i = 0; i < w->n; i++) {
        w->square[i] = (uint8_t)random_below(&random, 64);
        w->occupied[i] = random_bits(&random, p);
    }
}

static bitboard sliders(const struct position *position, enum piece piece)
{
    bitboard own = position->colours[position->side];
    return piece == BOTH
               ? own & (position->men[ROOK] | position->men[BISHOP] | position->men[QUEEN])
               : own & position->men[piece];
}

static size_t fill_games(struct workload *w, const struct corpus *corpus)
{
    struct corpus_walk walk = {.corpus = corpus};
    size_t n = 0;
    while (n < w->n && corpus_next(&walk))
        for (bitboard left = sliders(&walk.position, w->piece); left && n < w->n;
             left &= left - 1, n++) {
            w->square[n] = (uint8_t)__builtin_ctzll(left);
            w->occupied[n] = position_occupied(&walk.position);
        }
    return n;
}

static bitboard right_answer(const struct workload *w, size_t i)
{
    bitboard sets[] = {oracle_rook(w->square[i], w->occupied[i]),
                       oracle_bishop(w->square[i], w->occupied[i])};
    if (w->piece == BISHOP)
        sets[0] = sets[1];
    else if (w->piece == QUEEN)
        sets[0] |= sets[1];
    return piece_checksum(w->piece, sets);
}

bool workload_make(struct workload *w, const char *name, enum piece piece, size_t n, uint64_t seed,
                   const struct corpus *corpus, const char *corpus_name, struct error *error)
{
    /* On cache lines of their own, so that a run's input lies the same way every time. */
    size_t line = 64, bytes = (n * sizeof(bitboard) + line) & ~(line - 1);
    *w = (struct workload){name,
                           piece,
                           n,
                           aligned_alloc(line, (n + line) & ~(line - 1)),
                           aligned_alloc(line, bytes),
                           aligned_alloc(line, bytes + line)};
    if (!w->square || !w->occupied || !w->sums) {
        workload_free(w);
        return fail(error, STATUS_ENVIRONMENT, "no memory for a list of %zu queries", n);
    }
    if (strcmp(name, "games")) {
        fill_random(w, seed);
    } else {
        size_t found = fill_games(w, corpus);
        if (found < n) {
            workload_free(w);
            return fail(error, STATUS_INPUT,
                        "%s: %zu queries for %s among %zu positions, expected %zu; give more "
                        "positions or --queries %zu",
                        corpus_name, found, piece_names[piece], corpus->position_count, n, found);
        }
    }
    w->sums[0] = 0;
    for (size_t i = 0; i < n; i++)
        w->sums[i + 1] = w->sums[i] + right_answer(w, i);
    return true;
}

void workload_free(struct workload *w)
{
    free(w->square);
    free(w->occupied);
    free(w->sums);
    *w = (struct workload){0};
}
