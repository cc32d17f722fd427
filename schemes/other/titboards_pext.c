/* SPDX-License-Identifier: MIT
 * Titboards whose lines are gathered by PEXT: see titboards.c. PEXT leaves the slider's own square
 * out, so that one table converts all lines.
 * Malik Tremain (TiltedDFA), 2026, https://github.com/Gigantua/Chess_Movegen/pull/5; written from
 * this description.
 *
 * Cost per line: 6 loads, two of them for the union of targets, 2 pext, which is slow on AMD before
 * Zen 3. 2.1 MiB a rook or bishop, 256 B to convert. Branchless, multiply-free. */
#if defined(__BMI2__) && defined(__x86_64__)
#include "bmi2.h"
#include "titboards.h"

/* The address of a square's targets would take a multiplication. */
static ALIGNED(64) struct line_parts {
    bitboard mask;
    const bitboard *targets;
} lines[64][LINES];

static ALIGNED(64) uint16_t ternary[128];

static inline void init_lines(void)
{
    for (unsigned byte = 0; byte < 128; byte++)
        ternary[byte] = in_ternary(byte, 7);
    for (unsigned square = 0; square < 64; square++)
        for (enum line line = RANK_LINE; line < LINES; line++) {
            lines[square][line].mask = line_mask(line, square);
            lines[square][line].targets = targets[square][line];
        }
}

static inline unsigned ternary_number(enum line line, unsigned square, bitboard side)
{
    return ternary[pext(side, lines[square][line].mask)];
}

static inline const bitboard *targets_of(enum line line, unsigned square)
{
    return lines[square][line].targets;
}

#include "kernels.h"
#else
#include "unsupported.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Titboards by PEXT",
    .author = "Zach Wegner, Malik Tremain",
    .year = "2026",
    .source = "https://github.com/Gigantua/Chess_Movegen/pull/5",
    .needs = "bmi2",
    .traits = BRANCHLESS | MULTIPLY_FREE,
    .table_bytes = BYTES((sizeof targets + sizeof lines) / 2 + sizeof ternary,
                         (sizeof targets + sizeof lines) / 2 + sizeof ternary,
                         sizeof targets + sizeof lines + sizeof ternary),
    .init = init,
    .tables = {TABLE(lines), TABLE(ternary), TABLE(targets)},
};
