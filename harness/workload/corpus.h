/* SPDX-License-Identifier: MIT
 * Games and positions from files, the source of queries of real play.
 *
 * The text has one item per line; blank lines and lines that begin with # are skipped:
 *     e2e4 e7e5 g1f3                           a game from the initial position, in UCI notation
 *     <FEN or EPD>                             one position; EPD operations are ignored
 *     <FEN or EPD> moves e2e4 ...              a game from this position
 *     [position] startpos [moves e2e4 ...]     as in the UCI protocol
 *     [position] fen <FEN> [moves e2e4 ...]    as in the UCI protocol
 * CRLF, a byte-order mark and a missing last newline are accepted. Illegal moves are errors.
 * Errors have the form "path:line: found, expected ..."; the corpus is then empty. */
#ifndef CORPUS_H
#define CORPUS_H

#include "base/error.h"
#include "chess/position.h"

#include <stdio.h>

struct game {
    struct position start;
    const chess_move *moves; /* [plies] */
    size_t plies;
};

struct corpus {
    const char *name;   /* for errors */
    struct game *games; /* [game_count] */
    size_t game_count;
    size_t position_count; /* of all games: the start and the position after each move */
    chess_move *moves;     /* of all games, in order */
};

/* Reads the games of corpus/games.txt, which are part of the executable. Errors are
 * STATUS_ENVIRONMENT. */
bool corpus_embedded(struct corpus *corpus, struct error *error);

/* Limits of a file. Games with 16 million queen queries have some 28 million positions in
 * 140 MiB. */
enum { CORPUS_MIB = 256, CORPUS_POSITIONS = 1 << 25 };

/* Reads a file or a FIFO; stdin if path is "-", the embedded games if it is NULL. Errors are
 * STATUS_INPUT for the file, with the line. */
bool corpus_read(struct corpus *corpus, const char *path, struct error *error);

/* Copies stdin or a FIFO to a temporary file, with the checks of corpus_read(). Returns the
 * file; NULL after an error, with the statuses of corpus_read(). */
FILE *corpus_copy(const char *path, struct error *error);

void corpus_free(struct corpus *corpus);

/* Iterates over all positions of a corpus:
 *     struct corpus_walk walk = {.corpus = corpus};
 *     while (corpus_next(&walk))
 *         ... walk.position ... */
struct corpus_walk {
    const struct corpus *corpus;
    size_t distance;  /* between positions; 0: as 1           */
    size_t index;     /* of the next position, of all games   */
    size_t game, ply; /* of the next position                 */
    struct position position;
};

/* Moves to the next position. Returns false after the last one. */
bool corpus_next(struct corpus_walk *walk);

/* Returns a walk for n root positions of searches, so far apart that they extend over the whole
 * corpus. It has n to 2 n positions, as some searches give little; fewer if the corpus has. */
struct corpus_walk corpus_roots(const struct corpus *corpus, size_t n);

#endif
