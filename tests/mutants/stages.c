/* SPDX-License-Identifier: MIT
 * Runs single stages of verification on schemes: for mutants, sanitizers and emulated machines.
 * Linked with any registry of schemes.
 *
 *     stages relevant|full|all [SCHEME]...      default: all schemes
 *
 * Prints one line per scheme:
 *
 *     <scheme> <stage> <fault>    the first stage that detects a fault
 *     <scheme> right              none does
 *     <scheme> absent             this machine does not support the scheme
 *
 * Exit status 1 if a fault was detected. */
#include "target/isa.h"
#include "verify/verify.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static const char *const stages[] = {[VERIFY_RELEVANT] = "relevant", [VERIFY_FULL] = "full"};

/* Runs a stage in a child process. Prints the fault that it detects; returns true if none. */
static bool passes(const struct scheme *scheme, enum verify_depth stage)
{
    struct finding finding;
    char why[FAULT_SIZE];
    struct error error;
    if (!verify_in_child(scheme, stage, &finding, why, &error)) {
        fprintf(stderr, "%s\n", error.text);
        exit(error.status);
    }
    if (!*why && finding.correct)
        return true;
    printf("%s %s ", scheme->name, stages[stage]);
    if (*why)
        printf("%s\n", why);
    else
        printf("%s on square %u, occupied 0x%016" PRIx64 "\n", finding.what, finding.square,
               finding.occupied);
    return false;
}

static bool among(const char *name, char *const *names)
{
    bool found = false;
    for (; *names; names++)
        found = found || !strcmp(*names, name);
    return found;
}

int main(int argc, char **argv)
{
    bool all_right = true;
    const char *requested = argc > 1 ? argv[1] : "all";
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0}); /* mutants may crash */
    for (const struct scheme *const *s = schemes; *s; s++) {
        bool found = false, built = (*s)->built && isa_has((*s)->needs ? (*s)->needs : "");
        if (argc > 2 && !among((*s)->name, argv + 2))
            continue;
        for (enum verify_depth stage = 0; built && !found && stage <= VERIFY_FULL; stage++)
            if (!strcmp(requested, stages[stage]) || !strcmp(requested, "all"))
                found = !passes(*s, stage);
        if (!found)
            printf("%s %s\n", (*s)->name, built ? "right" : "absent");
        fflush(stdout);
        all_right = all_right && !found;
    }
    return !all_right;
}
