/* SPDX-License-Identifier: MIT
 * The words for traits in lists and results. */
#ifndef TRAITS_H
#define TRAITS_H

#include "scheme.h"

struct trait_name {
    unsigned trait; /* one of enum trait */
    const char *name;
};

/* All traits, in the order in which they are printed. A NULL name ends them. */
extern const struct trait_name trait_names[];

#endif
