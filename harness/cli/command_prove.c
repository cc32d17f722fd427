/* SPDX-License-Identifier: MIT
 * `slidebench verify --prove`. */
#include "base/clock.h"
#include "cli/commands.h"
#include "plan/support.h"
#include "verify/proof_store.h"
#include "verify/prove_jobs.h"

#include <inttypes.h>
#include <stdlib.h>

bool command_prove_worker(const struct options *options, struct error *error)
{
    for (const struct scheme *const *s = schemes; *s; s++)
        if (run_request_selects(&options->run, *s))
            return prove_jobs_worker(*s, options->worker, error);
    return true;
}

static void print_result(const struct prove_job *job)
{
    const struct proof_result *result = &job->result;
    printf("%-11s %-38s", proof_status_names[result->status], job->scheme->name);
    if (result->status == PROOF_PROVED) {
        printf(" %8" PRIu64 " patterns, %5.1f s; rook bishop", result->proof.patterns,
               result->seconds);
        for (enum piece piece = QUEEN; piece <= BOTH; piece++)
            if (result->proof.pieces & 1u << piece)
                printf(" %s", piece_names[piece]);
        puts(result->proof.set_view_proved ? "" : "; set_view tested");
    } else {
        printf(" %s\n", result->why);
    }
    fflush(stdout);
}

/* Prints the totals and stores the verdicts. */
static bool conclude(const struct prove_job *jobs, size_t n, double seconds, struct error *error)
{
    size_t count[PROOF_STATUSES] = {0};
    struct proof_verdict verdicts[n + 1];
    for (size_t i = 0; i < n; i++) {
        const struct proof_result *result = &jobs[i].result;
        verdicts[i] = (struct proof_verdict){
            jobs[i].scheme->name, proof_status_names[result->status], result->proof.pieces};
        count[result->status]++;
    }
    printf("%zu proved, %zu verified, %zu unproved, %zu wrong, %zu unsupported, in %.0f s\n",
           count[PROOF_PROVED], count[PROOF_VERIFIED], count[PROOF_FAILED], count[PROOF_WRONG],
           count[PROOF_UNSUPPORTED], seconds);
    if (!proof_store_save(verdicts, n, error))
        return false;
    if (count[PROOF_WRONG] + count[PROOF_FAILED] == 0)
        return true;
    return fail(error, STATUS_WRONG, "of %zu schemes %zu are wrong, and the proof of %zu failed", n,
                count[PROOF_WRONG], count[PROOF_FAILED]);
}

bool command_prove(const struct options *options, struct error *error)
{
    if (!prove_jobs_possible(error))
        return false;
    size_t n = 0;
    struct prove_job *jobs = calloc(scheme_count() + 1, sizeof *jobs);
    if (!jobs)
        return fail(error, STATUS_ENVIRONMENT, "no memory for %zu proofs", scheme_count());
    for (const struct scheme *const *s = schemes; *s; s++) {
        if (!run_request_selects(&options->run, *s) || (*s)->traits & MOCK)
            continue;
        struct prove_job *job = &jobs[n++];
        const char *why = scheme_unsupported(*s);
        job->scheme = *s;
        job->finished = why != NULL;
        snprintf(job->result.why, sizeof job->result.why, "%s", why ? why : "");
    }
    double start = clock_seconds();
    prove_jobs_run(jobs, n, options->jobs, print_result);
    bool ok = conclude(jobs, n, clock_seconds() - start, error);
    free(jobs);
    return ok;
}
