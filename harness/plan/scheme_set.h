/* SPDX-License-Identifier: MIT
 * The schemes of this program: how to find one by name, whether it runs here and what it needs, its
 * traits, and how to select several. */
#ifndef SCHEME_SET_H
#define SCHEME_SET_H

#include "base/error.h"
#include "scheme.h"

#include <regex.h>

/* Returns the number of schemes[], twins and mocks included. */
size_t scheme_count(void);

/* Returns the scheme of this name; NULL if there is none. */
const struct scheme *scheme_named(const char *name);

/* Appends to an error about a name that no scheme has: suggests another name. Returns false. */
bool scheme_suggest(const char *name, struct error *error);

/* Returns the batch build of one of schemes[]; NULL if there is none. */
const struct scheme *scheme_batch_build(const struct scheme *scheme);

/* Returns NULL if the scheme runs on this CPU, else why it does not, such as "needs bmi2". The text
 * is valid until the next call. */
const char *scheme_unsupported(const struct scheme *scheme);

/* Returns the bytes of all tables that rook, bishop and queen need together. If a scheme lists no
 * tables, these are constants that all pieces share. A batch build has the tables of its scheme. */
uint64_t scheme_bytes(const struct scheme *scheme);

/* Returns whether the scheme needs this extension, which is a word of isa.h. */
bool scheme_needs(const struct scheme *scheme, const char *word);

/* Returns the bytes of tables that the lookups in rows of a piece may read: of a queen's lookup for
 * ALL, of the lookups of all pieces for a mix. */
size_t scheme_piece_bytes(const struct scheme *scheme, enum piece piece);

/* ---- traits ---- */

/* The names of all traits: trait_names[i] is the name of 1 << i in enum trait. */
enum { TRAITS = 8 };
extern const char *const trait_names[TRAITS];

/* ---- schemes that are selected ---- */

/* Compiles the extended regular expression of --schemes, which selects each scheme whose name has a
 * match. The caller frees it. Errors are STATUS_USAGE, or STATUS_ENVIRONMENT if memory is short. */
bool scheme_filter_compile(const char *text, regex_t *regex, struct error *error);

/* Selects schemes by the expression of --schemes: (*wanted)[i] says whether it selects schemes[i].
 * The caller frees *wanted. Fails as scheme_filter_compile() does. */
bool scheme_filter_parse(const char *text, bool **wanted, struct error *error);

/* ---- a scheme to compute attack sets ---- */

/* Builds the tables of a scheme. If *scheme is NULL, first sets it to a scheme that runs here: to
 * the first common one (well_known.h) or, if none runs, to the first of all. Fails with
 * STATUS_ENVIRONMENT if the scheme does not run here, and with STATUS_USAGE if it computes no
 * attack sets. */
bool scheme_prepare(const struct scheme **scheme, struct error *error);

/* ---- what an engine rules out: large tables, instruction set extensions, multiplication ---- */

struct restrictions {
    uint64_t max_kib;    /* of all tables; UINT64_MAX: any */
    const char *without; /* "bmi2,avx512"; NULL: all extensions may be used */
    bool no_multiply;
};

/* Checks the words of --without. Each must be a word of isa.h or, such as avx512, a beginning of
 * such words that does not end inside a number. Errors are STATUS_USAGE. */
bool restrictions_check_without(const char *words, struct error *error);

/* Returns whether the scheme needs none of the extensions that are ruled out. */
bool restrictions_allow_needs(const struct restrictions *restrictions, const struct scheme *scheme);

/* Returns whether the scheme satisfies all restrictions. */
bool restrictions_allow(const struct restrictions *restrictions, const struct scheme *scheme);

#endif
