/* SPDX-License-Identifier: MIT
 * LINE(line, square), a line without the slider's own square, for schemes with and without a
 * table. The table takes 2 KiB. With COMPUTED_LINES every line is computed by shifts instead. */
#include "arithmetic.h"

#ifdef COMPUTED_LINES
#define LINE(line, square) computed_line(line, square)
#define LINE_BYTES         BYTES(0, 0, 0)
#define NO_TABLES          ", no tables"
#define INIT               NULL
#else
static bitboard lines[LINES][PADDED_SQUARES] __attribute__((aligned(64)));

static void init(void)
{
    for (unsigned square = 0; square < 64; square++)
        for (enum line line = 0; line < LINES; line++)
            lines[line][square] = line_mask(line, square);
}

#define LINE(line, square) lines[line][square]
#define INIT               init
#define LINE_BYTES         BYTES(sizeof lines / 2, sizeof lines / 2, sizeof lines)
#define NO_TABLES          ""
#endif
