/* SPDX-License-Identifier: MIT
 * SISSY (split index super set yielding): the queen's attacks with only the pieces of one rank on
 * the board are a superset of the true ones: a blocker shortens its own ray only. So the
 * intersection of the supersets of all eight ranks is exact. A table holds them by rank, square and
 * the rank's byte.
 *
 * Michael Sherwin, 2020 (CCC, 13 February): https://www.chessprogramming.org/SISSY_Bitboards
 *
 * Cost of a queen: 8 independent loads, 7 ands, 1 MiB. Rook and bishop follow from the queen by one
 * more mask (512 bytes), `both` too. Branchless, multiply-free.
 *
 * Without BYTES_FROM_MEMORY: bytes by shift and AND of an occupancy in a register.
 *
 * With BYTES_FROM_MEMORY: bytes of an occupancy in memory.
 *
 * Without SQUARE_MAJOR: table [rank][square][byte].
 *
 * With SQUARE_MAJOR: table [square][byte][rank]. Ranks with the same byte share a cache line: the
 * opening position takes two lines, and eight in the layout [rank][square][byte]. As in the first
 * edition of the page (February 2020) and in Sherwin's code in
 * https://github.com/Gigantua/Chess_Movegen. */
#include "board.h"

#ifdef BYTES_FROM_MEMORY
/* The union is the view, as in an engine that uses this method. A union of a register within the
 * getter would compile to the shifts and ands that it is to be compared with. */
typedef union {
    bitboard occupied;
    uint8_t byte[8];
} view;
#define view view

static inline void set_view(view *v, bitboard occupied)
{
    v->occupied = occupied;
}

static inline void toggle(view *v, unsigned square)
{
    v->occupied ^= square_bit(square);
}

typedef const view *occupancy;
#define BYTE(v, rank) BYTE_OF_RANK((v)->byte, rank)
#else
typedef bitboard occupancy;
#define BYTE(v, rank) (255 & (v) >> 8 * (rank))
#endif

/* The array is flat, so that an address is a pointer to the square's entries plus the byte plus a
 * constant, which x86 adds within the load. With an array of three dimensions gcc 12 adds square
 * and byte for each load. */
static ALIGNED(64) bitboard supersets[64 * 256 * 8];
#ifdef SQUARE_MAJOR
#define SQUARE_SETS(square) (supersets + 256 * 8 * (size_t)(square))
#define ENTRY(rank, byte)   (8 * (byte) + (rank))
#else
#define SQUARE_SETS(square) (supersets + 256 * (size_t)(square))
#define ENTRY(rank, byte)   (64 * 256 * (rank) + (byte))
#endif
static ALIGNED(64) bitboard rook_lines[64];

/* Squares off the queen's lines do not matter: their entry is a copy of a previous one. */
static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++) {
        bitboard *square_sets = SQUARE_SETS(square);
        rook_lines[square] = reference_rook_attacks(square, 0);
        for (unsigned rank = 0; rank < 8; rank++) {
            unsigned lines = reference_queen_attacks(square, 0) >> 8 * rank & 255;
            for (unsigned byte = 0; byte < 256; byte++)
                square_sets[ENTRY(rank, byte)] =
                    byte & ~lines ? square_sets[ENTRY(rank, byte & lines)]
                                  : reference_queen_attacks(square, (bitboard)byte << 8 * rank);
        }
    }
}

static inline bitboard queen_attacks(unsigned square, occupancy v)
{
    const bitboard *square_sets = SQUARE_SETS(square);
    return square_sets[ENTRY(0, BYTE(v, 0))] & square_sets[ENTRY(1, BYTE(v, 1))] &
           square_sets[ENTRY(2, BYTE(v, 2))] & square_sets[ENTRY(3, BYTE(v, 3))] &
           square_sets[ENTRY(4, BYTE(v, 4))] & square_sets[ENTRY(5, BYTE(v, 5))] &
           square_sets[ENTRY(6, BYTE(v, 6))] & square_sets[ENTRY(7, BYTE(v, 7))];
}
#define queen_attacks queen_attacks

static inline bitboard rook_attacks(unsigned square, occupancy v)
{
    return queen_attacks(square, v) & rook_lines[square];
}

static inline bitboard bishop_attacks(unsigned square, occupancy v)
{
    return queen_attacks(square, v) & ~rook_lines[square];
}

static inline struct both both_attacks(unsigned square, occupancy v)
{
    bitboard queen = queen_attacks(square, v), lines = rook_lines[square];
    struct both sets = {queen & lines, queen & ~lines};
    return sets;
}
#define both_attacks both_attacks

/* A queen's set is one lookup, not a rook's and a bishop's. */
static inline bitboard queens_attacks(bitboard queens, occupancy v)
{
    bitboard attacks = 0;
    for (; queens; queens &= queens - 1)
        attacks |= queen_attacks((unsigned)trailing_zeros(queens), v);
    return attacks;
}
#define queens_attacks queens_attacks

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
#ifdef BYTES_FROM_MEMORY
    .title = "SISSY, bytes from memory (union)",
#elif defined SQUARE_MAJOR
    .title = "SISSY, table by square, byte, rank",
#else
    .title = "SISSY, shift and AND",
#endif
    .author = "Michael Sherwin",
    .year = "2020",
    .source = "https://www.talkchess.com/forum3/viewtopic.php?f=7&t=73083",
    .traits = BRANCHLESS | MULTIPLY_FREE | WIDE_INDEX,
    .table_bytes = BYTES(sizeof supersets + sizeof rook_lines, sizeof supersets + sizeof rook_lines,
                         sizeof supersets),
    .init = init,
    .tables = {TABLE(supersets), TABLE(rook_lines)},
};
