/* SPDX-License-Identifier: MIT
 * Games in Portable Game Notation: https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm
 *
 * A game has at least a tag or a move. It ends with its result. A game without a result ends where
 * a tag or move number 1 follows its moves, or where a second tag Event follows its tags. Comments,
 * lines that begin with %, glyphs, variations and all tags but FEN, SetUp and Variant are skipped.
 *
 * A game is refused as a whole if a part of it cannot be read, if it contains a null move or more
 * than MAX_PLIES moves, or if its variant is neither standard chess nor Chess960. A game is also
 * refused if it has no tags and does not begin with move number 1, as it must be the rest of
 * another game. */
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

/* The most half-moves that a game may have, as 16 bits count them. */
enum { MAX_PLIES = UINT16_MAX };
#define TOO_MANY_PLIES "more than 65535 moves in a game"

/* The caller sets callback and context, and everything else to zero. */
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

/* Returns whether a text, which must not begin with blanks, is PGN: whether it begins with a tag, a
 * comment in braces or a move number. */
bool pgn_begins(const char *text);

/* Reads a line, which has no line feed and is overwritten. Passes each game that ends in this line
 * to the callback. */
void pgn_read_line(struct pgn *pgn, char *text, size_t line);

/* Passes the last game to the callback, and frees memory. */
void pgn_end(struct pgn *pgn);

#endif
