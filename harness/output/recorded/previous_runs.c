/* SPDX-License-Identifier: MIT */
#include "output/recorded/previous_runs.h"
#include "base/json_memory.h"
#include "base/tuning.h"
#include "output/recorded/result_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

/* Returns the reference of a result; 0 if it has none. */
static double canary_ipc_reference(const json_t *run)
{
    double ipc = json_number_value(json_object_get(run, "canary_ipc_reference"));
    return ipc > 0 && ipc <= CANARY_CHAINS ? ipc : 0;
}

/* Returns the reference of the result in a file; 0 if the file is no result, INFINITY without
 * memory. */
static double ipc_of_file(int folder, const char *name)
{
    int file = openat(folder, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a pipe must not block */
    json_t *run = NULL;
    struct stat status;
    errno = 0;
    if (file >= 0 && !fstat(file, &status) && may_be_result(name, &status))
        run = json_loadfd(file, 0, NULL);
    bool no_memory = !run && errno == ENOMEM;
    if (file >= 0)
        close(file);
    if (no_memory)
        return INFINITY;
    double ipc = canary_ipc_reference(run);
    json_decref(run);
    return ipc;
}

double previous_runs_best_ipc(const char *folder)
{
    double best = 0;
    DIR *results = opendir(folder);
    if (!results)
        return errno == ENOMEM ? NAN : 0;
    json_memory_watch();
    for (struct dirent *entry; (entry = readdir(results));)
        best = fmax(best, ipc_of_file(dirfd(results), entry->d_name));
    closedir(results);
    return json_memory_ok() && isfinite(best) ? best : NAN;
}
