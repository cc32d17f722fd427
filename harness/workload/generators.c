/* SPDX-License-Identifier: MIT */
#include "workload/list.h"
#include "base/random.h"
#include "chess/search.h"
#include "kernels/mix_shares.h"

/* A kernel call costs some 40 cycles. A list of fewer queries is repeated up to this length, so
 * that the call adds little to the time of each query. */
enum { MIN_QUERIES_IN_MEMORY = 1024 };

/* Returns a word in which each bit is set with probability p / 2^16. Takes one random word per
 * binary digit of p: an AND halves the share of ones, an OR halves the share of zeros. Trailing
 * zeros of p need no word: 25 % is the AND of two words. */
static bitboard random_occupancy(struct random *random, unsigned p)
{
    if (p == 1u << 16)
        return ~(bitboard)0;
    bitboard bits = 0;
    for (unsigned digit = p ? (unsigned)__builtin_ctz(p) : 16; digit < 16; digit++)
        bits = p >> digit & 1 ? bits | random_next(random) : bits & random_next(random);
    return bits;
}

static size_t fill_random(struct list *list)
{
    unsigned p = (unsigned)(list->spec.percent / 100 * (1 << 16) + 0.5);
    struct random random = {list->request.seed};
    for (size_t i = 0; i < list->n; i++) {
        list->square[i] = (uint8_t)random_below(&random, 64);
        list->occupied[i] = random_occupancy(&random, p);
    }
    return list->n;
}

/* Returns the sliders of the side to move for which a list of this piece has queries. */
static bitboard sliders_of(const struct list *list, const struct position *p)
{
    return p->colours[p->side] &
           (list->piece >= BOTH ? p->pieces[ROOK] | p->pieces[BISHOP] | p->pieces[QUEEN]
                                : p->pieces[list->piece]);
}

/* Adds a position as item n, if it has such sliders. Returns the new length. */
static size_t add_board(struct list *list, size_t n, const struct position *p)
{
    bitboard sliders = sliders_of(list, p);
    if (!sliders)
        return n;
    bool all = list->piece == ALL;
    list->sliders[n].orthogonal = all ? sliders & ~p->pieces[BISHOP] : sliders;
    list->sliders[n].diagonal = all ? sliders & ~p->pieces[ROOK] : sliders;
    list->occupied[n] = position_occupied(p);
    list->mean_lookups += __builtin_popcountll(sliders) / (double)list->n;
    return n + 1;
}

/* Adds the queries of a position from item n on, as many as there is room for. Returns the new
 * length. */
static size_t add_queries(struct list *list, size_t n, const struct position *p)
{
    bitboard sliders = sliders_of(list, p);
    for (; sliders && n < list->n; sliders &= sliders - 1, n++) {
        list->square[n] = (uint8_t)lowest_square(sliders);
        list->occupied[n] = position_occupied(p);
    }
    return n;
}

static size_t fill_games(struct list *list, const struct corpus *corpus)
{
    struct corpus_walk walk = {.corpus = corpus};
    size_t n = 0;
    while (n < list->n && corpus_next(&walk))
        n = list->kind == LIST_OF_BOARDS ? add_board(list, n, &walk.position)
                                         : add_queries(list, n, &walk.position);
    return n;
}

struct query_recorder {
    struct list *list;
    size_t n, end; /* recorded so far; the search stops here */
};

static bool record_query(void *user, enum piece piece, unsigned square, bitboard occupied)
{
    struct query_recorder *recorder = user;
    struct list *list = recorder->list;
    if (piece == list->piece || list->piece == BOTH) {
        list->square[recorder->n] = (uint8_t)square;
        list->occupied[recorder->n++] = occupied;
    }
    return recorder->n < recorder->end;
}

static size_t fill_search(struct list *list, const struct corpus *corpus)
{
    enum { QUERIES_PER_ROOT = 1024 };
    struct query_recorder recorder = {.list = list};
    const struct search_observer observer = {.query = record_query, .context = &recorder};
    struct corpus_walk walk = corpus_roots(corpus, list->n / QUERIES_PER_ROOT + 1);
    while (recorder.n < list->n && corpus_next(&walk)) {
        recorder.end =
            recorder.n + QUERIES_PER_ROOT < list->n ? recorder.n + QUERIES_PER_ROOT : list->n;
        search(&walk.position, SEARCH_DEPTH, &observer);
    }
    return recorder.n;
}

/* Makes room for the items, and for the repetitions that fill a short list. */
static void make_room(struct list *list)
{
    size_t room = list->n < MIN_QUERIES_IN_MEMORY ? MIN_QUERIES_IN_MEMORY : list->n;
    list->occupied = list_allocate(room, sizeof *list->occupied);
    if (list->kind == LIST_OF_BOARDS)
        list->sliders = list_allocate(room, sizeof *list->sliders);
    else
        list->square = list_allocate(room, sizeof *list->square);
}

static void repeat_queries(struct list *list)
{
    size_t n = list->n;
    if (n < MIN_QUERIES_IN_MEMORY)
        list->n = MIN_QUERIES_IN_MEMORY / n * n;
    for (size_t i = n; i < list->n; i++) {
        list->square[i] = list->square[i - n];
        list->occupied[i] = list->occupied[i - n];
    }
}

/* Fills a list for one piece. Returns how many of its items the corpus gives. */
static size_t fill_for_piece(struct list *list, const struct corpus *corpus)
{
    make_room(list);
    switch (list->spec.kind) {
    case WORKLOAD_GAMES:
        return fill_games(list, corpus);
    case WORKLOAD_SEARCH:
        return fill_search(list, corpus);
    default:
        return fill_random(list);
    }
}

/* Copies the queries of one piece to the mix: in each group, from place `first` on. */
static void interleave(struct list *list, const struct list *part, unsigned first)
{
    unsigned share = mix_share(list->piece, part->piece);
    for (size_t i = 0; i < part->n; i++) {
        size_t to = i / share * MIX_GROUP + first + i % share;
        list->square[to] = part->square[i];
        list->occupied[to] = part->occupied[i];
    }
}

/* Fills a list for a mix from lists of its pieces, each with a seed of its own. */
static size_t fill_mix(struct list *list, const struct corpus *corpus)
{
    unsigned first = 0;
    size_t found = list->n;
    make_room(list);
    for (enum piece piece = ROOK; piece < PIECES; piece++) {
        unsigned share = mix_share(list->piece, piece);
        struct list part = {.request.seed = list->request.seed + piece,
                            .spec = list->spec,
                            .piece = piece,
                            .kind = list->kind,
                            .n = list->n / MIX_GROUP * share};
        size_t groups = fill_for_piece(&part, corpus) / share;
        interleave(list, &part, first);
        list_free(&part);
        first += share;
        found = groups * MIX_GROUP < found ? groups * MIX_GROUP : found;
    }
    return found;
}

size_t list_fill(struct list *list, const struct corpus *corpus)
{
    bool mix = list_group(list->piece) > 1;
    size_t found = mix ? fill_mix(list, corpus) : fill_for_piece(list, corpus);
    list->distinct = list->n;
    if (list->kind == LIST_OF_QUERIES) {
        list->mean_lookups = 1;
        repeat_queries(list);
    }
    return found;
}
