/* SPDX-License-Identifier: MIT
 * Runs the check that precedes each run on the named schemes of any registry, and prints whether
 * each is right or wrong. The exit status is 1 if one is wrong. */
#include "verify/verify.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static bool is_right(const struct scheme *scheme)
{
    struct finding finding;
    char why[FAULT_SIZE];
    struct error error;
    if (!verify_in_child(scheme, VERIFY_RELEVANT, &finding, why, &error)) {
        fprintf(stderr, "%s\n", error.text);
        exit(error.status);
    }
    return !*why && finding.correct;
}

int main(int argc, char **argv)
{
    bool all_right = true;
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0}); /* mutants may crash */
    for (const struct scheme *const *s = schemes; *s; s++)
        for (int i = 1; i < argc; i++) {
            if (strcmp((*s)->name, argv[i]) != 0)
                continue;
            bool right = is_right(*s);
            printf("%s %s\n", right ? "right" : "wrong", argv[i]);
            all_right &= right;
        }
    return !all_right;
}
