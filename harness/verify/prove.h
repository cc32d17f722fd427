/* SPDX-License-Identifier: MIT
 * The proof that a scheme is right for all 2^64 occupancies, on the program as it was compiled. tests/README.md has the
 * argument in words. */
#ifndef PROVE_H
#define PROVE_H

#include "base/error.h"
#include "scheme.h"

struct
    proof { /* no pointers: it goes from process to process                                        */
    unsigned
        pieces; /* set of 1 << enum piece: proved for every occupancy                                  */
    bool
        builder_proved; /* set_view() too; else it is tested only, and the proof is for views made by toggle() */
    bool
        wrong; /* a wrong answer was met, `why` has it                                                */
    uint64_t
        patterns; /* walked, each standing for all occupancies that share it                             */
    char why
        [160]; /* why rook or bishop is not proved; "" if both are                                    */
};

/* Runs in a program that valgrind's memcheck runs; STATUS_ENVIRONMENT if it does not. Calls init, and seals the program's
 * data for good: call it in a process of its own. */
bool prove_scheme(const struct scheme *scheme, struct proof *proof, struct error *error);

#endif
