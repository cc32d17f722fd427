/* SPDX-License-Identifier: MIT
 * LINE(line, square), a line without the slider's own square, for schemes with and without a
 * table. The table takes 2 KiB. With COMPUTED_LINES every line is computed by shifts instead.
 * TABLES initialises the members of struct scheme that describe the table. */
#include "arithmetic.h"

#ifdef COMPUTED_LINES
#define LINE(line, square) computed_line(line, square)

#define NO_TABLES ", no tables"
#define TABLES    .init = NULL
#else
static ALIGNED(64) bitboard lines[LINES][PADDED_SQUARES];

static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++)
        for (enum line line = 0; line < LINES; line++)
            lines[line][square] = line_mask(line, square);
}

#define LINE(line, square) lines[line][square]

#define NO_TABLES ""
#define TABLES                                                                                     \
    .table_bytes = BYTES(sizeof lines / 2, sizeof lines / 2, sizeof lines), .init = init,          \
    .tables = {TABLE(lines)}
#endif
