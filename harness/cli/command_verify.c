/* SPDX-License-Identifier: MIT
 * `slidebench verify`. */
#include "cli/commands.h"
#include "plan/support.h"
#include "base/subprocess.h"
#include "verify/verify.h"

#include <inttypes.h>
#include <stdio.h>

enum { SECONDS = 120 };

static void verify(const void *scheme, void *finding)
{
    *(struct finding *)finding = verify_scheme(scheme, VERIFY_FULL);
}

bool command_verify(const struct options *options, struct error *error)
{
    if (options->worker >= 0)
        return command_prove_worker(options, error);
    if (options->prove)
        return command_prove(options, error);
    unsigned right = 0, wrong = 0, absent = 0;
    for (const struct scheme *const *s = schemes; *s; s++) {
        if (!run_request_selects(&options->run, *s) || (*s)->traits & MOCK)
            continue;
        struct finding finding;
        char crash[64];
        const char *why = scheme_unsupported(*s);
        if (why) {
            printf("%-11s %-28s %s\n", "unsupported", (*s)->name, why);
            absent++;
        } else if (!run_in_child(verify, *s, &finding, sizeof finding, SECONDS, crash, error)) {
            return false;
        } else if (*crash) {
            printf("%-11s %-28s %s\n", "CRASHED", (*s)->name, crash);
            wrong++;
        } else if (finding.correct) {
            printf("%-11s %-28s %" PRIu64 " answers, signature %016" PRIx64 "\n", "verified",
                   (*s)->name, finding.queries, finding.signature);
            right++;
        } else {
            printf("%-11s ", "WRONG");
            finding_print(*s, &finding, stdout);
            wrong++;
        }
        fflush(stdout);
    }
    printf("%u verified, %u wrong, %u unsupported\n", right, wrong, absent);
    if (wrong)
        return fail(error, STATUS_WRONG, "%u of %u schemes gave a wrong attack set", wrong,
                    right + wrong);
    return true;
}
