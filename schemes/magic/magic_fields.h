/* SPDX-License-Identifier: MIT
 * What a magic lookup reads by piece and square: an array per field or, with STRUCTS, a struct per
 * square, with the rook's and the bishop's in one cache line. SHIFT_PER_SQUARE adds the shift. With
 * BLACK_MAGIC the mask holds the irrelevant squares. A scheme includes this header after its table
 * of attacks. */
#include "board.h"

#ifdef STRUCTS
static ALIGNED(64) struct ALIGNED(32) magics {
    bitboard mask;
    uint64_t magic;
    const bitboard *attacks;
#ifdef SHIFT_PER_SQUARE
    unsigned shift;
#endif
} magics[64][2];
#define ROOK_MAGICS             (&magics[0][0])
#define BISHOP_MAGICS           (&magics[0][1])
#define FIELD(m, square, field) magics[square][(m)-magics[0]].field
#else
static ALIGNED(64) struct magics {
    bitboard mask[PADDED_SQUARES];
    uint64_t magic[PADDED_SQUARES];
    const bitboard *attacks[PADDED_SQUARES];
#ifdef SHIFT_PER_SQUARE
    uint8_t shift[PADDED_SQUARES];
#endif
} magics[2];
#define ROOK_MAGICS             (&magics[0])
#define BISHOP_MAGICS           (&magics[1])
#define FIELD(m, square, field) (m)->field[square]
#endif

#ifdef BLACK_MAGIC
#define MASK(relevant) ~(relevant)
#else
#define MASK(relevant) (relevant)
#endif

/* Returns the occupancy of the relevant squares. Black magics set all other squares. */
static inline bitboard masked(const struct magics *m, unsigned square, bitboard occupied)
{
#ifdef BLACK_MAGIC
    return occupied | FIELD(m, square, mask);
#else
    return occupied & FIELD(m, square, mask);
#endif
}
