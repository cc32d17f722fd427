/* SPDX-License-Identifier: MIT
 * A template, kept compiling by the tests: `cp EXAMPLE.c mine.c`, write your getters, and add the
 * line `scheme(mine)` to CMakeLists.txt. Tests, rows, tables and the catalogue follow from it.
 *
 * Say here what it is, who thought of it, when, where it is published, and what a lookup costs:
 *
 * Ray walk: steps along each ray up to the first blocker. Folklore.
 * Cost: 4 loops a piece, up to 14 steps for a rook. No tables. Branchy. */
#include "board.h"

/* Tables are file-static, aligned to a cache line and filled by init(); kernels only read them. */
static bitboard neighbours[64] __attribute__((aligned(64)));

static void init(void)
{
    for (unsigned square = 0; square < 64; square++)
        neighbours[square] = reference_rook_attacks(square, ~(bitboard)0) |
                             reference_bishop_attacks(square, ~(bitboard)0);
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return reference_rook_attacks(square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return reference_bishop_attacks(square, occupied);
}

/* Optional: a getter of your own in place of what kernels.h would supply. Say so with the #define.
 */
static inline bitboard queen_attacks(unsigned square, bitboard occupied)
{
    return neighbours[square] | rook_attacks(square, occupied) | bishop_attacks(square, occupied);
}
#define queen_attacks queen_attacks

#include "kernels.h"

/* A scheme made of intrinsics guards its getters with `#ifdef __AVX2__`, includes unsupported.h in the
 * #else, says `.needs = "avx2"`, and its line reads `scheme(mine X86 -mavx2)`. */
const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Example: ray walk",
    .author = "folklore",
    .year = "1970s",
    .source = "https://www.chessprogramming.org/Sliding_Piece_Attacks",
    .traits = MULTIPLY_FREE,
    .table_bytes = BYTES(0, 0, sizeof neighbours),
    .init = init,
};
