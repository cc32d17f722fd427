/* SPDX-License-Identifier: MIT
 * The program `slidebench`: runs `slidebench-<level>`, the bench binary of the best ISA level that
 * this machine supports. The bench binaries lie in the folder of this program or in LIBEXEC. The
 * environment variable SLIDEBENCH_LEVEL selects another level. */
#include "base/array.h"
#include "base/error.h"
#include "base/program.h"
#include "target/isa.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The levels that were built, the best one first. levels.def has a line LEVEL("name") for each. */
static const char *const levels[] = {
#define LEVEL(name) name,
#include "levels.def"
#undef LEVEL
};

/* What the levels of the x86-64 psABI need. The bench binary of any other level, such as "native",
 * checks the CPU itself. */
#define V2 "cx16 lahf popcnt sse3 sse4.1 sse4.2 ssse3"
#define V3 V2 " avx avx2 bmi1 bmi2 f16c fma lzcnt movbe"
#define V4 V3 " avx512f avx512bw avx512cd avx512dq avx512vl"

static const char *needs(const char *level)
{
    static const char *const known[][2] = {{"x86-64-v2", V2}, {"x86-64-v3", V3}, {"x86-64-v4", V4}};
    for (size_t i = 0; i < COUNT(known); i++)
        if (strcmp(level, known[i][0]) == 0)
            return known[i][1];
    return "";
}

static bool choose(const char *wanted, const char **level, struct error *error)
{
    char built[256] = "";
    for (size_t i = 0, used = 0; i < COUNT(levels); i++) {
        *level = levels[i];
        const bool supported = isa_has(needs(*level));
        if (wanted && !strcmp(wanted, *level) && !supported)
            return fail(error, STATUS_ENVIRONMENT, "SLIDEBENCH_LEVEL=%s needs %s", wanted,
                        isa_missing(needs(*level)));
        if (wanted ? !strcmp(wanted, *level) : supported)
            return true;
        if (used < sizeof built)
            used += (size_t)snprintf(built + used, sizeof built - used, " %s", *level);
    }
    if (wanted)
        return fail(error, STATUS_ENVIRONMENT,
                    "SLIDEBENCH_LEVEL=%.64s is none of the levels built:%s", wanted, built);
    return fail(error, STATUS_ENVIRONMENT,
                "this CPU runs none of the levels built:%s (%s needs %s)", built, *level,
                isa_missing(needs(*level)));
}

/* Writes the folder of this program with a '/' at the end; or "" if the shell found this program by
 * PATH, so that execvp() searches PATH, too. */
static void find_folder(const char *argv0, char folder[static PROGRAM_PATH_SIZE])
{
    if (!program_path(folder))
        snprintf(folder, PROGRAM_PATH_SIZE, "%s", argv0);
    char *slash = strrchr(folder, '/');
    *(slash ? slash + 1 : folder) = '\0';
}

int main(int argc, char **argv)
{
    char path[PROGRAM_PATH_SIZE + 64], folder[PROGRAM_PATH_SIZE];
    const char *level, *wanted = getenv("SLIDEBENCH_LEVEL");
    struct error error;
    if (argc < 1)
        return STATUS_ENVIRONMENT;
    if (!choose(wanted && *wanted ? wanted : NULL, &level, &error)) {
        fprintf(stderr, "slidebench: %s\n", error.text);
        return (int)error.status;
    }
    find_folder(argv[0], folder);
    snprintf(path, sizeof path, "%sslidebench-%s", folder, level);
    execvp(path, argv);
    int why = errno;
    if (why == ENOENT && *folder) {
        char installed[sizeof path + sizeof LIBEXEC];
        snprintf(installed, sizeof installed, "%s" LIBEXEC "/slidebench-%s", folder, level);
        execv(installed, argv);
    }
    fprintf(stderr, "slidebench: cannot run %s: %s\n", path, strerror(why));
    return STATUS_ENVIRONMENT;
}
