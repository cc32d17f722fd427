/* SPDX-License-Identifier: MIT
 * Sets of a whole board by piece, in a batch build. The header that includes this defines
 * board_attacks(), which writes the 64 sets along some lines and is called with constant lines. */
#include "board.h"

enum { ORTHOGONAL_LINES = 1, DIAGONAL_LINES = 2 };

static inline void board_attacks(unsigned lines, bitboard occupied, bitboard *sets);

static inline void rook_board(bitboard occupied, bitboard *sets)
{
    board_attacks(ORTHOGONAL_LINES, occupied, sets);
}

static inline void bishop_board(bitboard occupied, bitboard *sets)
{
    board_attacks(DIAGONAL_LINES, occupied, sets);
}

static inline void queen_board(bitboard occupied, bitboard *sets)
{
    board_attacks(ORTHOGONAL_LINES | DIAGONAL_LINES, occupied, sets);
}

#define rook_board   rook_board
#define bishop_board bishop_board
#define queen_board  queen_board
