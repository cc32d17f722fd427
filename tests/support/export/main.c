/* SPDX-License-Identifier: MIT
 * A program around exported headers. In C, this file contains their implementations.
 *     program self-test            one line per scheme: its prefix, and "passed" or "failed"
 *     program query PREFIX         as `slidebench query`, looked up by other.c; status 1 if a set of two sliders differs */
#define IMPLEMENTATIONS_HERE
#include "driver.h"

#include <stdio.h>
#include <string.h>

static int run_self_tests(void)
{
    for (const struct exported *e = exported_schemes; e->prefix; e++)
        printf("%s %s\n", e->prefix, e->self_test() ? "passed" : "failed");
    return 0;
}

/* Returns whether the sets of two sliders on their own board are the union of both. */
static bool pair_agrees(const struct exported *e, unsigned a, unsigned b, uint64_t occupied)
{
    uint64_t sliders = UINT64_C(1) << a | UINT64_C(1) << b, first[SETS], second[SETS];
    e->set_board(occupied | sliders);
    e->attacks(a, first);
    e->attacks(b, second);
    bool agrees = true;
    for (int piece = ROOK_SET; piece <= QUEEN_SET; piece++)
        if (e->attacks_of_set[piece])
            agrees &= e->attacks_of_set[piece](sliders) == (first[piece] | second[piece]);
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

static int query(const struct exported *e)
{
    char piece[8], file, rank;
    uint64_t occupied, sets[SETS];
    unsigned previous = 0;
    while (scanf("%7s %c%c %" SCNx64, piece, &file, &rank, &occupied) == 4) {
        unsigned square = (unsigned)(8 * (rank - '1') + file - 'a');
        if (e->attacks_of_set[QUEEN_SET] && !pair_agrees(e, square, previous, occupied))
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
    for (const struct exported *e = exported_schemes; e->prefix; e++)
        if (e->init)
            e->init();
    if (argc == 2 && strcmp(argv[1], "self-test") == 0)
        return run_self_tests();
    for (const struct exported *e = other_schemes; argc == 3 && e->prefix; e++)
        if (strcmp(argv[2], e->prefix) == 0)
            return query(e);
    return 2;
}
