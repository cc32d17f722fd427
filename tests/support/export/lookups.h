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

struct lookups {
    const char *prefix;
    void (*set_board)(uint64_t occupied);
    void (*attacks)(unsigned square, uint64_t *sets); /* on the board, in the order of the enum */

    /* [ROOK_SET] to [QUEEN_SET]: the set of all such sliders on the board; NULL: no code of its
     * own. */
    uint64_t (*attacks_of_set[3])(uint64_t sliders);

    /* The set of all rooks and queens, and all bishops and queens; NULL: no code of its own. */
    uint64_t (*attacks_of_side)(uint64_t orthogonal, uint64_t diagonal);
};

/* A NULL prefix ends them. */
extern const struct lookups *const exported_lookups;

#define OF(prefix, name) prefix##_##name

#endif
