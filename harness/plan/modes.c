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
static bool read_numbered(const char *word, struct way *way)
{
    *way = (struct way){.threads = 1};
    if (sscanf(word, "burst-%5u-%2u", &way->kib, &way->queries) == 2 && way->kib <= 65536 &&
        way->queries >= 1 && way->queries <= 64) {
        way->mode = BURST;
        snprintf(way->name, sizeof way->name, "burst-%u-%u", way->kib, way->queries);
    } else if (sscanf(word, "threads-%3u", &way->threads) == 1 && way->threads >= 2 &&
               way->threads <= 256) {
        way->mode = THREADS;
        snprintf(way->name, sizeof way->name, "threads-%u", way->threads);
    }
    return *word && !strcmp(word, way->name);
}

size_t ways_find(const struct ways *ways, const char *name)
{
    for (size_t i = 0; i < ways->n; i++)
        if (!strcmp(ways->way[i].name, name))
            return i;
    return MAX_WAYS;
}

unsigned ways_most_threads(const struct ways *ways)
{
    unsigned most = 1;
    for (size_t i = 0; i < ways->n; i++)
        most = ways->way[i].threads > most ? ways->way[i].threads : most;
    return most;
}

static bool add_words(const char *text, struct ways *ways, struct error *error);

static bool add_word(const char *word, struct ways *ways, struct error *error)
{
    for (size_t i = 0; i < sizeof shorthands / sizeof *shorthands; i++)
        if (!strcmp(shorthands[i].word, word))
            return add_words(shorthands[i].means, ways, error);
    struct way way;
    if (!read_numbered(word, &way)) {
        int mode = parse_name("modes", word, strlen(word), mode_names, MODES, error);
        if (mode < 0)
            return false;
        way = (struct way){.mode = (enum mode)mode, .threads = 1};
        snprintf(way.name, sizeof way.name, "%s", word);
    }
    if (ways_find(ways, word) < MAX_WAYS)
        return fail(error, STATUS_USAGE, "--modes: %s is given twice", word);
    if (ways->n == MAX_WAYS)
        return fail(error, STATUS_USAGE, "--modes: more than %d", MAX_WAYS);
    ways->way[ways->n++] = way;
    return true;
}

static bool add_words(const char *text, struct ways *ways, struct error *error)
{
    for (;; text++) {
        char word[64];
        size_t length = strcspn(text, ",");
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        if (!add_word(word, ways, error))
            return false;
        text += length;
        if (!*text)
            return true;
    }
}

bool ways_parse(const char *text, struct ways *ways, struct error *error)
{
    ways->n = 0;
    return add_words(text, ways, error);
}
