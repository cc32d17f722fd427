/* SPDX-License-Identifier: MIT
 * `slidebench verify`, and its option --prove. */
#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/commands.h"
#include "plan/scheme_set.h"
#include "verify/prove.h"
#include "verify/verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static bool command_prove_worker(const struct options *options, struct error *error)
{
    for (const struct scheme *const *s = schemes; *s; s++)
        if (run_request_selects(&options->run, *s))
            return prove_scheme(*s, options->worker, error);
    return true;
}

static void print_result(const struct prove_job *job)
{
    const struct proof *proof = &job->proof;
    printf("%-11s %-38s", proof_status_names[proof->status], job->scheme->name);
    if (proof->status == PROOF_PROVED) {
        printf(" %8" PRIu64 " patterns, %5.1f s; rook bishop", proof->patterns, job->seconds);
        for (enum piece piece = QUEEN; piece <= BOTH; piece++)
            if (proof->pieces & 1u << piece)
                printf(" %s", piece_names[piece]);
        puts(proof->set_view_proved ? "" : "; set_view tested");
    } else {
        printf(" %s\n", proof->why);
    }
    fflush(stdout);
}

/* Prints how many schemes have each status. Fails if one is wrong or unproved. */
static bool print_totals(const struct prove_job *jobs, size_t n, double seconds,
                         struct error *error)
{
    size_t count[PROOF_STATUSES] = {0};
    for (size_t i = 0; i < n; i++)
        count[jobs[i].proof.status]++;
    printf("%zu proved, %zu verified, %zu unproved, %zu wrong, %zu unsupported, in %.0f s\n",
           count[PROOF_PROVED], count[PROOF_VERIFIED], count[PROOF_UNPROVED], count[PROOF_WRONG],
           count[PROOF_UNSUPPORTED], seconds);
    if (count[PROOF_WRONG] + count[PROOF_UNPROVED] == 0)
        return true;
    return fail(error, STATUS_WRONG, "%zu of %zu scheme%s wrong, %zu unproved", count[PROOF_WRONG],
                n, plural(n), count[PROOF_UNPROVED]);
}

static bool command_prove(const struct options *options, struct error *error)
{
    if (!prove_possible(error))
        return false;
    size_t n = 0;
    struct prove_job *jobs = xcalloc(scheme_count(), sizeof *jobs);
    for (const struct scheme *const *s = schemes; *s; s++) {
        if (!run_request_selects(&options->run, *s) || (*s)->traits & MOCK)
            continue;
        struct prove_job *job = &jobs[n++];
        const char *why = scheme_unsupported(*s);
        job->scheme = *s;
        job->finished = why != NULL;
        snprintf(job->proof.why, sizeof job->proof.why, "%s", why ? why : "");
    }
    double start = clock_seconds();
    prove_jobs_run(jobs, n, options->jobs, print_result);
    bool ok = print_totals(jobs, n, clock_seconds() - start, error);
    free(jobs);
    return ok;
}

/* ---- command verify ---- */

enum verify_outcome { VERIFIED, WRONG, UNSUPPORTED, OUTCOMES };

/* Verifies a scheme, prints its outcome and adds up the results that were compared. Returns false
 * if no child process could run. */
static bool verify(const struct scheme *scheme, enum verify_outcome *outcome, uint64_t *results,
                   struct error *error)
{
    struct finding finding;
    char crash[FAULT_SIZE];
    const char *why = scheme_unsupported(scheme);
    *outcome = why ? UNSUPPORTED : WRONG;
    if (why) {
        printf("%-11s %-37s %s\n", "unsupported", scheme->name, why);
        return true;
    }
    if (!verify_in_child(scheme, VERIFY_FULL, &finding, crash, error))
        return false;
    if (*crash) {
        printf("%-11s %-37s %s\n", "crashed", scheme->name, crash);
    } else if (finding.correct) {
        *outcome = VERIFIED;
        *results += finding.results;
        printf("%-11s %-37s signature %016" PRIx64 "\n", "verified", scheme->name,
               finding.signature);
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
    uint64_t results = 0;
    for (const struct scheme *const *s = schemes; *s; s++) {
        enum verify_outcome outcome;
        if (!run_request_selects(&options->run, *s) || (*s)->traits & MOCK)
            continue;
        if (!verify(*s, &outcome, &results, error))
            return false;
        count[outcome]++;
        fflush(stdout);
    }
    printf("%u verified, %u wrong or crashed, %u unsupported; %" PRIu64 " results compared\n",
           count[VERIFIED], count[WRONG], count[UNSUPPORTED], results);
    if (!count[WRONG])
        return true;
    return fail(error, STATUS_WRONG, "%u of %u scheme%s wrong or crashed", count[WRONG],
                count[VERIFIED] + count[WRONG], plural(count[VERIFIED] + count[WRONG]));
}
