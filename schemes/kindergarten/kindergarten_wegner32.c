/* SPDX-License-Identifier: MIT
 * Kindergarten bitboards for 32-bit machines: the two halves of a line are folded into one word,
 * and a 32-bit multiply gathers its six inner squares at the top. A table by square holds the
 * attacks. The bits arrive out of order, so the same function fills the table. The rank comes from
 * the first-rank table.
 *
 * Zach Wegner, 2006 (Winboard Forum, 22 August):
 * https://www.chessprogramming.org/Kindergarten_Bitboards, "32-bit Versions"
 *
 * Corrected: for the file the page prints `(U32)occ | (U32)(occ >> 29)`, which moves the upper half
 * up by three. But the shift also moves the lower half's bits 29 to 31 (f4, g4, h4) down. As bits 0
 * to 2 they change the index. On files f, g and h all 24 squares are wrong if the mask holds
 * ranks 2 to 7; if it leaves out the slider's square, six are wrong, on ranks 1 and 8. Moving the
 * upper half alone is exact on all 64 squares. Fold and multiplier of the diagonals are right as
 * printed.
 *
 * Cost: per file or diagonal 2 loads, a fold, one 32-bit multiply, 32 KiB; for the rank 1 load,
 * 512 bytes. Rook 33 KiB, bishop 65 KiB. A square's masks share a cache line. Branchless. */
#include "first_rank.h"

/* [square][line]; the rank's is unused and makes a square's masks 32 bytes, half a cache line. */
static ALIGNED(64) bitboard masks[64][LINES];
/* [line - 1][square][line_index()] */
static ALIGNED(64) bitboard table[LINES - 1][64][64];

/* The file's halves, eight squares to a rank and moved by three, have no bit in common. So they
 * may be added, and x86 adds eight times a register at once. */
static inline unsigned line_index(enum line line, unsigned square, bitboard occupied)
{
    occupied &= masks[square][line];
    uint32_t lower = (uint32_t)occupied, upper = (uint32_t)(occupied >> 32);
    uint32_t gathered =
        line == FILE_LINE ? (lower + 8 * upper) * 0x01041041u : (lower | upper) * 0x02020202u;
    return gathered >> 26;
}

static inline void init(void)
{
    init_first_rank();
    for (unsigned square = 0; square < 64; square++)
        for (enum line line = FILE_LINE; line < LINES; line++) {
            bitboard mask = relevant_on_line(line, square), subset = 0;
            masks[square][line] = mask;
            do
                table[line - 1][square][line_index(line, square, subset)] =
                    reference_line_attacks(line, square, subset);
            while ((subset = next_subset(subset, mask)));
        }
}

static inline bitboard attacks_on_line(enum line line, unsigned square, bitboard occupied)
{
    return table[line - 1][square][line_index(line, square, occupied)];
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return attacks_on_line(FILE_LINE, square, occupied) | rank_attacks(square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return attacks_on_line(DIAGONAL, square, occupied) |
           attacks_on_line(ANTIDIAGONAL, square, occupied);
}

#include "kernels.h"

#define MASK_BYTES (sizeof masks / LINES)
#define LINE_BYTES (sizeof table / (LINES - 1) + MASK_BYTES)

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Kindergarten, Wegner's 32-bit index (corrected)",
    .author = "Zach Wegner",
    .year = "2006",
    .source = "https://www.chessprogramming.org/Kindergarten_Bitboards",
    .traits = BRANCHLESS,
    .table_bytes =
        BYTES(LINE_BYTES + sizeof first_rank, 2 * LINE_BYTES, 3 * LINE_BYTES + sizeof first_rank),
    .init = init,
    .tables = {TABLE(first_rank), TABLE(masks), TABLE(table)},
};
