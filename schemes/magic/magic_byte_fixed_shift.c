/* SPDX-License-Identifier: MIT
 * Byte lookup on fixed-shift magics: the overlapping table of magic_fixed_shift.c holds numbers of
 * attack sets in a byte each, as in magic_byte.c. Parts of two squares overlap only in gaps, as no
 * two pieces or squares have an attack set in common.
 * Ankan Banerjee, 2013, https://github.com/ankan-ban/perft_gpu (USE_BYTE_LOOKUP_FANCY)
 * Cost per piece: 6 loads, of which the last depends on the one before, 1 multiply, and, shift.
 * 87 KiB of numbers for both pieces, 49 KiB of sets, and 4 KiB of magics. Branchless. */
#include "board.h"
#include "magics_fixed_shift.h"

enum { ROOK_BITS = 12, BISHOP_BITS = 9 };
enum { ROOK_SETS = 4900, BISHOP_SETS = 1428 };

static ALIGNED(64) uint8_t all_numbers[ENTRIES];
static ALIGNED(64) bitboard all_sets[ROOK_SETS + BISHOP_SETS];

static ALIGNED(64) struct magics {
    bitboard relevant[PADDED_SQUARES];
    uint64_t magic[PADDED_SQUARES];
    const uint8_t *numbers[PADDED_SQUARES];
    const bitboard *sets[PADDED_SQUARES];
} rook_lookup, bishop_lookup;
#include "magic_index.h"

static inline bitboard look_up(const struct magics *m, unsigned square, bitboard occupied,
                               unsigned bits)
{
    return m->sets[square][m->numbers[square][magic_index(m, square, occupied, bits)]];
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return look_up(&rook_lookup, square, occupied, ROOK_BITS);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return look_up(&bishop_lookup, square, occupied, BISHOP_BITS);
}

/* Numbers the distinct sets of each square from `free_sets` on. Returns the first one unused. */
static inline bitboard *build(struct magics *m, const struct magic_constant *constants,
                              unsigned bits, bitboard *free_sets,
                              bitboard (*relevant_squares)(unsigned),
                              bitboard (*reference_attacks)(unsigned, bitboard))
{
    for (unsigned square = 0; square < 64; square++) {
        uint8_t *numbers_here = all_numbers + constants[square].offset;
        bitboard subset = 0, *sets_here = free_sets;
        m->relevant[square] = relevant_squares(square);
        m->magic[square] = constants[square].magic;
        m->numbers[square] = numbers_here;
        m->sets[square] = sets_here;
        do {
            bitboard attacks = reference_attacks(square, subset);
            size_t number = 0;
            while (sets_here + number < free_sets && sets_here[number] != attacks)
                number++;
            sets_here[number] = attacks;
            free_sets += sets_here + number == free_sets;
            numbers_here[magic_index(m, square, subset, bits)] = (uint8_t)number;
            subset = next_subset(subset, m->relevant[square]);
        } while (subset);
    }
    return free_sets;
}

static inline void init(void)
{
    bitboard *bishop_sets = build(&rook_lookup, rook_magics, ROOK_BITS, all_sets, rook_relevant,
                                  reference_rook_attacks);
    build(&bishop_lookup, bishop_magics, BISHOP_BITS, bishop_sets, bishop_relevant,
          reference_bishop_attacks);
}

#include "kernels.h"

#define TABLE_BYTES(sets, pieces)                                                                  \
    (sizeof all_numbers + (sets) * sizeof(bitboard) + (pieces) * sizeof rook_lookup)

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Fixed-shift magic, byte lookup",
    .author = "Ankan Banerjee",
    .year = "2013",
    .source = "https://github.com/ankan-ban/perft_gpu",
    .traits = BRANCHLESS,
    .table_bytes = BYTES(TABLE_BYTES(ROOK_SETS, 1), TABLE_BYTES(BISHOP_SETS, 1),
                         TABLE_BYTES(ROOK_SETS + BISHOP_SETS, 2)),
    .init = init,
    .tables = {TABLE(rook_lookup), TABLE(bishop_lookup), TABLE(all_numbers), TABLE(all_sets)},
};
