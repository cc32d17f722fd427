/* SPDX-License-Identifier: MIT
 * Byte lookup: a rook has at most 144 different attack sets on a square and a bishop at most 108.
 * So magic tables need only hold a byte, the number of a set among the square's distinct ones.
 * Robert Houdart (Houdini), 2010, http://www.talkchess.com/forum/viewtopic.php?p=368026&t=35858
 * https://www.chessprogramming.org/Magic_Bitboards#Byte_Lookup
 *
 * As published, on plain magics: 12 and 9 index bits, constant shift, 256 + 32 KiB of bytes. With
 * FANCY on fancy magics: variable shift, 100 + 5 KiB of bytes.
 *
 * Cost per piece: 5 loads (FANCY: 7), of which the last depends on the one before, 1 multiply,
 * and, shift. The sets take 38 + 11 KiB, the magics 3 KiB. Branchless. */
#include "board.h"
#include "magics.h"

enum { ROOK_SETS = 4900, BISHOP_SETS = 1428 };
enum { ROOK_BITS = 12, BISHOP_BITS = 9 };
#ifdef FANCY
enum { ROOK_NUMBERS = ROOK_SUBSETS, BISHOP_NUMBERS = BISHOP_SUBSETS };
#else
enum { ROOK_NUMBERS = 64 << ROOK_BITS, BISHOP_NUMBERS = 64 << BISHOP_BITS };
#endif

struct magics {
    bitboard relevant[PADDED_SQUARES];
    uint64_t magic[PADDED_SQUARES];
    const bitboard *sets[PADDED_SQUARES]; /* of this square */
#ifdef FANCY
    const uint8_t *numbers[PADDED_SQUARES];
    uint8_t shift[PADDED_SQUARES];
#endif
};

static ALIGNED(64) uint8_t rook_numbers[ROOK_NUMBERS];
static ALIGNED(64) uint8_t bishop_numbers[BISHOP_NUMBERS];
static ALIGNED(64) bitboard rook_sets[ROOK_SETS];
static ALIGNED(64) bitboard bishop_sets[BISHOP_SETS];

static ALIGNED(64) struct magics_by_piece {
    struct magics rook, bishop;
} magics;

#ifdef FANCY
#define SHIFT_PER_SQUARE
#define INDEX_BITS(relevant, bits)    ((unsigned)count_bits(relevant))
#define NUMBERS(m, all, square, bits) ((m)->numbers[square])
#else
#define INDEX_BITS(relevant, bits)    (bits)
#define NUMBERS(m, all, square, bits) ((all) + ((size_t)(square) << (bits)))
#endif
#include "magic_index.h"

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    size_t index = magic_index(&magics.rook, square, occupied, ROOK_BITS);
    return magics.rook.sets[square][NUMBERS(&magics.rook, rook_numbers, square, ROOK_BITS)[index]];
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    size_t index = magic_index(&magics.bishop, square, occupied, BISHOP_BITS);
    return magics.bishop
        .sets[square][NUMBERS(&magics.bishop, bishop_numbers, square, BISHOP_BITS)[index]];
}

/* Numbers the square's distinct sets. Returns how many there are. */
static inline unsigned fill_table(const struct magics *m, unsigned square, unsigned bits,
                                  uint8_t *numbers, bitboard *sets,
                                  bitboard (*reference_attacks)(unsigned, bitboard))
{
    unsigned n = 0;
    bitboard subset = 0;
    do {
        bitboard attacks = reference_attacks(square, subset);
        unsigned number = 0;
        while (number < n && sets[number] != attacks)
            number++;
        sets[number] = attacks;
        n += number == n;
        numbers[magic_index(m, square, subset, bits)] = (uint8_t)number;
        subset = next_subset(subset, m->relevant[square]);
    } while (subset);
    return n;
}

static inline void build(struct magics *m, const uint64_t *magics_of_piece, unsigned bits,
                         uint8_t *numbers, bitboard *sets, bitboard (*relevant_squares)(unsigned),
                         bitboard (*reference_attacks)(unsigned, bitboard))
{
    for (unsigned square = 0; square < 64; square++) {
        bitboard relevant = relevant_squares(square);
        unsigned own_bits = INDEX_BITS(relevant, bits);
        m->relevant[square] = relevant;
        m->magic[square] = magics_of_piece[square];
        m->sets[square] = sets;
#ifdef FANCY
        m->numbers[square] = numbers;
        m->shift[square] = (uint8_t)(64 - own_bits);
#endif
        sets += fill_table(m, square, bits, numbers, sets, reference_attacks);
        numbers += (size_t)1 << own_bits;
    }
}

static inline void init(void)
{
    build(&magics.rook, rook_magics, ROOK_BITS, rook_numbers, rook_sets, rook_relevant,
          reference_rook_attacks);
    build(&magics.bishop, bishop_magics, BISHOP_BITS, bishop_numbers, bishop_sets, bishop_relevant,
          reference_bishop_attacks);
}

#include "kernels.h"

#define TABLE_BYTES(piece) (sizeof piece##_numbers + sizeof piece##_sets + sizeof magics.piece)

const struct scheme SCHEME = {
    SCHEME_CODE,
#ifdef FANCY
    .title = "Fancy magic, byte lookup",
#else
    .title = "Plain magic, byte lookup",
#endif
    .author = "Robert Houdart",
    .year = "2010",
    .source = "http://www.talkchess.com/forum/viewtopic.php?p=368026&t=35858",
    .traits = BRANCHLESS,
    .table_bytes =
        BYTES(TABLE_BYTES(rook), TABLE_BYTES(bishop), TABLE_BYTES(rook) + TABLE_BYTES(bishop)),
    .init = init,
    .tables = {TABLE(magics), TABLE(rook_numbers), TABLE(bishop_numbers), TABLE(rook_sets),
               TABLE(bishop_sets)},
};
