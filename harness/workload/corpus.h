/* SPDX-License-Identifier: MIT
 * The corpus: games and positions from a file, from which queries of real play are made.
 *
 * A file is in PGN (chess/pgn.h) if its first item begins with [, { or a move number. Its games
 * that cannot be read are skipped, but at least one must remain. Any other file has one item per
 * line, where blank lines and lines that begin with #, ; or % are skipped:
 *     e2e4 e7e5 g1f3                           a game from the initial position, in UCI notation
 *     <FEN or EPD>                             one position; operations and values are ignored
 *     <FEN or EPD> moves e2e4 ...              a game from this position
 *     [position] startpos [moves e2e4 ...]     as in the UCI protocol
 *     [position] fen <FEN> [moves e2e4 ...]    as in the UCI protocol
 * Lines end with LF, CRLF or CR; a byte-order mark and a missing last newline are accepted. An
 * error, such as an illegal move in a list, has the form "path:line: found, expected ...", and
 * leaves the corpus empty. */
#ifndef CORPUS_H
#define CORPUS_H

#include "base/error.h"
#include "chess/position.h"

#include <stdio.h>

struct game {
    struct position start;
    size_t first_move, plies; /* in the corpus's moves */
};

enum { CORPUS_REASONS = 5 };

/* Why a game is skipped. */
struct corpus_reason {
    size_t line;
    struct error error;
};

struct corpus {
    const char *name;   /* for errors */
    struct game *games; /* [game_count] */
    size_t game_count;
    size_t position_count; /* of all games: the start and the position after each move */
    chess_move *moves;     /* of all games, in order */
    size_t skipped;        /* games */
    struct corpus_reason reasons[CORPUS_REASONS]; /* of the first skipped games */
};

/* Limits of a file. The longest list has 16 million queries. Games with so many queen queries have
 * some 28 million positions in 140 MiB. */
enum { CORPUS_MIB = 256, CORPUS_POSITIONS = 1 << 25 };

/* Reads a file or a FIFO; standard input if path is "-"; if path is NULL, the games of
 * corpus/games.txt, which are in the executable. Errors are STATUS_INPUT, or STATUS_ENVIRONMENT
 * without memory. */
bool corpus_read(struct corpus *corpus, const char *path, struct error *error);

/* Makes positions readable for several processes: standard input and a FIFO, which can be read only
 * once, are copied to a temporary file. That file becomes standard input, and *path becomes "-".
 * Other paths and NULL stay as they are. Fails as corpus_read() does, or with
 * STATUS_ENVIRONMENT. */
bool corpus_spool(const char **path, struct error *error);

/* Prints why each of the first skipped games was skipped, and how many were. Prints nothing if all
 * games were read. */
void corpus_print_skipped(const struct corpus *corpus, FILE *out);

void corpus_free(struct corpus *corpus);

/* Iterates over all positions of a corpus:
 *     struct corpus_walk walk = {.corpus = corpus};
 *     while (corpus_next(&walk))
 *         ... walk.position ... */
struct corpus_walk {
    const struct corpus *corpus;
    size_t distance;  /* from one position of the walk to the next; 0 stands for 1 */
    size_t index;     /* of the next position, in the whole corpus */
    size_t game, ply; /* of the next position */
    struct position position;
};

/* Moves to the next position of the walk. Returns false after the last one. */
bool corpus_next(struct corpus_walk *walk);

/* Returns a walk over positions from which n searches begin, spread evenly over the corpus. As some
 * searches give few queries, it has n to 2 n positions; fewer if the corpus has fewer. */
struct corpus_walk corpus_roots(const struct corpus *corpus, size_t n);

#endif
