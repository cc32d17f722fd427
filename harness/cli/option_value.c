/* SPDX-License-Identifier: MIT */
#include "cli/option_value.h"
#include "base/parse.h"
#include "chess/board_text.h"
#include "plan/scheme_set.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool scheme_name_parse(const char *place, const char *text, const char **scheme,
                       struct error *error)
{
    *scheme = text;
    return scheme_named(text) ||
           fail(error, STATUS_USAGE, "%s: unknown scheme '%s'; see `slidebench list`", place, text);
}

static bool parse_prefix(const char *text, const char **prefix, struct error *error)
{
    *prefix = text;
    bool is_valid = isalpha((unsigned char)*text);
    for (const char *c = text; *c; c++)
        is_valid = is_valid && (isalnum((unsigned char)*c) || *c == '_');
    return is_valid || fail(error, STATUS_USAGE,
                            "--prefix: '%s' cannot begin names; expected letters, digits and '_', "
                            "and a letter first",
                            text);
}

static bool parse_square(const char *text, unsigned *square, struct error *error)
{
    *square = strlen(text) == 2 ? square_parse(text) : NO_SQUARE;
    if (*square != NO_SQUARE)
        return true;
    return fail(error, STATUS_USAGE, "--square: '%s' is not a square from a1 to h8", text);
}

static bool parse_special(enum option_id option, const char *text, struct raw_options *raw,
                          struct error *error)
{
    struct options *o = &raw->options;
    switch (option) {
    case O_SCHEMES:
        return scheme_filter_parse(text, &o->run.selected, error);
    case O_SCHEME:
        return scheme_name_parse("--scheme", text, &o->scheme, error);
    case O_PIECES:
        return parse_set("pieces", text, piece_names, ROW_PIECES, raw->pieces, error);
    case O_MODES:
        return modes_parse(text, &raw->modes, error);
    case O_WITHOUT:
        o->restrictions.without = text;
        return restrictions_check_without(text, error);
    case O_PREFIX:
        return parse_prefix(text, &o->prefix, error);
    case O_SQUARE:
        return parse_square(text, &o->square, error);
    default:
        abort();
    }
}

/* Stores a number in an integer or an enum of spec->size bytes. */
static void store(const struct option_spec *spec, uint64_t value, void *member)
{
    uint32_t word = (uint32_t)value;
    if (spec->size == sizeof value)
        memcpy(member, &value, sizeof value);
    else
        memcpy(member, &word, sizeof word);
}

static bool parse_choice(const struct option_spec *spec, const char *text, void *member,
                         struct error *error)
{
    enum { MAX_CHOICES = 5 };
    const char *names[MAX_CHOICES];
    char argument[64], *rest = argument;
    int n = 0;
    snprintf(argument, sizeof argument, "%s", spec->argument);
    while (rest)
        names[n++] = strsep(&rest, "|");
    int index = parse_name(spec->name, text, strlen(text), names, n, error);
    if (index >= 0)
        store(spec, spec->whole_min + (uint64_t)index, member);
    return index >= 0;
}

static bool parse_whole_number(const struct option_spec *spec, const char *text, void *member,
                               struct error *error)
{
    uint64_t value;
    if (!parse_whole(spec->name, text, spec->whole_min, spec->whole_max, &value, error))
        return false;
    store(spec, value, member);
    return true;
}

static bool parse_text(const struct option_spec *spec, const char *text, void *member,
                       struct error *error)
{
    if (strlen(text) < spec->whole_min)
        return fail(error, STATUS_USAGE, "--%s: the value is empty, expected %s", spec->name,
                    spec->argument);
    *(const char **)member = text;
    return true;
}

bool option_value_parse(enum option_id option, const char *text, struct raw_options *raw,
                        struct error *error)
{
    const struct option_spec *spec = &option_table[option];
    void *member = (char *)raw + spec->offset;
    switch (spec->type) {
    case OPTION_FLAG:
        return *(bool *)member = true;
    case OPTION_WHOLE:
        return parse_whole_number(spec, text, member, error);
    case OPTION_DOUBLE:
        return parse_double(spec->name, text, spec->min, spec->max, member, error);
    case OPTION_DURATION:
        return parse_duration(spec->name, text, member, error);
    case OPTION_HEX:
        return parse_hex(spec->name, text, member, error);
    case OPTION_TEXT:
        return parse_text(spec, text, member, error);
    case OPTION_CHOICE:
        return parse_choice(spec, text, member, error);
    case OPTION_SPECIAL:
        break;
    }
    return parse_special(option, text, raw, error);
}
