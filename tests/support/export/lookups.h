/* SPDX-License-Identifier: MIT
 * The lookups of the exported schemes of list.h. exports.py writes list.h, which includes the
 * headers. Its EXPORTED_SCHEMES(E) is one E(prefix, view, rooks, bishops, queens, side) per scheme.
 * Each word but the first is the name of a macro here, in lookups.c or in main.c. C and C++. */
#ifndef LOOKUPS_H
#define LOOKUPS_H

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "list.h"

enum { ROOK_SET, BISHOP_SET, QUEEN_SET, BOTH_ROOK_SET, BOTH_BISHOP_SET, SETS };

enum { TWO_ROOKS, TWO_BISHOPS, TWO_QUEENS, ROOK_AND_BISHOP, PAIRS };

struct lookups {
    const char *prefix;
    void (*init)(void);
    bool (*self_test)(void);
    void (*set_board)(uint64_t occupied);
    void (*attacks)(unsigned square, uint64_t *sets); /* on the board, in the order of the enum */

    /* The union of the sets of two sliders on the board, given as bits; NULL: no code of its own. */
    uint64_t (*attacks_of_two[PAIRS])(uint64_t a, uint64_t b);
};

/* A NULL prefix ends them. */
extern const struct lookups exported_lookups[];

#define OF(prefix, name) prefix##_##name

#endif
