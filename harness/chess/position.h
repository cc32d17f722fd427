/* SPDX-License-Identifier: MIT
 * The rules of chess, Chess960 included: positions, moves and their notation. Games are read and
 * replayed with these. The move generator is the plain one: it tries each move, and shares
 * nothing with the fast one of schemes/kernels/perft.h, so that either checks the other. Its
 * slider attacks come from outside, so that what it asks can be recorded. */
#ifndef CHESS_H
#define CHESS_H

#include "base/error.h"
#include "scheme.h"

enum { NO_SQUARE = 64 };

struct position {
    bitboard
        pieces[PIECE_KINDS]; /* by kind, both colours                                             */
    bitboard colours[2];     /* all men of WHITE, of BLACK                                        */
    bitboard castling;       /* squares of the rooks that may still castle                        */
    uint16_t side;           /* enum colour: who is to move                                       */
    uint16_t en_passant;     /* square behind a pawn that has just moved two squares; NO_SQUARE   */
    uint16_t quiet_plies;    /* FEN's halfmove clock: plies since a capture or a pawn's move      */
    uint16_t full_moves;     /* FEN's fullmove number: 1 at the start, up after BLACK's move      */
};

static inline bitboard position_occupied(const struct position *position)
{
    return position->colours[WHITE] | position->colours[BLACK];
}

/* Bits 0-5 from, 6-11 to, 12-14 the man that a pawn becomes, PAWN if none does. Castling is the
 * king's move to its own rook's square, which is no other move even in Chess960. */
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

struct undo { /* what a move destroys */
    bitboard castling;
    uint16_t captured; /* kind of man that stood on the target square; MEN if none */
    uint16_t en_passant, quiet_plies;
};

/* Plays a legal move. Which squares changed in the occupancy shows by comparing it before and
 * after. */
struct undo make_move(struct position *position, chess_move move);
void unmake_move(struct position *position, chess_move move, const struct undo *undo);

/* Where the attacks of sliders come from. `context` is passed on. */
struct sliders {
    bitboard (*rook)(const void *context, unsigned square, bitboard occupied);
    bitboard (*bishop)(const void *context, unsigned square, bitboard occupied);
    const void *context;
};

extern const struct sliders oracle_sliders;

bool in_check(const struct position *position, enum colour side, const struct sliders *sliders);

/* No position that fen_read() takes has more: 15 men of at most 27 moves, a king of 8, 2 castlings.
 */
enum { MAX_MOVES = 15 * 27 + 8 + 2 };

/* Writes the legal moves, returns their number. */
size_t legal_moves(const struct position *position, const struct sliders *sliders,
                   chess_move moves[static MAX_MOVES]);

struct perft_position perft_position_of(const struct position *position);

/* Notation, in notation.c. Errors are STATUS_INPUT with a text like "side to move is 'x', expected
 * 'w' or 'b'".
 *
 * FEN is part 16.1 of the PGN standard, EPD part 16.2:
 * https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm Castling rights are those of
 * X-FEN: KQkq mean the outermost rook, file letters AHah any. So Chess960 and Shredder-FEN are
 * read, too. https://www.chessprogramming.org/Forsyth-Edwards_Notation#X-FEN */

#define START_FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

enum { FEN_SIZE = 96, MOVE_SIZE = 6 }; /* longest text with its end */

/* Reads the four fields of an EPD or the six of a FEN. What follows, such as EPD operations, is
 * left alone; *rest, unless rest is NULL, says where it begins. After false *position is undefined.
 */
bool fen_read(struct position *position, const char *text, const char **rest, struct error *error);

/* Writes six fields; returns text. */
const char *fen_write(const struct position *position, char text[static FEN_SIZE]);

/* UCI's notation: e2e4, e7e8q. Castling is written e1g1 from the squares of classic chess and else,
 * as in Chess960, as king takes rook, which is read in any case. The move read is legal. */
bool move_read(chess_move *move, const struct position *position, const char *text,
               struct error *error);
const char *move_write(const struct position *position, chess_move move,
                       char text[static MOVE_SIZE]);

#endif
