/* SPDX-License-Identifier: MIT */
#include "plan/scheme_set.h"
#include "well_known.h"
#include "base/array.h"
#include "base/memory.h"
#include "base/parse.h"
#include "target/isa.h"
#include "workload/list.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t scheme_count(void)
{
    size_t n = 0;
    while (schemes[n])
        n++;
    return n;
}

const struct scheme *scheme_named(const char *name)
{
    for (const struct scheme *const *s = schemes; *s; s++)
        if (!strcmp((*s)->name, name))
            return *s;
    return NULL;
}

bool scheme_suggest(const char *name, struct error *error)
{
    const char *near = NULL;
    for (const struct scheme *const *s = schemes; *s; s++)
        near = nearer_name(name, strlen(name), near, (*s)->name);
    return suggest(near, error, "; see `slidebench list`");
}

const char *scheme_unsupported(const struct scheme *scheme)
{
    static char text[96];
    const char *lacks = scheme->built ? isa_missing(scheme->needs) : scheme->needs;
    SET_TEXT(text, "needs %s", lacks);
    return scheme->built && !*lacks ? NULL : text;
}

bool scheme_needs(const struct scheme *scheme, const char *word)
{
    return has_word(scheme->needs, ' ', word, strlen(word));
}

const struct scheme *scheme_batch_build(const struct scheme *scheme)
{
    for (const struct scheme *const *s = schemes; *s; s++)
        if (*s == scheme)
            return batch_builds[s - schemes];
    return NULL;
}

uint64_t scheme_bytes(const struct scheme *scheme)
{
    for (size_t i = 0; schemes[i]; i++)
        if (batch_builds[i] == scheme) /* batch builds list no tables */
            scheme = schemes[i];
    uint64_t listed = 0, most = 0;
    for (size_t i = 0; i < MAX_TABLES && scheme->tables[i].name; i++)
        listed += scheme->tables[i].bytes;
    for (enum piece piece = ROOK; piece <= QUEEN; piece++)
        most = scheme->table_bytes[piece] > most ? scheme->table_bytes[piece] : most;
    return listed ? listed : most;
}

size_t scheme_piece_bytes(const struct scheme *scheme, enum piece piece)
{
    size_t queen = scheme->table_bytes[QUEEN], together = (size_t)scheme_bytes(scheme);
    if (piece < PIECES)
        return scheme->table_bytes[piece];
    return piece != ALL && together > queen ? together : queen;
}

/* ---- traits ---- */

const char *const trait_names[TRAITS] = {"branchless", "multiply-free", "incremental", "setwise",
                                         "simd",       "mock",          "wide-index",  "batched"};

/* ---- schemes that are selected ---- */

static size_t occurrences(const char *text, char c)
{
    size_t n = 0;
    for (; *text; text++)
        n += *text == c;
    return n;
}

bool scheme_filter_compile(const char *text, regex_t *regex, struct error *error)
{
    /* With more groups or repeats, regcomp() may take hours or overflow the stack. */
    enum { MAX_GROUPS = 50, MAX_REPEATS = 1 };
    if (occurrences(text, '(') > MAX_GROUPS || occurrences(text, '{') > MAX_REPEATS)
        return fail(error, STATUS_USAGE,
                    "--schemes: more than %d '(' or %d '{', expected a simpler expression",
                    MAX_GROUPS, MAX_REPEATS);
    if (!*text)
        return fail(error, STATUS_USAGE, "--schemes: the value is empty, expected REGEX");
    char why[100];
    int rc = regcomp(regex, text, REG_EXTENDED | REG_NOSUB);
    if (rc == 0)
        return true;
    regerror(rc, regex, why, sizeof why);
    return fail(error, rc == REG_ESPACE ? STATUS_ENVIRONMENT : STATUS_USAGE,
                "--schemes: '%s' is not a regular expression: %s", text, why);
}

bool scheme_filter_parse(const char *text, bool **wanted, struct error *error)
{
    regex_t regex;
    if (!scheme_filter_compile(text, &regex, error))
        return false;
    int rc = 0;
    size_t n = scheme_count();
    *wanted = xcalloc(n, sizeof **wanted);
    for (size_t i = 0; i < n && rc != REG_ESPACE; i++) {
        rc = regexec(&regex, schemes[i]->name, 0, NULL, 0);
        (*wanted)[i] = rc == 0;
    }
    regfree(&regex);
    return rc != REG_ESPACE ||
           fail(error, STATUS_ENVIRONMENT, "--schemes: no memory for '%s'", text);
}

/* ---- a scheme to compute attack sets ---- */

static const struct scheme *default_scheme(void)
{
    const struct scheme *found = NULL;
    for (const struct scheme *const *s = schemes; *s; s++) {
        bool better = !found || (is_common_scheme(*s) && !is_common_scheme(found));
        if (better && !((*s)->traits & MOCK) && !scheme_unsupported(*s))
            found = *s;
    }
    return found;
}

bool scheme_prepare(const struct scheme **scheme, struct error *error)
{
    if (!*scheme && !(*scheme = default_scheme()))
        return fail(error, STATUS_ENVIRONMENT, "no scheme of this binary runs here");
    const struct scheme *s = *scheme;
    const char *why = scheme_unsupported(s);
    if (why)
        return fail(error, STATUS_ENVIRONMENT, "scheme %s does not run here: %s", s->name, why);
    if (s->traits & MOCK)
        return fail(error, STATUS_USAGE, "scheme %s computes no attack sets", s->name);
    if (s->init)
        s->init();
    return true;
}

/* ---- what an engine rules out ---- */

/* Returns whether text[length] is the word, or a beginning of the word that does not end inside a
 * number: avx512 is one of avx512vl, avx5 is not. */
static bool is_family(const char *text, size_t length, const char *word)
{
    enum { MIN_LENGTH = 3 }; /* "a" is no family */
    return (length >= MIN_LENGTH || !word[length]) && !strncmp(word, text, length) &&
           !(isdigit((unsigned char)text[length - 1]) && isdigit((unsigned char)word[length]));
}

bool restrictions_check_without(const char *words, struct error *error)
{
    size_t length;
    for (const char *word; (word = next_word(&words, ',', &length));) {
        const char *near = NULL;
        bool found = false;
        for (const char *const *known = isa_words; *known; known++) {
            found |= is_family(word, length, *known);
            near = nearer_name(word, length, near, *known);
        }
        for (const struct scheme *const *s = schemes; *s && !found; s++)
            if (strlen((*s)->name) == length && !strncmp((*s)->name, word, length) && (*s)->needs)
                return fail(error, STATUS_USAGE, "--without: '%s' is a scheme, which needs %s",
                            (*s)->name, (*s)->needs);
        if (!found)
            return fail(error, STATUS_USAGE, "--without: '%.*s' is unknown", (int)length, word) ||
                   suggest(near, error, "; `slidebench list --format csv` has what schemes need");
    }
    return true;
}

/* Returns whether a list contains the word or a family of it, as avx512 is of avx512vl. */
static bool contains(const char *list, const char *word)
{
    size_t length;
    for (const char *listed; (listed = next_word(&list, ',', &length));)
        if (is_family(listed, length, word))
            return true;
    return false;
}

/* Returns whether a list contains the word, or an extension that every CPU with this word has. */
static bool excludes(const char *list, const char *word)
{
    static const char *const nested[] = {"sse2", "sse3", "ssse3",   "sse4.1", "sse4.2",
                                         "avx",  "avx2", "avx512f", "avx512"};
    size_t n = COUNT(nested);
    while (n && strncmp(word, nested[n - 1], strlen(nested[n - 1])) != 0)
        n--;
    bool found = contains(list, word);
    for (size_t i = 0; i < n; i++)
        found = found || contains(list, nested[i]);
    return found;
}

bool restrictions_allow_needs(const struct restrictions *restrictions, const struct scheme *scheme)
{
    size_t length;
    const char *needs = restrictions->without ? scheme->needs : NULL;
    for (const char *word; (word = next_word(&needs, ' ', &length));)
        if (excludes(restrictions->without, word))
            return false;
    return true;
}

bool restrictions_allow(const struct restrictions *restrictions, const struct scheme *scheme)
{
    uint64_t kib = (scheme_bytes(scheme) + 1023) / 1024;
    return kib <= restrictions->max_kib && restrictions_allow_needs(restrictions, scheme) &&
           (!restrictions->no_multiply || scheme->traits & MULTIPLY_FREE);
}
