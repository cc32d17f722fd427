/* SPDX-License-Identifier: MIT
 * What an engine rules out: large tables, instruction set extensions, multiplication. */
#ifndef LIMITS_H
#define LIMITS_H

#include "base/error.h"
#include "scheme.h"

struct limits {
    uint64_t max_kib;    /* of all tables; UINT64_MAX: any */
    const char *without; /* "bmi2,avx512"; NULL: all extensions may be used */
    bool no_multiply;
};

/* Checks the words of --without: each is a word of isa.h or, for a family such as avx512, begins
 * some of them. Errors are STATUS_USAGE. */
bool limits_check_without(const char *words, struct error *error);

/* Returns whether the scheme does without the extensions. */
bool limits_allow_needs(const struct limits *limits, const struct scheme *scheme);

/* Returns whether the scheme satisfies all limits. */
bool limits_allow(const struct limits *limits, const struct scheme *scheme);

#endif
