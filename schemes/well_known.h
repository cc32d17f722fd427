/* SPDX-License-Identifier: MIT
 * Schemes that the harness treats specially, by name. It treats all others alike. */
#ifndef WELL_KNOWN_H
#define WELL_KNOWN_H

#include "scheme.h"

#include <string.h>

static inline bool is_named(const char *name, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

/* The scheme that all others are compared with unless another one is named. */
#define USUAL_COMPARISON "pext"

/* Returns whether most engines contain the scheme today. Recommendations show it for comparison. */
static inline bool is_common_scheme(const struct scheme *scheme)
{
    static const char *const names[] = {"pext", "magic_fancy"};
    return is_named(scheme->name, names, sizeof names / sizeof *names);
}

/* Returns whether the scheme is the user's own, see SLIDEBENCH_MINE in CMakeLists.txt. */
static inline bool is_own_scheme(const struct scheme *scheme)
{
    return !strcmp(scheme->family, "mine");
}

/* Returns whether every table shows the scheme, whatever its rank. These are the usual forms of the
 * schemes that the project was founded to compare, and the schemes that engines contain today.
 * Pages also show schemes that an engine may take on some CPU (SHOWN in
 * scripts/slidebench_results/uses.py). A table has the best scheme of each column anyway. */
static inline bool is_compared_scheme(const struct scheme *scheme)
{
    static const char *const names[] = {
        "rotated_8bit",  "rotated_6bit", "sissy_shift", "sissy_union", "sherwin_shift",
        "sherwin_union", "ray_loop",     "magic_fancy", "magic_black", "pext"};
    return is_named(scheme->name, names, sizeof names / sizeof *names);
}

/* Returns whether the scheme is one of those that the project was founded to compare. Its rows must
 * always have a result. */
static inline bool is_founding_scheme(const struct scheme *scheme)
{
    static const char *const families[] = {"rotated", "sherwin", "sissy"};
    return is_named(scheme->family, families, sizeof families / sizeof *families) ||
           !strcmp(scheme->name, "ray_loop");
}

#endif
