/* SPDX-License-Identifier: MIT */
#include "plan/modes.h"
#include "base/parse.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name; /* in --help */
    unsigned min, max;
    size_t member; /* of struct mode_spec */
} parameters[MODE_PARAMETERS] = {
    [PARAMETER_KIB] = {"KIB", 0, 65536, offsetof(struct mode_spec, kib)},
    [PARAMETER_QUERIES] = {"QUERIES", 1, 64, offsetof(struct mode_spec, queries)},
    [PARAMETER_THREADS] = {"N", 2, 256, offsetof(struct mode_spec, threads)},
};

/* Parses "-2048-8"; each number has one spelling, without signs and leading zeros. */
static bool parse_parameters(const char *text, struct mode_spec *mode)
{
    const struct mode_info *info = &mode_table[mode->kind];
    size_t length = strlen(info->name);
    snprintf(mode->name, sizeof mode->name, "%s", info->name);
    for (int i = 0; i < MAX_MODE_PARAMETERS && info->parameters[i]; i++) {
        enum mode_parameter p = info->parameters[i];
        unsigned value;
        if (sscanf(text, "-%5u", &value) != 1 || value < parameters[p].min ||
            value > parameters[p].max)
            return false;
        memcpy((char *)mode + parameters[p].member, &value, sizeof value);
        size_t printed =
            (size_t)snprintf(mode->name + length, sizeof mode->name - length, "-%u", value);
        if (strncmp(text, mode->name + length, printed))
            return false;
        length += printed;
        text += printed;
    }
    return !*text;
}

/* Finds the mode with this name and these parameters, if it takes any. */
static bool parse_with_parameters(const char *word, struct mode_spec *mode)
{
    for (enum mode kind = 0; kind < MODES; kind++) {
        size_t length = strlen(mode_table[kind].name);
        *mode = (struct mode_spec){.kind = kind, .threads = 1};
        if (mode_table[kind].parameters[0] && !strncmp(word, mode_table[kind].name, length) &&
            parse_parameters(word + length, mode))
            return true;
    }
    return false;
}

size_t modes_find(const struct modes *modes, const char *name)
{
    for (size_t i = 0; i < modes->n; i++)
        if (!strcmp(modes->mode[i].name, name))
            return i;
    return MAX_MODES;
}

unsigned modes_max_threads(const struct modes *modes)
{
    unsigned most = 1;
    for (size_t i = 0; i < modes->n; i++)
        most = modes->mode[i].threads > most ? modes->mode[i].threads : most;
    return most;
}

static bool add_mode(const struct mode_spec *mode, struct modes *modes, struct error *error)
{
    if (modes_find(modes, mode->name) < MAX_MODES)
        return fail(error, STATUS_USAGE, "--modes: %s is given twice", mode->name);
    if (modes->n == MAX_MODES)
        return fail(error, STATUS_USAGE, "--modes: more than %d", MAX_MODES);
    modes->mode[modes->n++] = *mode;
    return true;
}

static bool add_words(const char *text, struct modes *modes, struct error *error);

static bool add_word(const char *word, struct modes *modes, struct error *error)
{
    struct mode_spec mode;
    if (parse_with_parameters(word, &mode))
        return add_mode(&mode, modes, error);
    const char *names[MODES];
    for (enum mode kind = 0; kind < MODES; kind++)
        names[kind] = mode_table[kind].name;
    int kind = parse_name("modes", word, strlen(word), names, MODES, error);
    if (kind < 0)
        return false;
    if (mode_table[kind].expansion)
        return add_words(mode_table[kind].expansion, modes, error);
    mode = (struct mode_spec){.kind = (enum mode)kind, .threads = 1};
    snprintf(mode.name, sizeof mode.name, "%s", word);
    return add_mode(&mode, modes, error);
}

static bool add_words(const char *text, struct modes *modes, struct error *error)
{
    for (;; text++) {
        char word[64];
        size_t length = strcspn(text, ",");
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        if (!add_word(word, modes, error))
            return false;
        text += length;
        if (!*text)
            return true;
    }
}

bool modes_parse(const char *text, struct modes *modes, struct error *error)
{
    modes->n = 0;
    return add_words(text, modes, error);
}

const char *mode_names_text(char text[static MODE_NAMES])
{
    size_t length = 0;
    for (enum mode kind = 0; kind < MODES; kind++) {
        const struct mode_info *info = &mode_table[kind];
        length += (size_t)snprintf(text + length, MODE_NAMES - length, "%s%s", kind ? ", " : "",
                                   info->name);
        if (!info->parameters[0])
            continue;
        length += (size_t)snprintf(text + length, MODE_NAMES - length, "[");
        for (int i = 0; i < MAX_MODE_PARAMETERS && info->parameters[i]; i++)
            length += (size_t)snprintf(text + length, MODE_NAMES - length, "-%s",
                                       parameters[info->parameters[i]].name);
        length += (size_t)snprintf(text + length, MODE_NAMES - length, "]");
    }
    return text;
}
