/* SPDX-License-Identifier: MIT
 * Games and positions from files: where the queries of real play come from.
 *
 * The text has one item a line; blank lines and lines that begin with # are skipped:
 *     e2e4 e7e5 g1f3                           a game from the standard start, in UCI notation
 *     <FEN or EPD>                             one position; EPD operations are ignored
 *     <FEN or EPD> moves e2e4 ...              a game from there
 *     [position] startpos [moves e2e4 ...]     UCI's own words
 *     [position] fen <FEN> [moves e2e4 ...]
 * CRLF, a byte-order mark and a missing last newline are accepted. Every move is checked. Errors
 * read "path:line: what, expected what"; after one the corpus is empty. */
#ifndef CORPUS_H
#define CORPUS_H

#include "chess/position.h"

#include <stdio.h>

struct game {
    struct position start;
    const chess_move *moves; /* [plies] */
    size_t plies;
};

struct corpus {
    struct game *games; /* [game_count] */
    size_t game_count;
    size_t position_count; /* of all games: the start and the position after each move */
    chess_move *moves;     /* of all games, one after the other */
};

/* The games of corpus/games.txt, which the program carries inside. */
bool corpus_embedded(struct corpus *corpus, struct error *error);

/* A source's most. Games that hold 16 million queens to move have some 28 million positions in 140 MiB. */
enum { CORPUS_MIB = 256, CORPUS_POSITIONS = 1 << 25 };

/* A file, a FIFO, or stdin if path is "-". */
bool corpus_read(struct corpus *corpus, const char *path, struct error *error);

/* Reads stdin or a FIFO as corpus_read() does, into a temporary file, which is returned; NULL after an error. */
FILE *corpus_copy(const char *path, struct error *error);

void corpus_free(struct corpus *corpus);

/* Walks over all positions of a corpus:
 *     struct corpus_walk walk = {.corpus = corpus};
 *     while (corpus_next(&walk))
 *         ... walk.position ... */
struct corpus_walk {
    const struct corpus *corpus;
    size_t game, ply; /* what comes next */
    struct position position;
};

bool corpus_next(struct corpus_walk *walk);

#endif
