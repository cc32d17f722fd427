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

#include "chess/notation.h"

/* A game that is read move by move, from PGN or elsewhere. */
struct game_reader {
    struct position start, position; /* the first one and the current one */
    chess_move *moves;               /* [plies] */
    size_t plies, room;
};

/* The most half-moves that a game may have, since 16 bits count them. */
enum { MAX_PLIES = UINT16_MAX };

/* Appends a move that `read` reads. Fails as `read` does, or with STATUS_INPUT after MAX_PLIES
 * moves. */
bool game_add_move(struct game_reader *game, const char *text, move_reader *read,
                   struct error *error);

/* The caller sets callback and context, and everything else to zero. */
struct pgn {
    /* Receives a game, which is valid only during the call. */
    void (*callback)(void *context, const struct pgn *pgn);
    void *context;
    struct game_reader game; /* the current one */
    struct error error;      /* the text is "" unless the game is refused */
    size_t error_line;
    /* private */
    enum { PGN_BETWEEN, PGN_TAGS, PGN_MOVES } part;
    size_t line, ply;
    bool event, fen, set_up; /* the current game has this tag */
    bool any_tag;
    bool in_comment;
    unsigned variations; /* whose parenthesis is open */
};

/* Returns whether a text, which must not begin with blanks, is PGN: it begins with a tag, a comment
 * in braces or a move number. */
bool pgn_begins(const char *text);

/* Reads a line without its line feed, and overwrites it. Passes each game that ends in this line to
 * the callback. */
void pgn_read_line(struct pgn *pgn, char *text, size_t line);

/* Passes the last game to the callback, and frees memory. */
void pgn_end(struct pgn *pgn);

#endif
