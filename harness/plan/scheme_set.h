/* SPDX-License-Identifier: MIT
 * The schemes of this program: by name, whether they run here, what they need, their traits, and
 * those that a run selects. */
#ifndef SCHEME_SET_H
#define SCHEME_SET_H

#include "base/error.h"
#include "scheme.h"

#include <regex.h>

/* Returns the number of schemes[], twins and mocks included. */
size_t scheme_count(void);

/* Returns the scheme of this name; NULL if there is none. */
const struct scheme *scheme_named(const char *name);

/* Ends the line of an error about the name of no scheme. Returns false. */
bool scheme_suggest(const char *name, struct error *error);

/* Returns the batch build of one of schemes[]; NULL if there is none. */
const struct scheme *scheme_batch_build(const struct scheme *scheme);

/* Returns NULL if the scheme runs on this CPU, else the reason why not, such as "needs bmi2". The
 * text is static and valid until the next call. */
const char *scheme_unsupported(const struct scheme *scheme);

/* Returns the bytes of the tables that rook, bishop and queen need together. A scheme that lists
 * none has constants only, which all pieces share. A batch build has those of its scheme. */
uint64_t scheme_bytes(const struct scheme *scheme);

/* Returns whether the scheme needs this extension, one word of isa.h. */
bool scheme_needs(const struct scheme *scheme, const char *word);

/* Returns the bytes of tables that the lookups of a row's piece may read: for ALL the tables of a
 * queen's lookup, for a mix the tables of all pieces. */
size_t scheme_piece_bytes(const struct scheme *scheme, enum piece piece);

/* ---- traits ---- */

/* The names of all traits: trait_names[i] is the name of 1 << i in enum trait. */
enum { TRAITS = 8 };
extern const char *const trait_names[TRAITS];

/* ---- schemes that are selected ---- */

/* Compiles the extended regular expression of --schemes, which the names of selected schemes
 * contain a match of. The caller frees it. Errors: STATUS_USAGE; STATUS_ENVIRONMENT if out of
 * memory. */
bool scheme_filter_compile(const char *text, regex_t *regex, struct error *error);

/* Selects schemes by such an expression: (*wanted)[i] is for schemes[i]; the caller frees it. The
 * errors are the same. */
bool scheme_filter_parse(const char *text, bool **wanted, struct error *error);

/* ---- a scheme by name ---- */

/* Returns the scheme of this name, with its tables built. Without a name (NULL) it is the first
 * branchless scheme that runs here, or else the first scheme that does. Returns NULL, with
 * STATUS_ENVIRONMENT if the scheme does not run here, and with STATUS_USAGE if it computes no
 * attack sets. */
const struct scheme *find_scheme_or_default(const char *name, struct error *error);

/* ---- what an engine rules out: large tables, instruction set extensions, multiplication ---- */

struct restrictions {
    uint64_t max_kib;    /* of all tables; UINT64_MAX: any */
    const char *without; /* "bmi2,avx512"; NULL: all extensions may be used */
    bool no_multiply;
};

/* Checks the words of --without: each is a word of isa.h, or the beginning of several such words
 * with whole numbers, as avx512 is. Errors are STATUS_USAGE. */
bool restrictions_check_without(const char *words, struct error *error);

/* Returns whether the scheme needs none of the extensions that are ruled out. */
bool restrictions_allow_needs(const struct restrictions *restrictions, const struct scheme *scheme);

/* Returns whether the scheme satisfies all restrictions. */
bool restrictions_allow(const struct restrictions *restrictions, const struct scheme *scheme);

#endif
