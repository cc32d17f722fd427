/* SPDX-License-Identifier: MIT
 * Games in Portable Game Notation: https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm
 *
 * A game has a tag or a move. It ends with its result. Without one, it ends where a tag or move
 * number 1 follows its moves, or where a second Event follows its tags. Comments, lines that begin
 * with %, glyphs, variations and all tags but FEN, SetUp and Variant are skipped.
 *
 * A game is refused as a whole if any of it cannot be read, if it contains a null move or more than
 * MAX_PLIES moves, or if its variant is neither standard chess nor Chess960. A game without tags
 * that does not begin with move number 1 is refused, too: it is the rest of another game. */
#ifndef PGN_H
#define PGN_H

#include "base/error.h"
#include "chess/position.h"

struct pgn_game {
    struct position start;
    chess_move *moves; /* [plies] */
    size_t plies;
    struct error error; /* the text is "" unless the game is refused */
    size_t error_line;
};

/* Half-moves of a game, at most: 16 bits count them. */
enum { MAX_PLIES = UINT16_MAX };
#define TOO_MANY_PLIES "more than 65535 moves in a game"

/* Set callback and context; the rest is zero at first. */
struct pgn {
    /* Receives a game, and copies what it keeps of it. */
    void (*callback)(void *context, const struct pgn_game *game);
    void *context;
    /* private */
    struct pgn_game game; /* the current one */
    enum { PGN_BETWEEN, PGN_TAGS, PGN_MOVES } part;
    size_t line, ply, move_room;
    struct position position;
    bool event, fen, set_up; /* the current game has this tag */
    bool any_tag;
    bool in_comment;
    unsigned variations; /* whose parenthesis is open */
};

/* Returns whether a text, without blanks at its beginning, is PGN: it begins with a tag, a comment
 * in braces or a move number. */
bool pgn_begins(const char *text);

/* Reads a line, which it changes, without its end. Sends each game that ends in it. */
void pgn_read_line(struct pgn *pgn, char *text, size_t line);

/* Sends the last game, and frees memory. */
void pgn_end(struct pgn *pgn);

#endif
