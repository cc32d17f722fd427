/* SPDX-License-Identifier: MIT
 * LINE(line, square), a line without the slider's own square, for schemes that exist with a table
 * and without. The table has the four lines of a square in half a cache line, 2 KiB in all; with
 * COMPUTED_LINES there is none, and every line is shifted into place. */
#include "arithmetic.h"

#ifdef COMPUTED_LINES
#define LINE(line, square) computed_line(line, square)
#define LINE_BYTES         BYTES(0, 0, 0)
#define NO_TABLES          ", no tables"
#define INIT               NULL
#else
static bitboard lines[64][LINES] __attribute__((aligned(64)));

static void init(void)
{
    for (unsigned square = 0; square < 64; square++)
        for (enum line line = 0; line < LINES; line++)
            lines[square][line] = line_mask(line, square);
}

#define LINE(line, square) lines[square][line]
#define INIT               init
#define LINE_BYTES         BYTES(sizeof lines / 2, sizeof lines / 2, sizeof lines)
#define NO_TABLES          ""
#endif
