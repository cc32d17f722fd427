/* SPDX-License-Identifier: MIT
 * A template, which the tests compile: `cp EXAMPLE.c rays/mine.c`, write your getters, and add the
 * line `scheme(mine)` to list.cmake, after `family(rays)`. The scheme then has its tests, rows and
 * lines in tables. CONTRIBUTING.md has the commands, also the one that updates the catalogue.
 *
 * Begin with what the scheme does, its author, year and source, and the cost of a lookup:
 *
 * Ray walk: steps along each ray up to the first blocker. Folklore.
 * Cost: 4 loops per piece, up to 14 steps for a rook. No tables. Branchy. */
#include "board.h"

/* Tables are static, aligned to a cache line and filled by init(); kernels only read them. A struct
 * or union has a tag. `.tables`, below, lists them all. */
static ALIGNED(64) bitboard neighbours[64];

static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++)
        neighbours[square] = reference_queen_attacks(square, ~(bitboard)0);
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return reference_rook_attacks(square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return reference_bishop_attacks(square, occupied);
}

/* Optional: your own code for a getter of kernels/defaults.h. The #define marks it. */
static inline bitboard queen_attacks(unsigned square, bitboard occupied)
{
    return neighbours[square] | rook_attacks(square, occupied) | bishop_attacks(square, occupied);
}
#define queen_attacks queen_attacks

#include "kernels.h"

/* With intrinsics: put everything above, from the first table on, between `#ifdef __AVX2__` and
 * `#else`, `#include "unsupported.h"`, `#endif`. Add `.needs = "avx2"` to the object and SIMD to
 * its traits, and write the line as `scheme(mine SIMD X86_FLAGS -mavx2)`. */
const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Example: ray walk",
    .author = "folklore",
    .year = "1970s",
    .source = "https://www.chessprogramming.org/Sliding_Piece_Attacks",
    .traits = MULTIPLY_FREE,
    .table_bytes = BYTES(0, 0, sizeof neighbours),
    .init = init,
    .tables = {TABLE(neighbours)},
};
