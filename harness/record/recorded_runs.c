/* SPDX-License-Identifier: MIT */
#include "record/recorded_runs.h"
#include "base/program.h"
#include "machine/cache_folder.h"
#include "machine/cpu.h"
#include "target/isa_level.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Returns whether two texts such as "gcc 12.2.0" name the same compiler, of any version. */
static bool same_compiler(const char *a, const char *b)
{
    size_t length = strcspn(a, " ");
    return length == strcspn(b, " ") && !strncmp(a, b, length);
}

static bool preferred(const struct run_times *a, const struct run_times *b)
{
    bool by_this_one = same_compiler(a->compiler, level_compiler),
         other_by_this_one = same_compiler(b->compiler, level_compiler);
    if (a->partial != b->partial)
        return b->partial;
    if (by_this_one != other_by_this_one)
        return by_this_one;
    return strcmp(a->date, b->date) > 0;
}

/* What is sought, and the best run so far. */
struct search {
    struct run_times *best;
    const char *slug;
    run_serves_fn *serves;
    const void *context;
};

static void consider(void *context, const char *path)
{
    const struct search *search = context;
    struct run_times other, *best = search->best;
    struct error ignored;
    bool ok = run_times_read(&other, path, &ignored) && !strcmp(other.slug, search->slug) &&
              search->serves(&other, search->context) &&
              (!best->recorded || preferred(&other, best));
    run_times_free(ok ? best : &other);
    if (ok)
        *best = other;
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

bool recorded_runs_cache(char *path, size_t size)
{
    size_t used = cache_folder(path, size) ? strlen(path) : size;
    return used < size && snprintf(path + used, size - used, "/results") < (int)(size - used);
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
    size_t used = strlen(path);
    return snprintf(path + used, PROGRAM_PATH_SIZE - used, "/results") <
           (int)(PROGRAM_PATH_SIZE - used);
}

bool recorded_runs_find(struct run_times *found, run_serves_fn *serves, const void *context)
{
    struct cpu cpu;
    char slug[64], cache[4096], tree[PROGRAM_PATH_SIZE];
    struct search search = {found, slug, serves, context};
    cpu_identify(&cpu, 0);
    cpu_slug(&cpu, slug, sizeof slug);
    *found = (struct run_times){.recorded = NULL};
    for_each_log("results", slug, consider, &search);
    if (results_of_tree(tree))
        for_each_log(tree, slug, consider, &search);
    if (recorded_runs_cache(cache, sizeof cache))
        for_each_log(cache, slug, consider, &search);
    return found->recorded;
}

static void take_reference(void *context, const char *path)
{
    double *best = context;
    struct error ignored;
    struct recorded_run *run = recorded_run_read(path, &ignored);
    if (run)
        *best = fmax(*best, run->run.reference_ipc);
    recorded_run_free(run);
}

double recorded_runs_best_reference(const char *folder, const char *cpu)
{
    double best = 0;
    for_each_log(folder, cpu, take_reference, &best);
    return best;
}
