/* SPDX-License-Identifier: MIT
 * Verification of a scheme against the independent oracle (chess/oracle.h), and perft. */
#ifndef VERIFY_H
#define VERIFY_H

#include "base/subprocess.h"
#include "chess/position.h"
#include "plan/rows.h"
#include "scheme.h"

#include <stdio.h>

/* The length, in queries, of the list by which timed loops are verified. */
enum { VERIFY_LIST_LENGTH = 4096 };

/* What a verification found: if `correct`, how much was compared; else the first wrong result. */
struct finding {
    bool correct;
    uint64_t results; /* compared so far */
    /* A hash of all results, which is the same for all correct schemes, compilers and machines. */
    uint64_t signature;
    const char *what; /* "rook", "rooks (as a set)", "view after toggle", ... */
    unsigned square;
    bitboard occupied, expected, got;
};

enum verify_depth {
    /* Before timing: all patterns of the relevant squares, 102,400 of rooks and 5,248 of bishops,
     * each twice: with nothing else on the board, and with the slider and random other pieces. */
    VERIFY_RELEVANT,
    /* All patterns of the slider's square and its lines, 2,097,152 of rooks and 142,336 of bishops,
     * each four times: with all other squares empty, with all full, and twice with random ones.
     * Also random sets of sliders, and views after toggle() against rebuilt views: after each of
     * the 64 toggles of random views, and along a random walk. */
    VERIFY_FULL
};

enum { VERIFY_RELEVANT_SECONDS = 60, VERIFY_FULL_SECONDS = 120 }; /* limits of CPU time */

/* Calls scheme->init(), protects static data (machine/pages.h) and verifies the scheme, which must
 * be supported here and must not be a MOCK. Ends the process if the scheme writes static data;
 * verify_in_child() reports this instead. */
struct finding verify_scheme(const struct scheme *scheme, enum verify_depth depth);

/* Runs verify_scheme() in a child process. Sets `why` and returns as run_in_child() does. */
bool verify_in_child(const struct scheme *scheme, enum verify_depth depth, struct finding *finding,
                     char why[static FAULT_SIZE], struct error *error);

/* Prints a wrong result with its boards. */
void finding_print(const struct scheme *scheme, const struct finding *finding, FILE *out);

/* Verifies each scheme that this CPU supports, in a child process, and sets the status of its rows,
 * so that no wrong scheme is ever timed. Draws the boards of a wrong result on stderr. Fails with
 * STATUS_ENVIRONMENT if no child process can be started, and with STATUS_INTERRUPTED after an
 * interrupt. */
bool verify_rows(struct rows *rows, struct error *error);

/* ---- perft (perft.c) ---- */

/* Perft is the number of legal sequences of moves, which is known for many positions. Counted with
 * a scheme whose getters and toggle() are right, it must be the known number.
 * https://www.chessprogramming.org/Perft */

/* Returns the number of legal sequences of `depth` moves; 1 for depth 0. All slider attacks come
 * from the getters of the scheme, and toggle() changes its view from board to board. The scheme
 * must not be a mock, and its tables must be built. */
uint64_t perft(const struct scheme *scheme, const struct position *position, unsigned depth);

#endif
