/* SPDX-License-Identifier: MIT */
#include "earlier.h"
#include "json_whole.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* 0 if it is no result, INFINITY without memory. */
static double ipc_of(const char *folder, const char *cpu, const char *name)
{
    char path[4400 + sizeof((struct dirent *)0)->d_name];
    const char *suffix = strrchr(name, '.');
    if (*name == '.' || !suffix || strcmp(suffix, ".json"))
        return 0;
    snprintf(path, sizeof path, "%s/%s/%s", folder, cpu, name);
    errno = 0;
    json_t *run = json_load_file(path, 0, NULL);
    if (!run && errno == ENOMEM)
        return INFINITY;
    double ipc = json_number_value(json_object_get(run, "reference_ipc"));
    json_decref(run);
    return ipc;
}

double earlier_best_ipc(const char *folder, const char *cpu)
{
    char path[4400];
    double best = 0;
    snprintf(path, sizeof path, "%s/%s", folder, cpu);
    DIR *results = opendir(path);
    if (!results)
        return errno == ENOMEM ? NAN : 0;
    json_watch();
    for (struct dirent *entry; (entry = readdir(results));)
        best = fmax(best, ipc_of(folder, cpu, entry->d_name));
    closedir(results);
    return json_whole() && isfinite(best) ? best : NAN;
}
