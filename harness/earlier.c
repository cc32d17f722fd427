/* SPDX-License-Identifier: MIT */
#include "earlier.h"
#include "json_whole.h"

#include <glob.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>

double earlier_best_ipc(const char *folder, const char *cpu)
{
    char pattern[4400];
    glob_t found;
    double best = 0;
    snprintf(pattern, sizeof pattern, "%s/%s/*.json", folder, cpu);
    int failed = glob(pattern, 0, NULL, &found);
    if (failed)
        return failed == GLOB_NOSPACE ? NAN : 0;
    json_watch();
    for (size_t i = 0; i < found.gl_pathc; i++) {
        json_t *run = json_load_file(found.gl_pathv[i], 0, NULL);
        best = fmax(best, json_number_value(json_object_get(run, "reference_ipc")));
        json_decref(run);
    }
    globfree(&found);
    return json_whole() ? best : NAN;
}
