/* SPDX-License-Identifier: MIT
 * Rotated bitboards: four boards of the same occupancy, so mapped that each kind of line lies in
 * consecutive bits of one of them. They are kept up to date as pieces come and go. The maps are
 * DarkThought's, mirrored left to right because here the a-file is the low bit: byte r of the
 * normal board is a rank, byte f of the flipped one a file, and each byte of the other two holds a
 * whole diagonal and, if that is shorter than 8, another one to fill the byte; two squares of a
 * file never share a byte. https://people.csail.mit.edu/heinz/dt/node8.html */
#ifndef ROTATED_H
#define ROTATED_H

#include "board.h"

/* Where a square's bit stands in the byte of its line. */
static inline unsigned place_on_line(enum line line, unsigned square)
{
    return line == FILE_LINE ? rank_of(square) : file_of(square);
}

/* How far a board is shifted to bring down the byte of the slider's line; modulo 64, as shifts take
 * it. */
static inline unsigned line_shift(enum line line, unsigned square)
{
    unsigned rank = square & 56, file = square << 3;
    return 63 & (line == RANK_LINE   ? rank
                 : line == FILE_LINE ? file
                 : line == DIAGONAL  ? rank - file
                                     : rank + file);
}

/* The squares of a line, but for `square`, whose places are set in `byte`. */
static inline bitboard line_squares(enum line line, unsigned square, unsigned byte)
{
    bitboard squares = 0;
    for (bitboard rest = line_mask(line, square); rest; rest &= rest - 1)
        if (byte >> place_on_line(line, (unsigned)__builtin_ctzll(rest)) & 1)
            squares |= rest & -rest;
    return squares;
}

#endif
