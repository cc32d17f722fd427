/* SPDX-License-Identifier: MIT
 * Strict parsers for option values: the whole text must be one value within the range. Errors
 * have STATUS_USAGE and begin with the name of the option. */
#ifndef PARSE_H
#define PARSE_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* Parses a number from lo to hi in plain digits: no sign, no exponent. */
bool parse_double(const char *option, const char *text, double lo, double hi, double *out,
                  struct error *error);

/* Parses a decimal integer from lo to hi, without sign. */
bool parse_whole(const char *option, const char *text, uint64_t lo, uint64_t hi, uint64_t *out,
                 struct error *error);

/* Parses "90s", "15m" or "1.5h" into seconds, up to one week. */
bool parse_duration(const char *option, const char *text, double *seconds, struct error *error);

/* Parses 1 to 16 hexadecimal digits, with or without 0x. */
bool parse_hex(const char *option, const char *text, uint64_t *out, struct error *error);

/* Returns the next word of a list like "rook,queen" and its length, and moves *list behind it; or
 * NULL after the last one. A list without commas is one word, which may be empty. */
const char *next_word(const char **list, size_t *length);

/* For a word that is none of some names: returns `name` if it is nearer to word[length] than `near`
 * is, else `near`. NULL: none is near enough to be what was meant. */
const char *nearer_name(const char *word, size_t length, const char *near, const char *name);

/* Ends the line of an error about such a word: suggests the name or, if it is NULL, says what the
 * format does. Returns false. */
bool suggest(const char *near, struct error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Returns the index of text[length] in n names, in any case, or -1 with an error that suggests one
 * or lists them. */
int parse_name(const char *option, const char *text, size_t length, const char *const *names, int n,
               struct error *error);

/* Parses a list like "rook,queen": sets set[i] to whether names[i] is in it. */
bool parse_set(const char *option, const char *text, const char *const *names, int n, bool *set,
               struct error *error);

#endif
