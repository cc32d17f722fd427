/* SPDX-License-Identifier: MIT
 * What an engine rules out: large tables, instruction set extensions, multiplication. */
#ifndef RESTRICTIONS_H
#define RESTRICTIONS_H

#include "base/error.h"
#include "scheme.h"

struct restrictions {
    uint64_t max_kib;    /* of all tables; UINT64_MAX: any */
    const char *without; /* "bmi2,avx512"; NULL: all extensions may be used */
    bool no_multiply;
};

/* Checks the words of --without: each is a word of isa.h or, for a family such as avx512, begins
 * some of them. Errors are STATUS_USAGE. */
bool restrictions_check_without(const char *words, struct error *error);

/* Returns whether the scheme does without the extensions. */
bool restrictions_allow_needs(const struct restrictions *restrictions, const struct scheme *scheme);

/* Returns whether the scheme satisfies all restrictions. */
bool restrictions_allow(const struct restrictions *restrictions, const struct scheme *scheme);

#endif
