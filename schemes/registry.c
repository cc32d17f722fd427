/* SPDX-License-Identifier: MIT
 * The table of schemes. schemes.def is generated from the scheme() lines of list.cmake. */
#include "scheme.h"

#define SCHEME_LINE(id, batch_build) extern const struct scheme scheme_##id, batched_##id;
#include "schemes.def"
#undef SCHEME_LINE

#define SCHEME_LINE(id, batch_build) &scheme_##id,
const struct scheme *const schemes[] = {
#include "schemes.def"
    NULL,
};
#undef SCHEME_LINE

#define SCHEME_LINE(id, batch_build) batch_build,
const struct scheme *const batch_builds[] = {
#include "schemes.def"
};

#ifdef WITHOUT_BATCH_BUILDS
const bool has_batch_builds = false;
#else
const bool has_batch_builds = true;
#endif

const char *const piece_names[ROW_PIECES] = {"rook", "bishop",   "queen",  "both",
                                             "all",  "mix-nnue", "mix-hce"};
