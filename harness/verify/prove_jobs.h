/* SPDX-License-Identifier: MIT
 * Proofs of many schemes in parallel. Each scheme is verified, and then proved by this program
 * under valgrind, in processes of its own. */
#ifndef PROVE_JOBS_H
#define PROVE_JOBS_H

#include "base/subprocess.h"
#include "verify/prove.h"

enum proof_status {
    PROOF_UNSUPPORTED, /* not run: this machine does not support the scheme */
    PROOF_WRONG,
    PROOF_FAILED, /* no wrong result, but no proof either, although it should be possible */
    /* The instructions or the scheme's traits rule a proof out. */
    PROOF_VERIFIED,
    PROOF_PROVED, /* rook and bishop at least */
    PROOF_STATUSES
};

extern const char *const proof_status_names[PROOF_STATUSES];

struct proof_result {
    enum proof_status status;
    struct proof proof;
    double seconds;
    char why[200];
};

struct prove_job {
    const struct scheme *scheme;
    struct subprocess process; /* its pid is 0 before the start and after the end */
    bool finished;
    struct proof_result result;
};

/* Runs the unfinished jobs, `parallel` at a time. Calls finished() for all jobs in order, each
 * as soon as it and all jobs before it are finished. */
void prove_jobs_run(struct prove_job *jobs, size_t n, size_t parallel,
                    void (*finished)(const struct prove_job *job));

/* Proves the scheme in the program under valgrind, and writes its struct proof to fd. Errors are
 * STATUS_ENVIRONMENT. */
bool prove_jobs_worker(const struct scheme *scheme, int fd, struct error *error);

/* Returns false with STATUS_ENVIRONMENT if valgrind is not installed or the program was built
 * without it. */
bool prove_jobs_possible(struct error *error);

#endif
