/* SPDX-License-Identifier: MIT
 * `slidebench verify`. */
#include "cli/commands.h"
#include "plan/support.h"
#include "verify/verify.h"

#include <inttypes.h>
#include <stdio.h>

enum verify_outcome { VERIFIED, WRONG, UNSUPPORTED, OUTCOMES };

/* Verifies a scheme and prints its result. Returns false if no child process could run. */
static bool verify(const struct scheme *scheme, enum verify_outcome *outcome, struct error *error)
{
    struct finding finding;
    char crash[FAULT_SIZE];
    const char *why = scheme_unsupported(scheme);
    *outcome = why ? UNSUPPORTED : WRONG;
    if (why) {
        printf("%-11s %-28s %s\n", "unsupported", scheme->name, why);
        return true;
    }
    if (!verify_in_child(scheme, VERIFY_FULL, &finding, crash, error))
        return false;
    if (*crash) {
        printf("%-11s %-28s %s\n", "crashed", scheme->name, crash);
    } else if (finding.correct) {
        *outcome = VERIFIED;
        printf("%-11s %-28s %" PRIu64 " results, signature %016" PRIx64 "\n", "verified",
               scheme->name, finding.results, finding.signature);
    } else {
        printf("%-11s ", "wrong");
        finding_print(scheme, &finding, stdout);
    }
    return true;
}

bool command_verify(const struct options *options, struct error *error)
{
    if (options->worker >= 0)
        return command_prove_worker(options, error);
    if (options->prove)
        return command_prove(options, error);
    unsigned count[OUTCOMES] = {0};
    for (const struct scheme *const *s = schemes; *s; s++) {
        enum verify_outcome outcome;
        if (!run_request_selects(&options->run, *s) || (*s)->traits & MOCK)
            continue;
        if (!verify(*s, &outcome, error))
            return false;
        count[outcome]++;
        fflush(stdout);
    }
    printf("%u verified, %u wrong or crashed, %u unsupported\n", count[VERIFIED], count[WRONG],
           count[UNSUPPORTED]);
    if (!count[WRONG])
        return true;
    return fail(error, STATUS_WRONG, "%u of %u schemes are wrong or crashed", count[WRONG],
                count[VERIFIED] + count[WRONG]);
}
