/* SPDX-License-Identifier: MIT
 * The table of schemes. schemes.def is generated from the scheme() lines of CMakeLists.txt. */
#include "scheme.h"

#define SCHEME_LINE(id) extern const struct scheme scheme_##id;
#include "schemes.def"
#undef SCHEME_LINE

#define SCHEME_LINE(id) &scheme_##id,
const struct scheme *const schemes[] = {
#include "schemes.def"
    NULL,
};

const char *const piece_names[ROW_PIECES] = {"rook", "bishop",   "queen",        "both",
                                             "all",  "mix-nnue", "mix-hand-made"};
