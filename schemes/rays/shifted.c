/* SPDX-License-Identifier: MIT
 * Shifted bitboards: the blockers of a ray, shifted by one to six squares along it, cover all
 * hidden squares. Bits that wrap round the edge are not on the ray, so that the mask removes them.
 * Neels Groenewald, NagaSkaki, 2002; https://www.chessprogramming.org/Shifted_Bitboards
 * Cost of a rook or bishop: 4 loads and 56 shifts, ands and ors; no scan. 4 KiB, half for each
 * piece. The published test for an empty ray is left out, as shifting zero costs less than a
 * mispredicted branch. Branchless, multiply-free. */
#include "rays.h"

static ALIGNED(64) bitboard rays[64][2][4]; /* [square][rook, bishop][ray] */

static const enum direction order[2][4] = {{EAST, NORTH, WEST, SOUTH},
                                           {NORTH_EAST, NORTH_WEST, SOUTH_WEST, SOUTH_EAST}};

static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++)
        for (unsigned piece = 0; piece < 2; piece++)
            for (unsigned i = 0; i < 4; i++)
                rays[square][piece][i] = ray_mask(order[piece][i], square);
}

/* The ray without the squares beyond its blockers. `shift` is << or >>, `step` the difference
 * between neighbouring squares. */
#define UNHIDDEN(ray, shift, step)                                                                 \
    ((ray) & ~((((ray)&occupied)shift 1 * (step)) | (((ray)&occupied)shift 2 * (step)) |           \
               (((ray)&occupied)shift 3 * (step)) | (((ray)&occupied)shift 4 * (step)) |           \
               (((ray)&occupied)shift 5 * (step)) | (((ray)&occupied)shift 6 * (step))))

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    const bitboard *r = rays[square][0];
    return UNHIDDEN(r[0], <<, 1) | UNHIDDEN(r[1], <<, 8) | UNHIDDEN(r[2], >>, 1) |
           UNHIDDEN(r[3], >>, 8);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    const bitboard *r = rays[square][1];
    return UNHIDDEN(r[0], <<, 9) | UNHIDDEN(r[1], <<, 7) | UNHIDDEN(r[2], >>, 9) |
           UNHIDDEN(r[3], >>, 7);
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Shifted bitboards",
    .author = "Neels Groenewald",
    .year = "2002",
    .source = "https://www.chessprogramming.org/Shifted_Bitboards",
    .traits = BRANCHLESS | MULTIPLY_FREE,
    .table_bytes = BYTES(sizeof rays / 2, sizeof rays / 2, sizeof rays),
    .init = init,
    .tables = {TABLE(rays)},
};
