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
#include "base/subprocess.h"
#include "target/isa.h"
#include "verify/verify.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { SECONDS = 300 }; /* limit per stage and scheme */

struct verdict {
    bool right;
    char what[100];
};

static void verify(const struct scheme *scheme, enum verify_depth depth, struct verdict *verdict)
{
    struct finding finding = verify_scheme(scheme, depth);
    verdict->right = finding.correct;
    if (!finding.correct)
        snprintf(verdict->what, sizeof verdict->what, "%s on square %u, occupied 0x%016" PRIx64,
                 finding.what, finding.square, finding.occupied);
}

static void relevant(const void *scheme, void *verdict)
{
    verify(scheme, VERIFY_RELEVANT, verdict);
}

static void full(const void *scheme, void *verdict)
{
    verify(scheme, VERIFY_FULL, verdict);
}

static const struct stage {
    const char *name;
    void (*find)(const void *scheme, void *verdict);
} stages[] = {{"relevant", relevant}, {"full", full}};

/* Runs a stage in a child process. Prints the fault that it detects; returns true if none. */
static bool passes(const struct scheme *scheme, const struct stage *stage)
{
    struct verdict verdict;
    char why[64];
    struct error error;
    if (!run_in_child(stage->find, scheme, &verdict, sizeof verdict, SECONDS, why, &error)) {
        fprintf(stderr, "%s\n", error.text);
        exit(error.status);
    }
    if (*why) {
        verdict.right = false;
        snprintf(verdict.what, sizeof verdict.what, "%s", why);
    }
    if (!verdict.right)
        printf("%s %s %s\n", scheme->name, stage->name, verdict.what);
    return verdict.right;
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
        for (size_t i = 0; built && !found && i < sizeof stages / sizeof *stages; i++)
            if (!strcmp(requested, stages[i].name) || !strcmp(requested, "all"))
                found = !passes(*s, &stages[i]);
        if (!found)
            printf("%s %s\n", (*s)->name, built ? "right" : "absent");
        fflush(stdout);
        all_right = all_right && !found;
    }
    return !all_right;
}
