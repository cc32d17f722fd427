/* SPDX-License-Identifier: MIT
 * The rules of chess, including Chess960: positions and moves, for reading and replaying games
 * and for perft. The move generator is a plain one that tries each move. */
#ifndef POSITION_H
#define POSITION_H

#include "scheme.h"

enum colour { WHITE, BLACK };

/* Kinds of pieces: ROOK, BISHOP and QUEEN of enum piece come first, and these follow. */
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
    uint16_t side;                /* enum colour: the side to move */
    uint16_t en_passant;  /* square behind a pawn that has just moved two squares; NO_SQUARE */
    uint16_t quiet_plies; /* FEN's halfmove clock: plies since a capture or a pawn move */
    uint16_t full_moves;  /* FEN's fullmove number: 1 at the start, increased after BLACK's move */
};

static inline bitboard position_occupied(const struct position *position)
{
    return position->colours[WHITE] | position->colours[BLACK];
}

/* Bits 0-5: from. Bits 6-11: to. Bits 12-14: the kind that a pawn promotes to, or PAWN. Castling is
 * the king's move to the square of its own rook, which is unambiguous even in Chess960. */
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

/* The state that a move destroys. */
struct undo {
    bitboard castling;
    uint16_t captured; /* kind of the piece on the target square; PIECE_KINDS if none */
    uint16_t en_passant, quiet_plies;
};

/* Makes a legal move. To find the changed squares, compare the occupancy before and after. */
struct undo make_move(struct position *position, chess_move move);

/* Takes back the last move, with what make_move() returned. */
void unmake_move(struct position *position, chess_move move, const struct undo *undo);

/* Where the move generator looks up slider attacks; NULL stands for the oracle. look_up() writes
 * the sets as a scheme's getter does (attacks_fn of scheme.h). */
struct lookups {
    void (*look_up)(void *context, enum piece piece, unsigned square, bitboard occupied,
                    bitboard *sets);
    void *context;
};

/* Returns the kind of the piece on a square; PIECE_KINDS if it is empty. */
unsigned position_kind_on(const struct position *position, unsigned square);

/* Returns whether the king of this side is attacked. */
bool in_check(const struct position *position, enum colour side, const struct lookups *lookups);

/* Upper bound for positions that fen_read() accepts: 15 pieces with at most 27 moves each, a
 * king with 8, and 2 castlings. */
enum { MAX_MOVES = 15 * 27 + 8 + 2 };

/* Lists the legal moves and returns their number. */
size_t legal_moves(const struct position *position, const struct lookups *lookups,
                   chess_move moves[static MAX_MOVES]);

/* Returns the origins, among `from`, of legal moves to a square by pieces of the side to move.
 * Castling is not among them. */
bitboard legal_origins(const struct position *position, bitboard from, unsigned to);

#endif
