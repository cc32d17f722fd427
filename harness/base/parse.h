/* SPDX-License-Identifier: MIT
 * Values of options, read strictly: nothing before, nothing behind, in range. `option` is the name
 * that an error (STATUS_USAGE) begins with. */
#ifndef PARSE_H
#define PARSE_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

bool parse_double(const char *option, const char *text, double lo, double hi, double *out,
                  struct error *error);

bool parse_whole(const char *option, const char *text, uint64_t lo, uint64_t hi, uint64_t *out,
                 struct error *error);

/* "90s", "15m", "1.5h"; at most a week */
bool parse_duration(const char *option, const char *text, double *seconds, struct error *error);

/* 1 to 16 digits, with or without 0x. */
bool parse_hex(const char *option, const char *text, uint64_t *out, struct error *error);

/* The index of the first `length` characters among n names; -1 and an error that lists them. */
int parse_name(const char *option, const char *text, size_t length, const char *const *names, int n,
               struct error *error);

/* "rook,queen": set[i] becomes whether names[i] is in the list. */
bool parse_set(const char *option, const char *text, const char *const *names, int n, bool *set,
               struct error *error);

#endif
