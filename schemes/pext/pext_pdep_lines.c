/* SPDX-License-Identifier: MIT
 * PEXT and PDEP, line by line: PEXT gathers the inner squares of a line into six bits, a table has
 * the attacks as a byte, and PDEP scatters its bits along the line. All lines share the 512 bytes
 * of the first rank. A short diagonal ends where the first rank has an inner square, but what
 * is beyond the diagonal only changes bits that PDEP drops. Ranks need neither instruction.
 * Wylie Garvin, "smaller tables for PEXT-style attack getters", 13 January 2016,
 * http://www.talkchess.com/forum/viewtopic.php?t=58910
 *
 * Cost: rook 1 pext, 1 pdep and 5 loads, bishop 2, 2 and 8; both instructions are slow on AMD
 * before Zen 3. 5 KiB. Branchless, multiply-free. */
#if defined(__BMI2__) && defined(__x86_64__)
#include "bmi2.h"
#include "first_rank.h"

/* An array per field: a square times 8 folds into the address. */
static ALIGNED(64) struct line_data {
    bitboard relevant[PADDED_SQUARES];      /* what PEXT gathers */
    bitboard squares[PADDED_SQUARES];       /* the whole line, on which PDEP scatters */
    const uint8_t *attacks[PADDED_SQUARES]; /* into first_rank, by the slider's place on the line */
} line_data[LINES - 1];                     /* [line - FILE_LINE] */

static inline void init(void)
{
    init_first_rank();
    for (unsigned square = 0; square < 64; square++)
        for (enum line line = FILE_LINE; line < LINES; line++) {
            struct line_data *data = &line_data[line - FILE_LINE];
            bitboard squares = line_mask(line, square) | square_bit(square);
            bitboard first = squares & -squares;
            bitboard eighth = line == FILE_LINE ? RANK_8 : RANK_8 | FILE_H;
            data->relevant[square] = squares & ~first & ~eighth;
            data->squares[square] = squares;
            data->attacks[square] = first_rank + count_bits(squares & (square_bit(square) - 1));
        }
}

static inline bitboard attacks_on_line(enum line line, unsigned square, bitboard occupied)
{
    if (line == RANK_LINE)
        return rank_attacks(square, occupied);
    const struct line_data *data = &line_data[line - FILE_LINE];
    size_t inner = (size_t)pext(occupied, data->relevant[square]);
    return pdep(data->attacks[square][8 * inner], data->squares[square]);
}

#include "line_getters.h"

#include "kernels.h"
#else
#include "unsupported.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "PEXT and PDEP, line by line",
    .author = "Wylie Garvin",
    .year = "2016",
    .source = "http://www.talkchess.com/forum/viewtopic.php?t=58910",
    .needs = "bmi2",
    .traits = BRANCHLESS | MULTIPLY_FREE,
    .table_bytes =
        BYTES(sizeof first_rank + sizeof line_data[0], sizeof first_rank + 2 * sizeof line_data[0],
              sizeof first_rank + sizeof line_data),
    .init = init,
    .tables = {TABLE(first_rank), TABLE(line_data)},
};
