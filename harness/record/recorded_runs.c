/* SPDX-License-Identifier: MIT */
#include "record/read_log.h"
#include "base/program.h"
#include "machine/affinity.h"
#include "target/isa_level.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Returns whether times on one of the two say something of the other. */
static bool same_core(const struct machine *a, const struct machine *b)
{
    return !strcmp(a->slug, b->slug) && !strcmp(a->core_kind, b->core_kind);
}

/* What is sought, and the newest such run so far. */
struct search {
    struct recorded_run *newest;
    struct machine here;
    bool (*serves)(const struct recorded_run *run, const void *context);
    const void *context;
};

static bool is_sought(const struct recorded_run *run, const struct search *search)
{
    const struct build *build = &run->report.build;
    return same_core(&run->machine, &search->here) && !strcmp(build->compiler, level_compiler) &&
           !strcmp(build->level, level_name) &&
           (!search->newest || run->report.began > search->newest->report.began) &&
           search->serves(run, search->context);
}

static void consider(void *context, const char *path)
{
    struct search *search = context;
    struct error ignored;
    struct recorded_run *run = recorded_run_read(path, &ignored), *other = run;
    if (run && is_sought(run, search)) {
        other = search->newest;
        search->newest = run;
    }
    recorded_run_free(other);
}

/* Calls `see` with the path of each log in the folder of a CPU. */
static void for_each_log(const char *results, const char *slug,
                         void (*see)(void *context, const char *path), void *context)
{
    char folder[4096], path[4096 + 257];
    if (snprintf(folder, sizeof folder, "%s/%s", results, slug) >= (int)sizeof folder)
        return;
    DIR *entries = opendir(folder);
    for (struct dirent *entry; entries && (entry = readdir(entries));)
        if (log_has_name(entry->d_name)) {
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            see(context, path);
        }
    if (entries)
        closedir(entries);
}

/* Writes the folder `results` of the source tree in whose build folder, build/native, this program
 * is. */
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
    strcat(path, "/results"); /* shorter than build/native/slidebench-LEVEL */
    return true;
}

static bool same_folder(const char *a, const char *b)
{
    struct stat of_a, of_b;
    return stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && of_a.st_dev == of_b.st_dev &&
           of_a.st_ino == of_b.st_ino;
}

struct recorded_run *recorded_runs_find(bool (*serves)(const struct recorded_run *run,
                                                       const void *context),
                                        const void *context)
{
    char tree[PROGRAM_PATH_SIZE];
    struct search search = {.serves = serves, .context = context};
    const char *slug = search.here.slug;
    cpu_identify(&search.here, affinity_default_cpu());
    for_each_log("results", slug, consider, &search);
    if (results_of_tree(tree) && !same_folder(tree, "results"))
        for_each_log(tree, slug, consider, &search);
    return search.newest;
}

/* The core whose reference is sought, and the best one so far. */
struct reference {
    const struct machine *machine;
    double best;
};

static void take_reference(void *context, const char *path)
{
    struct reference *reference = context;
    struct error ignored;
    struct recorded_run *run = recorded_run_read(path, &ignored);
    if (run && same_core(&run->machine, reference->machine))
        reference->best = fmax(reference->best, run->run.reference_ipc);
    recorded_run_free(run);
}

double recorded_runs_best_reference(const char *folder, const struct machine *machine)
{
    struct reference reference = {.machine = machine};
    for_each_log(folder, machine->slug, take_reference, &reference);
    return reference.best;
}
