/* SPDX-License-Identifier: MIT
 * Input: the result file of a previous run, in a folder with a good one. */
#include "fuzz.h"
#include "output/recorded/previous_runs.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char good[] = "{\"canary_ipc_reference\": 3.0}";
    static const char *folder;
    static char path[64];
    if (!folder) {
        folder = fuzz_folder();
        snprintf(path, sizeof path, "%s/good.json", folder);
        fuzz_write(path, (const uint8_t *)good, sizeof good - 1);
        snprintf(path, sizeof path, "%s/fuzz.json", folder);
    }
    fuzz_write(path, data, size);
    double best = previous_runs_best_ipc(folder);
    CHECK(isfinite(best) && best >= 3 && best <= 8);
    return 0;
}
