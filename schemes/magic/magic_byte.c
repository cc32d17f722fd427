/* SPDX-License-Identifier: MIT
 * Byte lookup: a rook has at most 144 different attack sets on a square and a bishop at most 108.
 * So magic tables need only hold a byte, the number of a set among the square's distinct ones.
 * Robert Houdart (Houdini), 2010, http://www.talkchess.com/forum/viewtopic.php?p=368026&t=35858
 * https://www.chessprogramming.org/Magic_Bitboards#Byte_Lookup
 *
 * Without FANCY: as published, on plain magics: 12 and 9 index bits, constant shift, 256 + 32 KiB
 * of bytes, 5 loads per piece.
 *
 * With FANCY: on fancy magics: variable shift, 100 + 5 KiB of bytes, 7 loads per piece.
 *
 * With ALL_SQUARES: the numbers count the sets of all squares and take 16 bits: twice the bytes,
 * but no load of the place of a square's sets.
 * Pradyumna Kannan, magicmoves (PERFECT_MAGIC_HASH), 2006; also in Rodent II.
 * https://github.com/cutechess/cutechess, src/chessboard/magicmoves.h
 *
 * Cost per piece: the last load depends on the one before; 1 multiply, and, shift. The sets take
 * 38 + 11 KiB, the magics 3 KiB. Branchless. */
#include "board.h"
#include "magics.h"

enum { ROOK_SETS = 4900, BISHOP_SETS = 1428 };
enum { ROOK_BITS = 12, BISHOP_BITS = 9 };
#ifdef FANCY
enum { ROOK_NUMBERS = ROOK_SUBSETS, BISHOP_NUMBERS = BISHOP_SUBSETS };
#else
enum { ROOK_NUMBERS = 64 << ROOK_BITS, BISHOP_NUMBERS = 64 << BISHOP_BITS };
#endif

#ifdef ALL_SQUARES
typedef uint16_t set_number; /* among those of all squares */
#else
typedef uint8_t set_number; /* among those of the square */
#endif

struct magics {
    bitboard relevant[PADDED_SQUARES];
    uint64_t magic[PADDED_SQUARES];
#ifndef ALL_SQUARES
    const bitboard *sets[PADDED_SQUARES]; /* of this square */
#endif
#ifdef FANCY
    const set_number *numbers[PADDED_SQUARES];
    uint8_t shift[PADDED_SQUARES];
#endif
};

static ALIGNED(64) set_number rook_numbers[ROOK_NUMBERS];
static ALIGNED(64) set_number bishop_numbers[BISHOP_NUMBERS];
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

#ifdef ALL_SQUARES
#define SETS(m, all, square) (all)
#else
#define SETS(m, all, square) ((m)->sets[square])
#endif

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    size_t index = magic_index(&magics.rook, square, occupied, ROOK_BITS);
    set_number number = NUMBERS(&magics.rook, rook_numbers, square, ROOK_BITS)[index];
    return SETS(&magics.rook, rook_sets, square)[number];
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    size_t index = magic_index(&magics.bishop, square, occupied, BISHOP_BITS);
    set_number number = NUMBERS(&magics.bishop, bishop_numbers, square, BISHOP_BITS)[index];
    return SETS(&magics.bishop, bishop_sets, square)[number];
}

/* Numbers the square's distinct sets, from `first` on. Returns how many there are. */
static inline unsigned fill_table(const struct magics *m, unsigned square, unsigned bits,
                                  set_number *numbers, bitboard *sets, unsigned first,
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
        numbers[magic_index(m, square, subset, bits)] = (set_number)(first + number);
        subset = next_subset(subset, m->relevant[square]);
    } while (subset);
    return n;
}

static inline void build(struct magics *m, const uint64_t *magics_of_piece, unsigned bits,
                         set_number *numbers, bitboard *sets,
                         bitboard (*relevant_squares)(unsigned),
                         bitboard (*reference_attacks)(unsigned, bitboard))
{
    unsigned first = 0;
    for (unsigned square = 0; square < 64; square++) {
        bitboard relevant = relevant_squares(square);
        unsigned own_bits = INDEX_BITS(relevant, bits);
        m->relevant[square] = relevant;
        m->magic[square] = magics_of_piece[square];
#ifdef FANCY
        m->numbers[square] = numbers;
        m->shift[square] = (uint8_t)(64 - own_bits);
#endif
#ifdef ALL_SQUARES
        first += fill_table(m, square, bits, numbers, sets + first, first, reference_attacks);
#else
        m->sets[square] = sets;
        sets += fill_table(m, square, bits, numbers, sets, first, reference_attacks);
#endif
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
#ifdef ALL_SQUARES
    .title = "Plain magic, numbers of all squares' sets",
    .author = "Pradyumna Kannan",
    .year = "2006",
    .source = "https://github.com/cutechess/cutechess",
#else
#ifdef FANCY
    .title = "Fancy magic, byte lookup",
#else
    .title = "Plain magic, byte lookup",
#endif
    .author = "Robert Houdart",
    .year = "2010",
    .source = "http://www.talkchess.com/forum/viewtopic.php?p=368026&t=35858",
#endif
    .traits = BRANCHLESS,
    .table_bytes =
        BYTES(TABLE_BYTES(rook), TABLE_BYTES(bishop), TABLE_BYTES(rook) + TABLE_BYTES(bishop)),
    .init = init,
    .tables = {TABLE(magics), TABLE(rook_numbers), TABLE(bishop_numbers), TABLE(rook_sets),
               TABLE(bishop_sets)},
};
