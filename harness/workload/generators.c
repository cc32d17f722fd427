/* SPDX-License-Identifier: MIT */
#include "workload/generators.h"
#include "chess/position.h"
#include "base/parse.h"
#include "base/random.h"
#include "chess/search.h"

#include <math.h>
#include <stdio.h>
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

enum { CLASSIC_PERCENT = 25 };

static void fill_random(struct workload *w, uint64_t seed)
{
    double percent = w->name[6] == ':' ? atof(w->name + 7) : CLASSIC_PERCENT;
    unsigned p = (unsigned)(percent / 100 * (1 << 16) + 0.5);
    struct random random = {seed};
    for (size_t i = 0; i < w->n; i++) {
        w->square[i] = (uint8_t)random_below(&random, 64);
        w->occupied[i] = random_bits(&random, p);
    }
}

static bitboard sliders_of(const struct position *p, enum piece piece)
{
    return piece >= BOTH ? p->pieces[ROOK] | p->pieces[BISHOP] | p->pieces[QUEEN]
                         : p->pieces[piece];
}

/* "2-15"; sscanf() alone would take blanks and signs. */
static bool read_men(const char *text, unsigned *least, unsigned *most)
{
    char more;
    return !text[strspn(text, "0123456789-")] &&
           sscanf(text, "%2u-%2u%c", least, most, &more) == 2 && *least >= 2 && *least <= *most &&
           *most <= 32;
}

static bool add_board(struct workload *w, size_t n, const struct position *p, bitboard sliders)
{
    if (!sliders)
        return false;
    bool all = w->piece == ALL;
    w->sliders[n].orthogonal = all ? sliders & ~p->pieces[BISHOP] : sliders;
    w->sliders[n].diagonal = all ? sliders & ~p->pieces[ROOK] : sliders;
    w->occupied[n] = position_occupied(p);
    w->lookups += __builtin_popcountll(sliders) / (double)w->n;
    return true;
}

static size_t fill_games(struct workload *w, const struct corpus *corpus)
{
    struct corpus_walk walk = {.corpus = corpus};
    unsigned least = 2, most = 32;
    size_t n = 0;
    bool by_men = w->name[5] == ':';
    if (by_men)
        read_men(w->name + 6, &least, &most);
    while (n < w->n && corpus_next(&walk)) {
        unsigned pieces = (unsigned)__builtin_popcountll(position_occupied(&walk.position));
        if (pieces < least || pieces > most)
            continue;
        bitboard side = by_men ? ~(bitboard)0 : walk.position.colours[walk.position.side];
        bitboard sliders = side & sliders_of(&walk.position, w->piece);
        if (w->kind == LIST_OF_BOARDS)
            n += add_board(w, n, &walk.position, sliders);
        for (; w->kind == LIST_OF_QUERIES && sliders && n < w->n; sliders &= sliders - 1, n++) {
            w->square[n] = (uint8_t)__builtin_ctzll(sliders);
            w->occupied[n] = position_occupied(&walk.position);
        }
    }
    return n;
}

/* Fills the list with what a search asks for, as far as it is for this piece. */
struct listener {
    struct workload *w;
    size_t n, end; /* filled; where the search stops */
};

static bool write_down(void *user, enum piece piece, unsigned square, bitboard occupied)
{
    struct listener *listener = user;
    struct workload *w = listener->w;
    if (piece == w->piece || w->piece == BOTH) {
        w->square[listener->n] = (uint8_t)square;
        w->occupied[listener->n++] = occupied;
    }
    return listener->n < listener->end;
}

/* Positions are taken so far apart that the list goes through the whole corpus. */
static size_t fill_search(struct workload *w, const struct corpus *corpus)
{
    enum { DEPTH = 5, QUERIES_A_ROOT = 1024 };
    struct corpus_walk walk = {.corpus = corpus};
    struct listener listener = {w, 0, 0};
    size_t roots = w->n / QUERIES_A_ROOT + 1, apart = corpus->position_count / (2 * roots) + 1;
    for (size_t i = 0; listener.n < w->n && corpus_next(&walk); i++) {
        if (i % apart)
            continue;
        listener.end = listener.n + QUERIES_A_ROOT < w->n ? listener.n + QUERIES_A_ROOT : w->n;
        search(&walk.position, DEPTH, write_down, &listener);
    }
    return listener.n;
}

size_t generate(struct workload *w, uint64_t seed, const struct corpus *corpus)
{
    if (!strcmp(w->name, "search"))
        return fill_search(w, corpus);
    if (!strncmp(w->name, "games", 5))
        return fill_games(w, corpus);
    fill_random(w, seed);
    return w->n;
}

/* Keeps three decimals, about as fine as random_bits() is; %g drops zeros at either end. */
static void write_random(double percent, char name[static WORKLOAD_NAME])
{
    percent = round(percent * 1000) / 1000;
    if (percent == CLASSIC_PERCENT)
        strcpy(name, "random");
    else
        snprintf(name, WORKLOAD_NAME, "random:%g", percent);
}

bool workload_parse(const char *text, char name[static WORKLOAD_NAME], struct error *error)
{
    double percent;
    unsigned least, most;
    if (!strcmp(text, "games") || !strcmp(text, "search") || !strcmp(text, "random"))
        strcpy(name, text);
    else if (!strncmp(text, "games:", 6) && read_men(text + 6, &least, &most))
        snprintf(name, WORKLOAD_NAME, "games:%u-%u", least, most);
    else if (!strncmp(text, "random:", 7) &&
             parse_double("workloads", text + 7, 0, 100, &percent, error))
        write_random(percent, name);
    else
        return fail(error, STATUS_USAGE,
                    "--workloads: '%s' is none of games, games:LEAST-MOST (men, 2 to 32), search, "
                    "random, random:PERCENT (0 to 100)",
                    text);
    return true;
}
