/* SPDX-License-Identifier: MIT */
#include "plan/modes.h"
#include "base/parse.h"
#include "base/text.h"
#include "base/tuning.h"

#include <stdio.h>
#include <string.h>

#define PER(item, plural, of, runs)                                                                \
    .unit = item, .items = plural, .list = LIST_OF_##of, .kernel = KERNEL_##runs
#define PER_QUERY(runs) PER("lookup", "lookups", QUERIES, runs)
#define PER_SIDE(runs)  PER("side", "boards", BOARDS, runs)
#define PER_MOVE(runs)  PER("move", "games", GAMES, runs)

// clang-format off
const struct mode_info mode_table[MODES] = {
    [MODE_THROUGHPUT] = {"throughput", "Independent queries, warm caches",
                         PER_QUERY(THROUGHPUT), .table = MODE_THROUGHPUT, .mixes = true,
                         .delays = true},
    [MODE_LATENCY] = {"latency", "Each query's square depends on the previous result",
                      PER_QUERY(LATENCY), .table = MODE_THROUGHPUT, .delays = true},
    [MODE_LATENCY_OCCUPANCY] = {"latency-occupancy", "Each query's board depends on the previous "
                                "result, as in exchanges and x-rays",
                                PER_QUERY(LATENCY_OCCUPANCY), .table = MODE_THROUGHPUT},
    [MODE_SETWISE] = {"setwise", "All sliders of a side as one set. Per side",
                      PER_SIDE(SETWISE), .table = MODE_SETWISE},
    [MODE_REPLAY] = {"replay", "Games made and unmade, with all their lookups. Per move",
                     PER_MOVE(REPLAY), .table = MODE_REPLAY, .views = VIEW_PER_GAME},
    [MODE_REPLAY_UPKEEP] = {"replay-upkeep", "Views kept up to date through games. Per move",
                            PER_MOVE(REPLAY_UPKEEP), .table = MODE_REPLAY, .views = VIEW_PER_GAME,
                            .no_lookups = true},
    [MODE_REPLAY_LOOKUPS] = {"replay-lookups", "The lookups of games, without moves. Per move",
                             PER_MOVE(REPLAY_LOOKUPS), .table = MODE_REPLAY,
                             .views = VIEW_PER_MOVE},
    [MODE_BURST] = {"burst", "queries at a time", PER_QUERY(THROUGHPUT), .table = MODE_BURST,
                    .cold_cache = true, .mixes = true, .parameters = SIZE_AND_QUERIES,
                    .expansion = "burst-0-8,burst-L1-8,burst-0.5L2-8,burst-L2-8,burst-16L2-8"},
    [MODE_PROCESSES] = {"processes", "processes at once, each with tables of its own. Cold bursts "
                        "of 8 queries",
                        PER_QUERY(THROUGHPUT), .table = MODE_PROCESSES, .cold_cache = true,
                        .own_tables = true, .parameters = CORE_COUNT, .expansion = "processes-2"},
    [MODE_PROCESSES_SHARED] = {"processes-shared", "processes at once, which share tables. Cold "
                               "bursts of 8 queries",
                               PER_QUERY(THROUGHPUT), .table = MODE_PROCESSES, .cold_cache = true,
                               .parameters = CORE_COUNT, .expansion = "processes-shared-2"},
    [MODE_BATCH] = {"batch", "Several queries in one vector", PER_QUERY(BATCH),
                    .table = MODE_BATCH, .batched = true},
    [MODE_BOARD] = {"board", "All 64 squares of a board at once. Per board",
                    .kernel = KERNEL_BOARD, .list = LIST_OF_QUERIES, .table = MODE_BOARD,
                    .batched = true, .unit = "board of 64 squares", .items = "boards"},
};
// clang-format on

const char *mode_items(const struct mode_info *mode, const struct list *list)
{
    bool searches = list->kind == LIST_OF_GAMES && list->spec.kind == WORKLOAD_SEARCH;
    return searches ? "searches" : mode->items;
}

const char *mode_about(const struct mode_spec *mode, char text[static MODE_ABOUT])
{
    const struct mode_info *info = mode_info(mode);
    char size[16];
    if (info->parameters == NO_PARAMETERS)
        snprintf(text, MODE_ABOUT, "%s.", info->about);
    else if (info->parameters == CORE_COUNT)
        snprintf(text, MODE_ABOUT, "%u %s.", mode->cores, info->about);
    else if (mode->kib)
        snprintf(text, MODE_ABOUT, "%u %s, after %s of other memory was read.", mode->queries,
                 info->about, bytes_text((uint64_t)mode->kib << 10, size));
    else
        snprintf(text, MODE_ABOUT, "%u %s.", mode->queries, info->about);
    return text;
}

/* ---- the modes of a run ---- */

/* Sets the name of a mode with its parameters, each number in one spelling: "burst-0.5L2-8". */
static void set_mode_name(struct mode_spec *mode)
{
    const struct mode_info *info = mode_info(mode);
    char size[24], *name = mode->name;
    if (!mode->cache)
        snprintf(size, sizeof size, "%u", mode->kib);
    else if (mode->cache_multiple < 1 || mode->cache_multiple > 1)
        snprintf(size, sizeof size, "%gL%d", mode->cache_multiple, (int)mode->cache);
    else
        snprintf(size, sizeof size, "L%d", (int)mode->cache);
    if (info->parameters == SIZE_AND_QUERIES)
        snprintf(name, sizeof mode->name, "%s-%s-%u", info->name, size, mode->queries);
    else if (info->parameters == CORE_COUNT)
        snprintf(name, sizeof mode->name, "%s-%u", info->name, mode->cores);
    else
        snprintf(name, sizeof mode->name, "%s", info->name);
}

enum { MAX_KIB = 65536, MAX_MULTIPLE = 64, MAX_QUERIES = 64, MAX_CORES = 256 };

/* Returns the mode with parameters whose name begins the word; MODES if there is none. If two names
 * do, as of processes-shared-2, returns the longer one, which comes last in the table. */
static enum mode mode_of_parameters(const char *word)
{
    enum mode found = MODES;
    for (enum mode kind = 0; kind < MODES; kind++)
        if (mode_table[kind].parameters &&
            !strncmp(word, mode_table[kind].name, strlen(mode_table[kind].name)))
            found = kind;
    return found;
}

/* Parses a word such as "burst-0.5L2-8", which begins with the name of this mode. Only the spelling
 * of set_mode_name() is valid. */
static bool parse_parameters(const char *word, enum mode kind, struct mode_spec *mode)
{
    const struct mode_info *info = &mode_table[kind];
    const char *text = word + strlen(info->name);
    unsigned cache = 0;
    if (info->parameters == CORE_COUNT) {
        *mode = (struct mode_spec){.kind = kind,
                                   .cache = CACHE_L3,
                                   .cache_multiple = 4,
                                   .may_assume_size = true,
                                   .queries = 8};
        sscanf(text, "-%3u", &mode->cores);
        set_mode_name(mode);
        return !strcmp(mode->name, word) && mode->cores >= 2 && mode->cores <= MAX_CORES;
    }
    *mode = (struct mode_spec){.kind = kind, .cores = 1, .cache_multiple = 1};
    if (sscanf(text, "-L%1u-%2u", &cache, &mode->queries) != 2 &&
        sscanf(text, "-%lfL%1u-%2u", &mode->cache_multiple, &cache, &mode->queries) != 3)
        sscanf(text, "-%5u-%2u", &mode->kib, &mode->queries);
    mode->cache = (enum cache)cache;
    set_mode_name(mode);
    return !strcmp(mode->name, word) && mode->queries >= 1 && mode->queries <= MAX_QUERIES &&
           mode->kib <= MAX_KIB && cache < CACHES &&
           (!cache || (mode->cache_multiple > 0 && mode->cache_multiple <= MAX_MULTIPLE));
}

/* Fails with a message for a word that has the name of this mode and wrong parameters. */
static bool refuse_parameters(const char *word, enum mode kind, struct error *error)
{
    const struct mode_info *info = &mode_table[kind];
    if (info->parameters == CORE_COUNT)
        return fail(error, STATUS_USAGE, "--modes: '%s': expected %s-N, with 2 to %d cores", word,
                    info->name, MAX_CORES);
    return fail(error, STATUS_USAGE,
                "--modes: '%s': expected %s-SIZE-N, with a SIZE of 0 to %d KiB, or of a cache and "
                "up to %d times that (L2, 0.5L2), and an N of 1 to %d lookups",
                word, info->name, MAX_KIB, MAX_MULTIPLE, MAX_QUERIES);
}

size_t modes_find(const struct modes *modes, const char *name)
{
    for (size_t i = 0; i < modes->n; i++)
        if (!strcmp(modes->mode[i].name, name))
            return i;
    return MAX_MODES;
}

unsigned modes_max_cores(const struct modes *modes)
{
    unsigned most = 1;
    for (size_t i = 0; i < modes->n; i++)
        most = modes->mode[i].cores > most ? modes->mode[i].cores : most;
    return most;
}

static bool given_twice(const struct mode_spec *mode, struct error *error)
{
    return fail(error, STATUS_USAGE, "--modes: %s is given twice", mode->name);
}

static bool add_mode(const struct mode_spec *mode, struct modes *modes, struct error *error)
{
    if (modes_find(modes, mode->name) < MAX_MODES)
        return given_twice(mode, error);
    if (modes->n == MAX_MODES)
        return fail(error, STATUS_USAGE, "--modes: more than %d", MAX_MODES);
    modes->mode[modes->n++] = *mode;
    return true;
}

static bool add_words(const char *text, struct modes *modes, struct error *error);

static bool add_word(const char *word, struct modes *modes, struct error *error)
{
    struct mode_spec mode;
    enum mode with_parameters = mode_of_parameters(word);
    if (with_parameters < MODES && strpbrk(word, "0123456789"))
        return parse_parameters(word, with_parameters, &mode)
                   ? add_mode(&mode, modes, error)
                   : refuse_parameters(word, with_parameters, error);
    const char *names[MODES];
    for (enum mode kind = 0; kind < MODES; kind++)
        names[kind] = mode_table[kind].name;
    int kind = parse_name("modes", word, strlen(word), names, MODES, error);
    if (kind < 0)
        return false;
    const char *expansion = mode_table[kind].expansion;
    if (expansion) {
        size_t first = modes->n;
        bool ok = add_words(expansion, modes, error);
        for (size_t i = first; i < modes->n; i++)
            modes->mode[i].may_assume_size = true;
        return ok;
    }
    mode = (struct mode_spec){.kind = (enum mode)kind, .cores = 1};
    set_mode_name(&mode);
    return add_mode(&mode, modes, error);
}

static bool add_words(const char *text, struct modes *modes, struct error *error)
{
    size_t length;
    char copy[64];
    for (const char *word; (word = next_word(&text, ',', &length));) {
        snprintf(copy, sizeof copy, "%.*s", (int)length, word);
        if (!add_word(copy, modes, error))
            return false;
    }
    return true;
}

bool modes_parse(const char *text, struct modes *modes, struct error *error)
{
    modes->n = 0;
    return add_words(text, modes, error);
}

/* Sets the size of a working set that is given as a cache. */
static bool resolve(struct mode_spec *mode, const struct machine *machine, struct error *error)
{
    const uint64_t sizes[CACHES] = {0, machine->l1d_bytes, machine->l2_bytes, machine->l3_bytes},
                   bytes = sizes[mode->cache];
    const bool assumed = !bytes;
    double kib =
        mode->cache_multiple * (assumed ? ASSUMED_CACHE_KIB[mode->cache] : (double)bytes / 1024);
    if (assumed && !mode->may_assume_size)
        return fail(error, STATUS_ENVIRONMENT,
                    "--modes: %s: the size of this CPU's L%d is unknown; name the size in KiB, as "
                    "in burst-2048-8",
                    mode->name, (int)mode->cache);
    if (mode->may_assume_size && kib > MAX_WORKING_SET_KIB)
        kib = MAX_WORKING_SET_KIB;
    if (!(kib >= 1 && kib <= MAX_WORKING_SET_KIB))
        return fail(error, STATUS_USAGE, "--modes: %s is %.4g KiB; expected 1 to %d", mode->name,
                    kib, (int)MAX_WORKING_SET_KIB);
    mode->kib = (unsigned)(kib + 0.5);
    if (assumed) {
        mode->cache = NO_CACHE;
        set_mode_name(mode);
    }
    return true;
}

bool modes_resolve(struct modes *modes, const struct machine *machine, struct error *error)
{
    for (size_t i = 0; i < modes->n; i++) {
        struct mode_spec *mode = &modes->mode[i];
        if (mode_info(mode)->batched && !has_batch_builds)
            return fail(
                error, STATUS_ENVIRONMENT,
                "--modes: %s is not in this program; `scripts/bench --modes %s` builds it, or "
                "cmake with -D SLIDEBENCH_BATCH=ON",
                mode->name, mode->name);
        if (mode->cache && !resolve(mode, machine, error))
            return false;
        if (modes_find(modes, mode->name) != i)
            return given_twice(mode, error);
    }
    return true;
}

bool mode_is(const struct mode_spec *mode, const char *name, const struct machine *machine)
{
    struct modes modes;
    struct error ignored; /* of an impossible size, which has no other name */
    modes_parse(name, &modes, &ignored);
    modes.mode[0].may_assume_size = true;
    modes_resolve(&modes, machine, &ignored);
    return !strcmp(modes.mode[0].name, mode->name);
}
