/* SPDX-License-Identifier: MIT
 * A scheme against the independent oracle (oracle.h). */
#ifndef VERIFY_H
#define VERIFY_H

#include "scheme.h"

#include <stdio.h>

enum verify_depth {
    VERIFY_RELEVANT, /* before timing: all 102,400 + 5,248 relevant occupancies of rook and bishop,
                        once with nothing else on the board and once with random other pieces and
                        the slider */
    VERIFY_FULL /* all 2,097,152 + 142,336 patterns on the lines and the slider's square, each with
                   the irrelevant squares empty, full, and twice random; random sets of sliders; all 64
                   toggles of random views, and random walks of them, against views built anew */
};

/* Queries of the list that timed loops are verified with. */
enum { VERIFY_LIST_LENGTH = 4096 };

/* The first wrong answer; or, with `correct`, how much was asked. */
struct finding {
    bool correct;
    uint64_t queries; /* answers compared                                                        */
    uint64_t
        signature;    /* a hash of all answers: one value for all schemes, compilers and machines */
    const char *what; /* "rook", "rooks (as a set)", "view after toggle", ...                    */
    unsigned square;
    bitboard occupied, expected, got;
};

/* Calls scheme->init first, and then seals the program's data (write_protect.h): a scheme that writes to its own ends
 * the process, so call it by guarded(). The scheme must be supported here and not a MOCK. */
struct finding verify_scheme(const struct scheme *scheme, enum verify_depth depth);

/* What went wrong, with the boards. */
void finding_print(const struct scheme *scheme, const struct finding *finding, FILE *out);

#endif
