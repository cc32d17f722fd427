/* SPDX-License-Identifier: MIT */
#include "workload/workload_spec.h"
#include "base/parse.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DEFAULT_PERCENT = 25 }; /* as a bitwise AND of two random words gives */

static const char *const words[WORKLOAD_KINDS] = {
    [WORKLOAD_GAMES] = "games",
    [WORKLOAD_SEARCH] = "search",
    [WORKLOAD_RANDOM] = "random",
};

bool workload_parse(const char *text, struct workload_spec *spec, struct error *error)
{
    size_t length = strcspn(text, ":");
    int kind = parse_name("workloads", text, length, words, WORKLOAD_KINDS, error);
    if (kind < 0)
        return false;
    *spec = (struct workload_spec){.kind = (enum workload_kind)kind,
                                   .percent = kind == WORKLOAD_RANDOM ? DEFAULT_PERCENT : 0};
    if (!text[length])
        return true;
    if (kind != WORKLOAD_RANDOM)
        return fail(error, STATUS_USAGE, "--workloads: %s takes no percentage", words[kind]);
    bool ok = parse_double("workloads", text + length + 1, 0, 100, &spec->percent, error);
    spec->percent = round(spec->percent * 1000) / 1000; /* random_occupancy() resolves 2^-16 */
    return ok;
}

const char *workload_name(const struct workload_spec *spec, char name[static WORKLOAD_NAME])
{
    const char *word = words[spec->kind];
    if (spec->kind == WORKLOAD_RANDOM && spec->percent != DEFAULT_PERCENT)
        snprintf(name, WORKLOAD_NAME, "%s:%g", word, spec->percent);
    else
        snprintf(name, WORKLOAD_NAME, "%s", word);
    return name;
}

bool workload_equal(const struct workload_spec *a, const struct workload_spec *b)
{
    return a->kind == b->kind && a->percent == b->percent;
}

bool workload_possible(const struct workload_spec *spec, enum piece piece, enum list_kind kind)
{
    switch (kind) {
    case LIST_OF_QUERIES:
        return piece != ALL;
    case LIST_OF_BOARDS:
        return piece != BOTH && piece <= ALL && spec->kind == WORKLOAD_GAMES;
    default: /* LIST_OF_GAMES */
        return piece == ALL && (spec->kind == WORKLOAD_GAMES || spec->kind == WORKLOAD_SEARCH);
    }
}
