/* SPDX-License-Identifier: MIT
 * A program around exported headers. In C, this file contains their implementations.
 *     program self-test            one line per scheme: its prefix, and "passed" or "failed"
 *     program early-self-test      the same before init()
 *     program query PREFIX         like `slidebench query`, by lookups.c; 1 if two sets differ */
#define IMPLEMENTATIONS_HERE
#include "lookups.h"

#include <stdio.h>
#include <string.h>

#define TABLE_ENTRY(prefix, VIEWED, ROOKS, BISHOPS, QUEENS, SIDE)                                  \
    {#prefix, OF(prefix, init), OF(prefix, self_test)},

static const struct {
    const char *prefix;
    void (*init)(void);
    bool (*self_test)(void);
} schemes[] = {EXPORTED_SCHEMES(TABLE_ENTRY)};

enum { SCHEMES = sizeof schemes / sizeof *schemes };

/* Returns whether the sets of two sliders on their own board are the union of both. */
static bool pair_agrees(const struct lookups *e, unsigned a, unsigned b, uint64_t occupied)
{
    uint64_t sliders = UINT64_C(1) << a | UINT64_C(1) << b, first[SETS], second[SETS];
    e->set_board(occupied | sliders);
    e->attacks(a, first);
    e->attacks(b, second);
    bool agrees = true;
    for (int piece = ROOK_SET; piece <= QUEEN_SET; piece++)
        if (e->attacks_of_set[piece])
            agrees &= e->attacks_of_set[piece](sliders) == (first[piece] | second[piece]);
    if (e->attacks_of_side)
        agrees &= e->attacks_of_side(UINT64_C(1) << a, UINT64_C(1) << b) ==
                  (first[ROOK_SET] | second[BISHOP_SET]);
    return agrees;
}

static void print_sets(const char *piece, const uint64_t *sets)
{
    if (strcmp(piece, "both") == 0)
        printf("0x%016" PRIx64 " 0x%016" PRIx64 "\n", sets[BOTH_ROOK_SET], sets[BOTH_BISHOP_SET]);
    else
        printf("0x%016" PRIx64 "\n", sets[*piece == 'r'   ? ROOK_SET
                                          : *piece == 'b' ? BISHOP_SET
                                                          : QUEEN_SET]);
}

static int query(const struct lookups *e)
{
    char piece[8], file, rank;
    uint64_t occupied, sets[SETS];
    unsigned previous = 0;
    while (scanf("%7s %c%c %" SCNx64, piece, &file, &rank, &occupied) == 4) {
        unsigned square = (unsigned)(8 * (rank - '1') + file - 'a');
        if ((e->attacks_of_set[QUEEN_SET] || e->attacks_of_side) &&
            !pair_agrees(e, square, previous, occupied))
            return 1;
        e->set_board(occupied);
        e->attacks(square, sets);
        print_sets(piece, sets);
        previous = square;
    }
    return 0;
}

int main(int argc, char **argv)
{
    bool is_early = argc == 2 && strcmp(argv[1], "early-self-test") == 0;
    bool is_self_test = is_early || (argc == 2 && strcmp(argv[1], "self-test") == 0);
    for (size_t i = 0; i < SCHEMES; i++) {
        if (!is_early)
            schemes[i].init();
        if (is_self_test)
            printf("%s %s\n", schemes[i].prefix, schemes[i].self_test() ? "passed" : "failed");
    }
    for (const struct lookups *e = exported_lookups; argc == 3 && e->prefix; e++)
        if (strcmp(argv[2], e->prefix) == 0)
            return query(e);
    return is_self_test ? 0 : 2;
}
