/* SPDX-License-Identifier: MIT
 * Verification of a scheme against the independent oracle (chess/oracle.h), and perft. */
#ifndef VERIFY_H
#define VERIFY_H

#include "base/subprocess.h"
#include "chess/position.h"
#include "plan/rows.h"
#include "scheme.h"

#include <stdio.h>

/* Queries in the list with which timed loops are verified. */
enum { VERIFY_LIST_LENGTH = 4096 };

/* The first wrong result or, with `correct`, the amount of work. */
struct finding {
    bool correct;
    uint64_t results; /* compared so far */
    /* Hash of all results: the same value for all schemes, compilers and machines. */
    uint64_t signature;
    const char *what; /* "rook", "rooks (as a set)", "view after toggle", ... */
    unsigned square;
    bitboard occupied, expected, got;
};

enum verify_depth {
    /* Before timing: all 102,400 + 5,248 relevant occupancies of rook and bishop, each twice:
     * with nothing else on the board, and with the slider and random other pieces. */
    VERIFY_RELEVANT,
    /* All 2,097,152 + 142,336 patterns on the lines and the slider's square, each with the other
     * squares empty, full, and twice random. Also random sets of sliders, and toggles of random
     * views against rebuilt ones: all 64 of each view, and random walks. */
    VERIFY_FULL
};

enum { VERIFY_RELEVANT_SECONDS = 60, VERIFY_FULL_SECONDS = 120 }; /* limits of CPU time */

/* Calls scheme->init, protects static data (machine/pages.h) and verifies the scheme, which must
 * be supported here and not be a MOCK. A scheme that writes static data ends the process: prefer
 * verify_in_child(). */
struct finding verify_scheme(const struct scheme *scheme, enum verify_depth depth);

/* Runs verify_scheme() in a child process. `why` and the result are those of run_in_child(). */
bool verify_in_child(const struct scheme *scheme, enum verify_depth depth, struct finding *finding,
                     char why[static FAULT_SIZE], struct error *error);

/* Prints a wrong result with its boards. */
void finding_print(const struct scheme *scheme, const struct finding *finding, FILE *out);

/* Verifies each scheme that this CPU supports, in a child process, and sets the status of its rows:
 * no wrong scheme is ever timed. Draws wrong attack sets on stderr. Fails with STATUS_ENVIRONMENT
 * if no child process can be started, with STATUS_INTERRUPTED after an interrupt. */
bool verify_rows(struct rows *rows, struct error *error);

/* ---- perft (perft.c) ---- */

/* The number of legal sequences of moves, which is known for many positions. A scheme whose getters
 * and toggle() are right has these numbers. https://www.chessprogramming.org/Perft */

/* Returns the number of legal sequences of `depth` moves; without moves there is one. All slider
 * attacks are by the getters of a scheme that is not a mock, whose tables are built, on a view that
 * toggle() takes from board to board. */
uint64_t perft(const struct scheme *scheme, const struct position *position, unsigned depth);

#endif
