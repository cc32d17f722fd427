/* SPDX-License-Identifier: MIT
 * A program around exported headers. In C, this file contains their implementations.
 *     program self-test            one line per scheme: its prefix, and "passed" or "failed"
 *     program early-self-test      the same before init()
 *     program query PREFIX         like `slidebench query`, by lookups.c. Exit status 1: the set of
 *                                  two sliders is not the union of their sets */
#define IMPLEMENTATIONS_HERE
#include "lookups.h"

#include <stdio.h>
#include <string.h>

/* Returns whether the sets of two sliders on their own board are the union of both. */
static bool pair_agrees(const struct lookups *e, unsigned a, unsigned b, uint64_t occupied)
{
    static const int set_of_a[PAIRS] = {ROOK_SET, BISHOP_SET, QUEEN_SET, ROOK_SET},
                     set_of_b[PAIRS] = {ROOK_SET, BISHOP_SET, QUEEN_SET, BISHOP_SET};
    uint64_t bit_a = UINT64_C(1) << a, bit_b = UINT64_C(1) << b, first[SETS], second[SETS];
    e->set_board(occupied | bit_a | bit_b);
    e->attacks(a, first);
    e->attacks(b, second);
    bool agrees = true;
    for (int i = 0; i < PAIRS; i++)
        if (e->attacks_of_two[i])
            agrees &=
                e->attacks_of_two[i](bit_a, bit_b) == (first[set_of_a[i]] | second[set_of_b[i]]);
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
        if ((e->attacks_of_two[TWO_ROOKS] || e->attacks_of_two[TWO_QUEENS]) &&
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
    bool is_query = argc == 3, is_early = argc == 2 && strcmp(argv[1], "early-self-test") == 0;
    for (const struct lookups *e = exported_lookups; e->prefix; e++) {
        if (!is_early)
            e->init();
        if (!is_query)
            printf("%s %s\n", e->prefix, e->self_test() ? "passed" : "failed");
        else if (strcmp(argv[2], e->prefix) == 0)
            return query(e);
    }
    return is_query ? 2 : 0;
}
