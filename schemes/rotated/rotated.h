/* SPDX-License-Identifier: MIT
 * Rotated bitboards: four boards of the same occupancy, in each of which the lines of one
 * direction are in consecutive bits. They are updated as pieces move. The maps are
 * DarkThought's, mirrored left to right because here the a-file is the low bit. Byte r of the
 * normal board is a rank, byte f of the flipped one a file. Each byte of the other two holds a
 * whole diagonal and, if that is shorter than 8, another one that fills the byte; two squares of
 * a file never share a byte. https://people.csail.mit.edu/heinz/dt/node8.html */
#ifndef ROTATED_H
#define ROTATED_H

#include "board.h"

/* Returns the number of a square's bit in the byte of its line. */
static inline unsigned place_on_line(enum line line, unsigned square)
{
    return line == FILE_LINE ? rank_of(square) : file_of(square);
}

/* Returns the shift that brings down the byte of the slider's line; modulo 64, as shifts take
 * it. */
static inline unsigned line_shift(enum line line, unsigned square)
{
    unsigned rank = square & 56, file = square << 3;
    return 63 & (line == RANK_LINE   ? rank
                 : line == FILE_LINE ? file
                 : line == DIAGONAL  ? rank - file
                                     : rank + file);
}

/* Returns the squares of a line whose bits are set in `byte`, except `square`. */
static inline bitboard line_squares(enum line line, unsigned square, unsigned byte)
{
    bitboard squares = 0;
    for (bitboard rest = line_mask(line, square); rest; rest &= rest - 1)
        if (byte >> place_on_line(line, (unsigned)trailing_zeros(rest)) & 1)
            squares |= rest & -rest;
    return squares;
}

#endif
