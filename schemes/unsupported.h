/* SPDX-License-Identifier: MIT
 * Included in place of kernels.h where the target lacks the instructions that a scheme needs. The
 * scheme keeps its row, its title and its credits. It has neither kernels nor tables: init() does
 * nothing, and BYTES() and TABLE() are 0, as the tables that they name were left out. */
#include "scheme.h"

#define SCHEME_CODE SCHEME_IDENTITY, .built = false

static inline void init(void)
{
}

#undef TABLE
#define TABLE(object)                                                                              \
    {                                                                                              \
        0                                                                                          \
    }

#undef BYTES
#define BYTES(rook, bishop, queen)                                                                 \
    {                                                                                              \
        0                                                                                          \
    }
