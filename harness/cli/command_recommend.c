/* SPDX-License-Identifier: MIT
 * `slidebench recommend`: takes a recorded run of this CPU, or times what is needed. */
#include "base/json_memory.h"
#include "base/tuning.h"
#include "cli/commands.h"
#include "cli/parse_options.h"
#include "machine/machine.h"
#include "plan/scheme_set.h"
#include "recommend/recommendation_json.h"
#include "recommend/recommendation_text.h"
#include "record/recorded_runs.h"

#include <string.h>

/* ---- the rows that a profile needs ---- */

/* The options of `bench` that time the rows of a profile. */
struct bench_lists {
    char pieces[64], workloads[64], modes[128];
};

static void add_word(char *list, size_t size, const char *word)
{
    size_t used = strlen(list), length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at++)
        if ((at == list || at[-1] == ',') && (!at[length] || at[length] == ','))
            return;
    snprintf(list + used, size - used, "%s%s", used ? "," : "", word);
}

/* Returns the options for a profile on a machine with the caches of a run. */
static struct bench_lists lists_of(const struct profile *profile, const struct run_times *like)
{
    struct bench_lists lists = {"", "", ""};
    const struct run_times no_rows = {.l2_bytes = like->l2_bytes};
    struct terms terms;
    terms_make(&terms, profile, &no_rows);
    for (size_t t = 0; t < terms.n; t++) {
        const struct profile_term *term = &terms.term[t];
        bool perft = !strcmp(term->mode, "perft"); /* has its own workload, whatever is given */
        add_word(lists.pieces, sizeof lists.pieces, piece_names[term->piece]);
        add_word(lists.workloads, sizeof lists.workloads, perft ? "games" : term->workload);
        add_word(lists.modes, sizeof lists.modes, term->mode);
    }
    return lists;
}

/* Returns whether the run has them for at least half of the schemes: others were not selected. */
static bool serves(const struct run_times *times, const void *context)
{
    struct terms terms;
    size_t covered = 0;
    terms_make(&terms, context, times);
    for (const struct scheme *const *s = schemes; *s; s++)
        covered += terms_timed_for(&terms, times, *s);
    return times->processes >= MIN_PROCESSES && 2 * covered >= scheme_count();
}

/* ---- a recorded run ---- */

static bool read_result(struct run_times *times, const char *path, const struct profile *profile,
                        struct error *error)
{
    struct terms terms;
    if (!run_times_read(times, path, error))
        return false;
    terms_make(&terms, profile, times);
    const struct profile_term *lacking = terms_first_missing(&terms, times);
    struct bench_lists lists = lists_of(profile, times);
    if (!lacking)
        return true;
    return fail(error, STATUS_INPUT,
                "%s: no rows of %s (%s, %s); measure them with `slidebench bench --pieces %s "
                "--workloads %s --modes %s --out results`",
                path, lacking->mode, piece_names[lacking->piece], lacking->workload, lists.pieces,
                lists.workloads, lists.modes);
}

/* Returns how many rows the lists select, of all schemes. */
static size_t count_rows(const struct bench_lists *lists)
{
    const char *const list[] = {lists->pieces, lists->workloads, lists->modes};
    size_t n = scheme_count();
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        size_t words = 1;
        for (const char *at = list[i]; (at = strchr(at, ',')); at++)
            words++;
        n *= words;
    }
    return n;
}

/* Times what the profile needs, and saves the result in the user's cache. Rows in doubt are no
 * error here: they are not recommended. */
static bool time_profile(const struct options *given, const struct profile *profile,
                         struct error *error)
{
    struct machine machine;
    machine_read(&machine, -1);
    const struct run_times here = {.l2_bytes = (double)machine.l2_bytes};
    struct bench_lists lists = lists_of(profile, &here);
    size_t rows = count_rows(&lists);
    struct options options;
    char folder[4096], processes[16], seconds[32];
    char *argv[] = {given->run.program, "bench",   "--pieces",  lists.pieces,  "--workloads",
                    lists.workloads,    "--modes", lists.modes, "--processes", processes,
                    "--time",           seconds,   NULL};
    snprintf(processes, sizeof processes, "%d", CORRECTED_PROCESSES);
    snprintf(seconds, sizeof seconds, "%.2f", RECOMMEND_ROW_SECONDS * (double)rows);
    if (!recorded_runs_cache(folder, sizeof folder))
        return fail(error, STATUS_ENVIRONMENT,
                    "no run is recorded and there is no cache folder to save one: set HOME, or "
                    "use --result FILE");
    fprintf(
        stderr,
        "slidebench: no result of this CPU has all that --for %s needs: timing it, about %.0f s\n",
        profile->name,
        CORRECTED_PROCESSES * (RECOMMEND_ROW_SECONDS + PREPARATION_SECONDS) * (double)rows);
    bool ok = options_parse(sizeof argv / sizeof *argv - 1, argv, &options, error);
    options.out = folder;
    options.format = FORMAT_NONE;
    options.quiet = given->quiet;
    ok = ok && (command_bench(&options, error) || error->status == STATUS_UNSTABLE);
    options_free(&options);
    return ok;
}

static bool find_or_time(struct run_times *times, const struct options *options,
                         const struct profile *profile, struct error *error)
{
    if (recorded_runs_find(times, serves, profile))
        return true;
    run_times_free(times);
    return time_profile(options, profile, error) &&
           (recorded_runs_find(times, serves, profile) ||
            fail(error, STATUS_OUTPUT, "the run that was just timed cannot be read"));
}

static bool print(const struct recommendation *recommendation, const struct options *options,
                  struct error *error)
{
    if (options->format == FORMAT_TABLE)
        recommendation_print(recommendation, options->run.program, stdout);
    else if (!recommendation_json(recommendation, stdout) && !json_memory_ok())
        return fail(error, STATUS_ENVIRONMENT, "no memory for the JSON");
    return true; /* main() reports the errors of stdout */
}

bool command_recommend(const struct options *options, struct error *error)
{
    const struct profile *profile = &profiles[options->profile];
    struct run_times times = {.recorded = NULL};
    struct recommendation recommendation = {.n = 0};
    bool ok =
        (options->result ? read_result(&times, options->result, profile, error)
                         : find_or_time(&times, options, profile, error)) &&
        recommendation_make(&recommendation, &times, profile, &options->restrictions, error) &&
        print(&recommendation, options, error);
    recommendation_free(&recommendation);
    run_times_free(&times);
    return ok;
}
