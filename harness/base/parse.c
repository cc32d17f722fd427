/* SPDX-License-Identifier: MIT */
#include "base/parse.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool parse_double(const char *option, const char *text, double lo, double hi, double *out,
                  struct error *error)
{
    char *end;
    *out = strtod(text, &end);
    bool plain = text[strspn(text, "0123456789.")] == 0; /* no sign, no exponent, no hex, no nan */
    if (end == text || *end || !plain || !(*out >= lo && *out <= hi))
        return fail(error, STATUS_USAGE, "--%s: '%s' is not a number from %g to %g", option, text,
                    lo, hi);
    return true;
}

bool parse_whole(const char *option, const char *text, uint64_t lo, uint64_t hi, uint64_t *out,
                 struct error *error)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || value < lo || value > hi)
        return fail(error, STATUS_USAGE, "--%s: '%s' is not a whole number from %llu to %llu",
                    option, text, (unsigned long long)lo, (unsigned long long)hi);
    *out = value;
    return true;
}

bool parse_duration(const char *option, const char *text, double *seconds, struct error *error)
{
    static const char units[] = "smh";
    static const double factors[] = {1, 60, 3600};
    const double week = 7 * 24 * 3600;
    char *end;
    *seconds = strtod(text, &end);
    const char *unit = *end ? strchr(units, *end) : NULL;
    if (strspn(text, "0123456789.") != (size_t)(end - text) || end == text || !unit || end[1] ||
        *seconds * factors[unit - units] > week)
        return fail(error, STATUS_USAGE,
                    "--%s: '%s' is not a duration like 90s, 15m or 1h, of at most a week", option,
                    text);
    *seconds *= factors[unit - units];
    return true;
}

bool parse_hex(const char *option, const char *text, uint64_t *out, struct error *error)
{
    const char *digits = text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? text + 2 : text;
    size_t length = strlen(digits);
    if (!length || length > 16 || strspn(digits, "0123456789abcdefABCDEF") != length)
        return fail(error, STATUS_USAGE,
                    "--%s: '%s' is not a hexadecimal number of up to 16 digits", option, text);
    *out = strtoull(digits, NULL, 16);
    return true;
}

static bool equal_letters(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Returns whether this many edits turn word[length] into the name. An edit inserts, drops or
 * replaces a character, swaps two neighbours, or adds all that is missing at the end. Case does not
 * matter. */
static bool is_near(const char *word, size_t length, const char *name, int edits)
{
    for (; length && equal_letters(*word, *name); word++, name++)
        length--;
    if (!length && (!*name || edits))
        return true;
    if (!edits--)
        return false;
    return (*name && is_near(word, length, name + 1, edits)) ||
           (length && is_near(word + 1, length - 1, name, edits)) ||
           (length && *name && is_near(word + 1, length - 1, name + 1, edits)) ||
           (length > 1 && equal_letters(word[1], *name) && equal_letters(word[0], name[1]) &&
            is_near(word + 2, length - 2, name + 2, edits));
}

const char *nearer_name(const char *word, size_t length, const char *near, const char *name)
{
    enum { MAX_EDITS = 2, UNCHANGED = 2 }; /* characters per edit that stay as they are */
    for (int edits = 0; edits <= MAX_EDITS && edits * (1 + UNCHANGED) <= (int)length; edits++) {
        if (near && is_near(word, length, near, edits))
            return near;
        if (is_near(word, length, name, edits))
            return name;
    }
    return near;
}

bool suggest(const char *near, struct error *error, const char *format, ...)
{
    char end[sizeof error->text];
    const struct error begun = *error;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(end, sizeof end, format, arguments);
    va_end(arguments);
    if (near)
        snprintf(end, sizeof end, ", did you mean %s?", near);
    return fail(error, begun.status, "%s%s", begun.text, end);
}

int parse_name(const char *option, const char *text, size_t length, const char *const *names, int n,
               struct error *error)
{
    char all[256] = "";
    const char *near = NULL;
    for (int i = 0; i < n; i++) {
        if (is_near(text, length, names[i], 0))
            return i;
        near = nearer_name(text, length, near, names[i]);
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "", names[i]);
    }
    fail(error, STATUS_USAGE, "--%s: '%.*s' is unknown", option, (int)length, text);
    suggest(near, error, ", expected one of %s", all);
    return -1;
}

const char *next_word(const char **list, char separator, size_t *length)
{
    const char *word = *list;
    if (!word)
        return NULL;
    *length = strcspn(word, (const char[]){separator, 0});
    *list = word[*length] ? word + *length + 1 : NULL;
    return word;
}

bool has_word(const char *list, char separator, const char *word, size_t length)
{
    size_t listed_length;
    for (const char *listed; (listed = next_word(&list, separator, &listed_length));)
        if (listed_length == length && !strncmp(listed, word, length))
            return true;
    return false;
}

bool parse_set(const char *option, const char *text, const char *const *names, int n, bool *set,
               struct error *error)
{
    size_t length;
    memset(set, 0, (size_t)n * sizeof *set);
    for (const char *word; (word = next_word(&text, ',', &length));) {
        int i = parse_name(option, word, length, names, n, error);
        if (i < 0)
            return false;
        if (set[i])
            return fail(error, STATUS_USAGE, "--%s: %s is given twice", option, names[i]);
        set[i] = true;
    }
    return true;
}
