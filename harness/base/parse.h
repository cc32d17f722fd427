/* SPDX-License-Identifier: MIT
 * Strict parsers for option values: the whole text must be one value within its limits. Errors are
 * STATUS_USAGE, and their text begins with the name of the option. */
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

/* Returns the next word of a list like "rook,queen" with its length, and moves *list behind the
 * word and the separator. Returns NULL after the last word, and if the list is NULL. A list without
 * separators is one word, which may be empty. */
const char *next_word(const char **list, char separator, size_t *length);

/* Returns whether a list of words contains this one. The list may be NULL. */
bool has_word(const char *list, char separator, const char *word, size_t length);

/* Returns which of `near` and `name` is nearer to the misspelt word[length]; NULL if neither is
 * near enough. To find the name that is meant, call it for each known name: `near` is NULL in the
 * first call, and the result of the previous call in the others. */
const char *nearer_name(const char *word, size_t length, const char *near, const char *name);

/* Appends to an error about a misspelt word: a suggestion of the name `near` or, if `near` is NULL,
 * the text of the format. Returns false. */
bool suggest(const char *near, struct error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Returns the index of the name that text[length] is, in upper or lower case. If it is none of the
 * n names, returns -1 with an error that suggests a name or lists all names. */
int parse_name(const char *option, const char *text, size_t length, const char *const *names, int n,
               struct error *error);

/* Parses a list like "rook,queen": sets set[i] to whether the list contains names[i]. */
bool parse_set(const char *option, const char *text, const char *const *names, int n, bool *set,
               struct error *error);

#endif
