/* SPDX-License-Identifier: MIT
 * The rules of chess, including Chess960: positions and moves, for reading and replaying games and
 * for perft. The move generator is simple: if a move may expose the king, it tests whether the king
 * is safe after the move. */
#ifndef POSITION_H
#define POSITION_H

#include "scheme.h"

enum { WHITE, BLACK }; /* sides */

/* Kinds of pieces. The first three are ROOK, BISHOP and QUEEN of enum piece; these follow. */
enum { KNIGHT = QUEEN + 1, PAWN, KING, PIECE_KINDS };

enum { NO_SQUARE = 64 };

/* Returns the lowest square of a set, which is not empty. */
static inline unsigned lowest_square(bitboard set)
{
    return (unsigned)__builtin_ctzll(set);
}

/* Each side has one king and at most 16 pieces. The side not to move is not in check. */
struct position {
    bitboard pieces[PIECE_KINDS]; /* by kind, both colours */
    bitboard colours[2];          /* all pieces of WHITE, of BLACK */
    bitboard castling;            /* squares of the rooks that may still castle */
    uint16_t side;                /* the side to move */
    uint16_t en_passant;      /* square behind a pawn that has just moved two squares; NO_SQUARE */
    uint16_t halfmove_clock;  /* of FEN: plies since a capture or a pawn move */
    uint16_t fullmove_number; /* of FEN: 1 at the start, one more after each move of BLACK */
};

static inline bitboard position_occupied(const struct position *position)
{
    return position->colours[WHITE] | position->colours[BLACK];
}

/* Bits 0-5 are the square that a piece leaves, bits 6-11 the square to which it moves, and bits
 * 12-14 the kind to which a pawn is promoted, or else PAWN. Castling is a move of the king to the
 * square of its own rook, so that it is unambiguous in Chess960, too. */
typedef uint16_t chess_move;

static inline chess_move move_of(unsigned from, unsigned to, unsigned promotion)
{
    return (chess_move)(from | to << 6 | promotion << 12);
}

static inline unsigned move_from(chess_move move)
{
    return move & 63;
}

static inline unsigned move_to(chess_move move)
{
    return move >> 6 & 63;
}

static inline unsigned move_promotion(chess_move move)
{
    return move >> 12;
}

/* Makes a legal move. To take it back, keep a copy of the position. */
void make_move(struct position *position, chess_move move);

/* Where the move generator looks up slider attacks. NULL in place of this means the oracle.
 * look_up() writes the sets as a getter of a scheme does (attacks_fn of scheme.h). */
struct lookups {
    void (*look_up)(void *context, enum piece piece, unsigned square, bitboard occupied,
                    bitboard *sets);
    void *context;
};

/* Returns the kind of the piece on a square; PIECE_KINDS if it is empty. */
unsigned position_kind_on(const struct position *position, unsigned square);

/* Returns whether the king of this side is attacked. */
bool in_check(const struct position *position, unsigned side, const struct lookups *lookups);

/* The most moves of a position that fen_read() accepts: of 15 pieces with at most 27 moves each, a
 * king with 8, and 2 castlings. */
enum { MAX_MOVES = 15 * 27 + 8 + 2 };

#define ALL_SQUARES (~(bitboard)0)

/* Lists the legal moves of the pieces on these squares and returns their number. */
size_t legal_moves(const struct position *position, bitboard from, const struct lookups *lookups,
                   chess_move moves[static MAX_MOVES]);

#endif
