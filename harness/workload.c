/* SPDX-License-Identifier: MIT */
#include "workload.h"
#include "oracle.h"
#include "parse.h"
#include "random.h"
#include "script.h"
#include "search.h"
#include "standard.h"

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

static bitboard sliders_of(const struct position *p, enum piece piece)
{
    return piece >= BOTH ? p->men[ROOK] | p->men[BISHOP] | p->men[QUEEN] : p->men[piece];
}

/* Cleared, on cache lines of its own: a run's input lies the same way every time. */
void *list_memory(size_t n, size_t size)
{
    size_t bytes = (n * size + 63) & ~(size_t)63;
    void *memory = aligned_alloc(64, bytes ? bytes : 64);
    return memory ? memset(memory, 0, bytes) : NULL;
}

/* "2-15" */
static bool read_men(const char *text, unsigned *least, unsigned *most)
{
    char more;
    return sscanf(text, "%2u-%2u%c", least, most, &more) == 2 && *least >= 2 && *least <= *most &&
           *most <= 32;
}

static bool add_board(struct workload *w, size_t n, const struct position *p, bitboard sliders)
{
    if (!sliders)
        return false;
    bool all = w->piece == ALL;
    w->sliders[n].straight = all ? sliders & ~p->men[BISHOP] : sliders;
    w->sliders[n].slanted = all ? sliders & ~p->men[ROOK] : sliders;
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
        unsigned men = (unsigned)__builtin_popcountll(position_occupied(&walk.position));
        if (men < least || men > most)
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

bool workload_exists(const char *name, struct error *error)
{
    double percent;
    unsigned least, most;
    if (!strcmp(name, "games") || !strcmp(name, "search") || !strcmp(name, "random") ||
        (!strncmp(name, "games:", 6) && read_men(name + 6, &least, &most)))
        return true;
    if (!strncmp(name, "random:", 7) &&
        parse_double("workloads", name + 7, 0, 100, &percent, error))
        return true;
    return fail(
        error, STATUS_USAGE,
        "--workloads: '%s' is none of games, games:LEAST-MOST (men, 2 to 32), search, random, "
        "random:PERCENT (0 to 100)",
        name);
}

/* A loop over one question measures how well the CPU remembers, not how fast it answers. */
static bool all_alike(const struct workload *w)
{
    size_t i = 1;
    while (i < w->n && w->square[i] == w->square[0] && w->occupied[i] == w->occupied[0])
        i++;
    return w->n > 1 && i == w->n;
}

bool workload_possible(const char *name, enum piece piece, enum list_kind kind)
{
    switch (kind) {
    case LIST_OF_QUERIES:
        return piece != ALL;
    case LIST_OF_BOARDS:
        return piece != BOTH && !strncmp(name, "games", 5);
    case LIST_OF_GAMES:
        return piece == ALL && !strcmp(name, "games");
    default:
        return piece == ALL && !strcmp(name, "standard");
    }
}

static bool allocate(struct workload *w)
{
    if (w->kind == LIST_OF_QUERIES)
        w->square = list_memory(w->n, sizeof *w->square);
    if (w->kind == LIST_OF_BOARDS)
        w->sliders = list_memory(w->n, sizeof *w->sliders);
    w->occupied = list_memory(w->n, sizeof *w->occupied);
    return w->occupied && (w->square || w->sliders);
}

static size_t fill(struct workload *w, const struct workload_request *request,
                   const struct corpus *corpus)
{
    if (!strcmp(w->name, "search"))
        return fill_search(w, corpus);
    if (!strncmp(w->name, "games", 5))
        return fill_games(w, corpus);
    fill_random(w, request->seed);
    return w->n;
}

static const char *const units[LIST_KINDS] = {"queries", "boards", "lookups", "positions"};

static bitboard oracle_one(const void *context, enum piece piece, unsigned square,
                           bitboard occupied)
{
    (void)context;
    bitboard sets[] = {oracle_rook(square, occupied), oracle_bishop(square, occupied)};
    if (piece == BISHOP)
        sets[0] = sets[1];
    else if (piece == QUEEN)
        sets[0] |= sets[1];
    return piece_checksum(piece, sets);
}

static bitboard oracle_set(const void *context, enum piece piece, bitboard sliders,
                           bitboard occupied)
{
    bitboard attacks = 0;
    for (; sliders; sliders &= sliders - 1)
        attacks |= oracle_one(context, piece, (unsigned)__builtin_ctzll(sliders), occupied);
    return attacks;
}

static void count_men(struct workload *w)
{
    size_t boards = w->kind == LIST_OF_GAMES ? w->steps_before[w->n] : w->n;
    for (size_t i = 0; i < boards; i++)
        w->men += __builtin_popcountll(w->occupied[i]) / (double)boards;
}

static bool no_memory(struct workload *w, const struct workload_request *request,
                      struct error *error)
{
    workload_free(w);
    return fail(error, STATUS_ENVIRONMENT, "no memory for a list of %zu %s", request->n,
                units[request->kind]);
}

bool workload_make(struct workload *w, const struct workload_request *request,
                   const struct corpus *corpus, struct error *error)
{
    *w = (struct workload){.name = request->name,
                           .piece = request->piece,
                           .kind = request->kind,
                           .n = request->n,
                           .lookups = request->kind == LIST_OF_QUERIES};
    size_t found = 0;
    if (w->kind == LIST_OF_POSITIONS) {
        w->lookups = NAN;
        return (standard_make(w) && (count_men(w), true)) || no_memory(w, request, error);
    }
    bool ok = w->kind == LIST_OF_GAMES ? script_make(w, corpus, &found)
                                       : allocate(w) && ((found = fill(w, request, corpus)), true);
    if (ok && found < request->n) {
        workload_free(w);
        return fail(error, STATUS_INPUT,
                    "%s: %zu %s for %s among %zu positions, expected %zu; give more positions or "
                    "--queries %zu",
                    request->corpus_name, found, units[request->kind], piece_names[request->piece],
                    corpus->position_count, request->n, found);
    }
    if (ok && w->kind == LIST_OF_QUERIES && all_alike(w)) {
        workload_free(w);
        return fail(error, STATUS_INPUT,
                    "%s: all %zu queries for %s are the same, expected different ones",
                    request->corpus_name, request->n, piece_names[request->piece]);
    }
    static const struct asked oracle = {NULL, oracle_one, oracle_set};
    if (!ok || !workload_sum(w, &oracle, &w->sums)) {
        return no_memory(w, request, error);
    }
    count_men(w);
    return true;
}

static bitboard board_sum(const struct workload *w, size_t i, const struct asked *asked)
{
    const struct slider_sets *sliders = &w->sliders[i];
    if (w->piece != ALL)
        return asked->set(asked->context, w->piece,
                          w->piece == BISHOP ? sliders->slanted : sliders->straight,
                          w->occupied[i]);
    return asked->set(asked->context, ROOK, sliders->straight, w->occupied[i]) |
           asked->set(asked->context, BISHOP, sliders->slanted, w->occupied[i]);
}

bool workload_sum(const struct workload *w, const struct asked *asked, struct sums *sums)
{
    *sums = (struct sums){list_memory(w->n + 1, sizeof(bitboard)), NULL};
    if (!sums->answers)
        return false;
    if (w->kind == LIST_OF_GAMES)
        return script_sum(w, asked, sums);
    for (size_t i = 0; i < w->n; i++)
        sums->answers[i + 1] = sums->answers[i] + (w->kind == LIST_OF_BOARDS
                                                       ? board_sum(w, i, asked)
                                                       : asked->one(asked->context, w->piece,
                                                                    w->square[i], w->occupied[i]));
    return true;
}

void sums_free(struct sums *sums)
{
    free(sums->answers);
    free(sums->ends);
    *sums = (struct sums){0};
}

void workload_free(struct workload *w)
{
    free(w->occupied);
    sums_free(&w->sums);
    free(w->square);
    free(w->sliders);
    free(w->script);
    free(w->script_at);
    free(w->steps_before);
    free(w->starts);
    free(w->tasks);
    *w = (struct workload){0};
}
