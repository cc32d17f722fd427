/* SPDX-License-Identifier: MIT
 * Finds magic numbers by trial and error, and prints them as a C header. Each call finds the same
 * numbers, in a second on a 3 GHz core, or a minute for `black-shift`. In the folder of a build:
 *
 *     harness/make-magics plain > ../../schemes/magic/magics.h
 *     harness/make-magics 32-bit > ../../schemes/magic/magics_32.h
 *     harness/make-magics incorporated-shift > ../../schemes/magic/magics_incorporated_shift.h
 *     harness/make-magics black-shift > ../../schemes/magic/magics_black_shift.h
 *
 * A number is magic if no two occupancies with different attacks get the same index. The index has
 * as many bits as the square has relevant squares. Sparse random numbers succeed far more often
 * than dense ones. (T. Romstad, https://www.chessprogramming.org/Looking_for_Magics)
 *
 * With black magics, one bit less is enough for a bishop on one of the COMPACT squares. On these
 * squares only dense numbers succeed, and only one in millions of them does. */
#include "common/board.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MAX_BITS = 12, PER_LINE = 4 };

#define COMPACT UINT64_C(0xc3c300000000c3c3)

/* xorshift64* (S. Vigna, 2014). */
static uint64_t random_bits(void)
{
    static uint64_t state = 1;
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545f4914f6cdd1d;
}

static unsigned plain_index(bitboard occupied, uint64_t magic, unsigned bits)
{
    return (unsigned)(occupied * magic >> (64 - bits));
}

/* Returns the index. `magics` holds two numbers of 32 bits, one for each half of the board. */
static unsigned index_32(bitboard occupied, uint64_t magics, unsigned bits)
{
    uint32_t low = (uint32_t)occupied * (uint32_t)magics;
    uint32_t high = (uint32_t)(occupied >> 32) * (uint32_t)(magics >> 32);
    return (low ^ high) >> (32 - bits);
}

static const struct kind {
    const char *name;
    unsigned (*index)(bitboard occupied, uint64_t magic, unsigned bits);
    bool has_shift; /* the top six bits, which hardly matter for the index, hold the shift */
    bool black;     /* all irrelevant squares count as occupied */
} kinds[] = {
    {.name = "plain", .index = plain_index},
    {.name = "32-bit", .index = index_32},
    {.name = "incorporated-shift", .index = plain_index, .has_shift = true},
    {.name = "black-shift", .index = plain_index, .black = true},
};

static uint64_t find_magic(const struct kind *kind, bitboard relevant, const bitboard *attacks,
                           unsigned bits)
{
    bitboard used[1 << MAX_BITS], set = kind->black ? ~relevant : 0;
    bool dense = bits < (unsigned)__builtin_popcountll(relevant);
    for (;;) {
        uint64_t magic = random_bits();
        if (!dense)
            magic &= random_bits() & random_bits();
        if (kind->has_shift)
            magic = magic >> 6 | (uint64_t)(64 - bits) << 58;
        memset(used, 0, sizeof *used << bits); /* an attack set is never empty */
        bitboard subset = 0;
        size_t i = 0;
        do {
            bitboard *slot = &used[kind->index(subset | set, magic, bits)];
            if (*slot && *slot != attacks[i])
                break;
            *slot = attacks[i++];
            subset = next_subset(subset, relevant);
        } while (subset);
        if (!subset && i > 1)
            return magic;
    }
}

static void print_magics(const struct kind *kind, const char *piece,
                         bitboard (*relevant_squares)(unsigned),
                         bitboard (*reference_attacks)(unsigned, bitboard))
{
    printf("\nstatic const uint64_t %s_magics[64] = {", piece);
    for (unsigned square = 0; square < 64; square++) {
        bitboard attacks[1 << MAX_BITS], relevant = relevant_squares(square), subset = 0;
        size_t n = 0;
        do {
            attacks[n++] = reference_attacks(square, subset);
            subset = next_subset(subset, relevant);
        } while (subset);
        unsigned bits = (unsigned)__builtin_popcountll(relevant);
        if (relevant_squares == bishop_relevant && kind->black)
            bits -= COMPACT >> square & 1;
        printf("%s0x%016" PRIx64 ",", square % PER_LINE ? " " : "\n    ",
               find_magic(kind, relevant, attacks, bits));
    }
    printf("\n};\n");
}

int main(int argc, char **argv)
{
    const struct kind *kind = kinds, *end = kinds + sizeof kinds / sizeof *kinds;
    while (kind < end && (argc != 2 || strcmp(argv[1], kind->name)))
        kind++;
    if (kind == end) {
        fprintf(stderr, "usage: make-magics plain|32-bit|incorporated-shift|black-shift\n");
        return 2;
    }
    printf(
        "/* SPDX-License-Identifier: MIT\n"
        " * Magic numbers by square, by `harness/tools/make_magics.c %s`. */\n"
        "#include <stdint.h>\n",
        kind->name);
    if (kind->black)
        printf(
            "\n/* Bishops here have one index bit less than relevant squares. */\n"
            "#define COMPACT UINT64_C(0x%016" PRIx64 ")\n",
            COMPACT);
    print_magics(kind, "rook", rook_relevant, reference_rook_attacks);
    print_magics(kind, "bishop", bishop_relevant, reference_bishop_attacks);
    return 0;
}
