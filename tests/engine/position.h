/* SPDX-License-Identifier: MIT
 * Positions, their moves, and the search for the best one. */
#ifndef POSITION_H
#define POSITION_H

#include <stdbool.h>
#include <stdint.h>

enum { WHITE, BLACK };
enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, KINDS };

struct position {
    uint64_t kinds[KINDS];
    uint64_t colours[2];
    uint64_t castling;   /* squares of the rooks that may castle */
    uint64_t en_passant; /* the square that a pawn has just passed, or 0 */
    int side;            /* to move */
};

/* From square, target square << 6, kind of promotion << 12. No move is 0. */
typedef uint16_t move;

enum { MAX_MOVES = 256 };

static inline int from_square(move m)
{
    return m & 63;
}

static inline int to_square(move m)
{
    return m >> 6 & 63;
}

static inline int promotion(move m)
{
    return m >> 12;
}

static inline uint64_t occupied(const struct position *p)
{
    return p->colours[WHITE] | p->colours[BLACK];
}

/* Returns KINDS for an empty square. */
int kind_at(const struct position *p, int square);

/* Returns false if the text is not a FEN with one king a side. */
bool read_fen(const char *fen, struct position *p);

/* Returns the attack set of a piece that is no pawn. */
uint64_t attacks_of(int kind, int square, uint64_t all);

bool is_attacked(const struct position *p, int square, int by);
bool in_check(const struct position *p);

/* Writes pseudo-legal moves, or only captures and promotions to a queen, and returns their
 * number. */
int generate(const struct position *p, bool captures, move moves[MAX_MOVES]);

/* Makes a pseudo-legal move; returns false if it leaves the king in check. */
bool make(struct position *p, move m);

/* Returns 0 if the text is no legal move, as in "e7e8q". */
move read_move(const struct position *p, const char *text);
void write_move(move m, char text[6]);

uint64_t perft(const struct position *p, int depth);

/* Returns the value of a position for the side to move, in centipawns. */
int evaluate(const struct position *p);

enum { MAX_DEPTH = 64 };

/* Searches by iterative deepening, prints a line of each depth, and returns the best move, or 0 if
 * there is no legal one. Ends after `depth` or as soon as `nodes` are visited; always the same. */
move search(const struct position *p, int depth, uint64_t nodes);

#endif
