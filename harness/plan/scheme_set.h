/* SPDX-License-Identifier: MIT
 * The schemes of this program: finding one by name, whether it runs here and what it needs, its
 * traits, and selecting several. */
#ifndef SCHEME_SET_H
#define SCHEME_SET_H

#include "base/error.h"
#include "scheme.h"

#include <regex.h>

/* Returns the number of schemes[], twins and mocks included. */
size_t scheme_count(void);

/* Returns the scheme of this name; NULL if there is none. */
const struct scheme *scheme_named(const char *name);

/* Ends the line of an error about a name that no scheme has: suggests another name. Returns
 * false. */
bool scheme_suggest(const char *name, struct error *error);

/* Returns the batch build of one of schemes[]; NULL if there is none. */
const struct scheme *scheme_batch_build(const struct scheme *scheme);

/* Returns NULL if the scheme runs on this CPU, else why it does not, such as "needs bmi2". The text
 * is valid until the next call. */
const char *scheme_unsupported(const struct scheme *scheme);

/* Returns the bytes of the tables that rook, bishop and queen need together. A scheme that lists no
 * tables has only constants, which all pieces share. A batch build has the tables of its scheme. */
uint64_t scheme_bytes(const struct scheme *scheme);

/* Returns whether the scheme needs this extension, which is a word of isa.h. */
bool scheme_needs(const struct scheme *scheme, const char *word);

/* Returns the bytes of tables that the lookups of a row's piece may read: for ALL the tables of a
 * queen's lookup, for a mix the tables of all pieces. */
size_t scheme_piece_bytes(const struct scheme *scheme, enum piece piece);

/* ---- traits ---- */

/* The names of all traits: trait_names[i] is the name of 1 << i in enum trait. */
enum { TRAITS = 8 };
extern const char *const trait_names[TRAITS];

/* ---- schemes that are selected ---- */

/* Compiles the extended regular expression of --schemes, which selects the schemes in whose names
 * it finds a match. The caller frees it. Errors are STATUS_USAGE, or STATUS_ENVIRONMENT without
 * memory. */
bool scheme_filter_compile(const char *text, regex_t *regex, struct error *error);

/* Selects schemes by such an expression: (*wanted)[i] says whether it selects schemes[i]. The
 * caller frees *wanted. The errors are the same. */
bool scheme_filter_parse(const char *text, bool **wanted, struct error *error);

/* ---- a scheme to compute attack sets ---- */

/* Builds the tables of a scheme. If *scheme is NULL, sets it to the first common scheme
 * (well_known.h) that runs here, or else to the first that runs here. Fails with STATUS_ENVIRONMENT
 * if the scheme does not run here, and with STATUS_USAGE if it computes no attack sets. */
bool scheme_prepare(const struct scheme **scheme, struct error *error);

/* ---- what an engine rules out: large tables, instruction set extensions, multiplication ---- */

struct restrictions {
    uint64_t max_kib;    /* of all tables; UINT64_MAX: any */
    const char *without; /* "bmi2,avx512"; NULL: all extensions may be used */
    bool no_multiply;
};

/* Checks the words of --without. Each must be a word of isa.h, or a beginning of such words that does
 * not end inside a number, such as avx512. Errors are STATUS_USAGE. */
bool restrictions_check_without(const char *words, struct error *error);

/* Returns whether the scheme needs none of the extensions that are ruled out. */
bool restrictions_allow_needs(const struct restrictions *restrictions, const struct scheme *scheme);

/* Returns whether the scheme satisfies all restrictions. */
bool restrictions_allow(const struct restrictions *restrictions, const struct scheme *scheme);

#endif
