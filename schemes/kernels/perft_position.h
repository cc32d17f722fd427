/* SPDX-License-Identifier: MIT
 * What the kernel perft counts: the legal sequences of moves from positions. */
#ifndef PERFT_POSITION_H
#define PERFT_POSITION_H

#include "scheme.h"

enum colour { WHITE, BLACK };

/* Kinds of pieces: ROOK, BISHOP and QUEEN of enum piece come first, and these follow. */
enum { KNIGHT = QUEEN + 1, PAWN, KING, PIECE_KINDS };

/* Each side has one king and at most 16 pieces. The side not to move is not in check. */
struct perft_position {
    bitboard pieces[PIECE_KINDS]; /* by kind, both colours */
    bitboard colours[2];          /* all pieces of WHITE, of BLACK */

    /* Rooks that may still castle, at most one on either side of the king on their rank. */
    bitboard castling;

    bitboard en_passant; /* the square that a pawn has just passed, or 0 */
    unsigned side;       /* enum colour: the side to move */
};

struct perft_task {
    struct perft_position position;
    unsigned depth;
};

#endif
