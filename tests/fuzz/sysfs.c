/* SPDX-License-Identifier: MIT
 * Input: text from the kernel: numbers, /proc/cpuinfo. */
#include "fuzz.h"
#include "machine/sysfs.h"

#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char path[64];
    if (!*path) {
        sysfs_root = fuzz_folder();
        snprintf(path, sizeof path, "%s/proc", sysfs_root);
        CHECK(mkdir(path, 0777) == 0);
        snprintf(path, sizeof path, "%s/proc/cpuinfo", sysfs_root);
    }
    char line[32];
    fuzz_write(path, data, size);
    CHECK(sysfs_line(line, sizeof line, "/proc/cpuinfo") == (*line != 0) && !strchr(line, '\n'));
    CHECK(sysfs_cpuinfo(line, sizeof line, "model name", 1) == (*line != 0) && !strchr(line, '\n'));
    CHECK(sysfs_number(7, "/proc/absent") == 7);
    sysfs_number(7, "/proc/cpuinfo");
    return 0;
}
