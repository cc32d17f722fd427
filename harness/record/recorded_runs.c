/* SPDX-License-Identifier: MIT */
#include "record/recorded_runs.h"
#include "base/program.h"
#include "machine/affinity.h"
#include "target/isa_level.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Passes each run on the machine's CPU and kind of core to visit(), which frees or keeps it. */
static void for_each_run(const char *results, const struct machine *machine,
                         void (*visit)(void *context, struct recorded_run *run), void *context)
{
    char folder[4096], path[4096 + 257];
    if (snprintf(folder, sizeof folder, "%s/%s", results, machine->slug) >= (int)sizeof folder)
        return;
    DIR *entries = opendir(folder);
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        if (!log_has_name(entry->d_name))
            continue;
        struct error ignored;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        struct recorded_run *run = recorded_run_read(path, &ignored);
        if (run && !strcmp(run->machine.slug, machine->slug) &&
            !strcmp(run->machine.core_kind, machine->core_kind))
            visit(context, run);
        else
            recorded_run_free(run);
    }
    if (entries)
        closedir(entries);
}

/* ---- the newest run ---- */

/* What recorded_runs_find() seeks, and the newest run that it has found. */
struct search {
    struct recorded_run *newest;
    bool (*is_usable)(const struct recorded_run *run, const void *context);
    const void *context;
};

static void consider(void *context, struct recorded_run *run)
{
    struct search *search = context;
    const struct result *result = &run->result;
    const bool is_sought = !strcmp(result->build.compiler, level_compiler) &&
                           !strcmp(result->build.level, level_name) &&
                           (!search->newest || result->began > search->newest->result.began) &&
                           search->is_usable(run, search->context);
    recorded_run_free(is_sought ? search->newest : run);
    if (is_sought)
        search->newest = run;
}

/* Writes the path of the folder `results` in the source tree. Expects this program in the folder
 * build/native of that tree. */
static bool results_of_tree(char path[static PROGRAM_PATH_SIZE])
{
    if (!program_path(path))
        return false;
    for (int parents = 0; parents < 3; parents++) {
        char *slash = strrchr(path, '/');
        if (!slash)
            return false;
        *slash = 0;
    }
    strcat(path, "/results"); /* fits: it is shorter than /build/native/slidebench-LEVEL */
    return true;
}

static bool same_folder(const char *a, const char *b)
{
    struct stat of_a, of_b;
    return stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && of_a.st_dev == of_b.st_dev &&
           of_a.st_ino == of_b.st_ino;
}

struct recorded_run *recorded_runs_find(bool (*is_usable)(const struct recorded_run *run,
                                                          const void *context),
                                        const void *context)
{
    char tree[PROGRAM_PATH_SIZE];
    struct machine here;
    struct search search = {.is_usable = is_usable, .context = context};
    cpu_identify(&here, affinity_default_cpu());
    for_each_run("results", &here, consider, &search);
    if (results_of_tree(tree) && !same_folder(tree, "results"))
        for_each_run(tree, &here, consider, &search);
    return search.newest;
}

/* ---- the best reference ---- */

static void take_reference(void *best, struct recorded_run *run)
{
    *(double *)best = fmax(*(double *)best, run->run.reference_ipc);
    recorded_run_free(run);
}

double recorded_runs_best_reference(const char *folder, const struct machine *machine)
{
    double best = 0;
    for_each_run(folder, machine, take_reference, &best);
    return best;
}
