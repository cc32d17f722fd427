/* SPDX-License-Identifier: MIT */
#include "plan/modes.h"
#include "base/parse.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *word, *means;
} shorthands[] = {
    {"burst", "burst-0-8,burst-32-8,burst-256-8,burst-2048-8,burst-32768-8"},
    {"threads", "threads-2"},
};

/* With numbers; there is one spelling of each, without signs and leading zeros. */
static bool read_numbered(const char *word, struct mode_spec *mode)
{
    *mode = (struct mode_spec){.threads = 1};
    if (sscanf(word, "burst-%5u-%2u", &mode->kib, &mode->queries) == 2 && mode->kib <= 65536 &&
        mode->queries >= 1 && mode->queries <= 64) {
        mode->kind = MODE_BURST;
        snprintf(mode->name, sizeof mode->name, "burst-%u-%u", mode->kib, mode->queries);
    } else if (sscanf(word, "threads-%3u", &mode->threads) == 1 && mode->threads >= 2 &&
               mode->threads <= 256) {
        mode->kind = MODE_THREADS;
        snprintf(mode->name, sizeof mode->name, "threads-%u", mode->threads);
    }
    return *word && !strcmp(word, mode->name);
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

static bool add_words(const char *text, struct modes *modes, struct error *error);

static bool add_word(const char *word, struct modes *modes, struct error *error)
{
    for (size_t i = 0; i < sizeof shorthands / sizeof *shorthands; i++)
        if (!strcmp(shorthands[i].word, word))
            return add_words(shorthands[i].means, modes, error);
    struct mode_spec mode;
    if (!read_numbered(word, &mode)) {
        int kind = parse_name("modes", word, strlen(word), mode_names, MODES, error);
        if (kind < 0)
            return false;
        mode = (struct mode_spec){.kind = (enum mode)kind, .threads = 1};
        snprintf(mode.name, sizeof mode.name, "%s", word);
    }
    if (modes_find(modes, word) < MAX_MODES)
        return fail(error, STATUS_USAGE, "--modes: %s is given twice", word);
    if (modes->n == MAX_MODES)
        return fail(error, STATUS_USAGE, "--modes: more than %d", MAX_MODES);
    modes->mode[modes->n++] = mode;
    return true;
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
