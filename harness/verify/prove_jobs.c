/* SPDX-License-Identifier: MIT */
#include "base/array.h"
#include "base/clock.h"
#include "base/program.h"
#include "verify/prove.h"
#include "verify/verify.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROVE_SECONDS = 900 }; /* of CPU time */

const char *const proof_status_names[PROOF_STATUSES] = {"unsupported", "wrong", "unproved",
                                                        "verified", "proved"};

/* ---- in a job ---- */

/* Becomes valgrind. Sets all options of memcheck that matter, to override a .valgrindrc, and
 * discards its messages. */
static void exec_valgrind(const struct scheme *scheme, int fd)
{
    char program[PROGRAM_PATH_SIZE], schemes_option[128], worker_option[32];
    snprintf(schemes_option, sizeof schemes_option, "--schemes=^%s$", scheme->name);
    snprintf(worker_option, sizeof worker_option, "--worker=%d", fd);
    if (!program_path(program))
        _exit(STATUS_ENVIRONMENT);
    watchdog_limit_cpu(PROVE_SECONDS);
    execlp("valgrind", "valgrind", "-q", "--tool=memcheck", "--undef-value-errors=yes",
           "--default-suppressions=no", "--error-limit=no", "--num-callers=1", "--leak-check=no",
           "--read-inline-info=no", "--log-file=/dev/null", program, "verify", schemes_option,
           worker_option, (char *)NULL);
    _exit(STATUS_ENVIRONMENT);
}

/* Verifies the scheme and sends what was found, then its proof. */
static void run_job(const void *argument, int fd)
{
    const struct scheme *scheme = argument;
    struct watchdog watchdog;
    watchdog_set(&watchdog, VERIFY_FULL_SECONDS);
    struct finding finding = verify_scheme(scheme, VERIFY_FULL);
    watchdog_set(&watchdog, 0);
    if (!write_all(fd, &finding, sizeof finding))
        _exit(STATUS_ENVIRONMENT);
    if (finding.correct)
        exec_valgrind(scheme, fd);
}

/* ---- their parent ---- */

/* Explains the end of a job that has sent neither a wrong result nor a proof. */
static void conclude_without_proof(struct proof *proof, bool verified, int status)
{
    const char *when = verified ? "under valgrind" : "in verification";
    char text[FAULT_SIZE];
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    proof->status = verified || code == STATUS_ENVIRONMENT ? PROOF_UNPROVED : PROOF_WRONG;
    if (code == EXIT_WROTE_STATIC_DATA) {
        proof->status = PROOF_WRONG;
        SET_TEXT(proof->why, "%s it wrote static data after init", when);
    } else if (verified && WIFSIGNALED(status) && WTERMSIG(status) == SIGILL) {
        proof->status = PROOF_VERIFIED;
        SET_TEXT(proof->why, "valgrind does not support one of its instructions");
    } else {
        SET_TEXT(proof->why, "%s: %s", when, end_text(status, text));
    }
}

/* Reads the results of an ended process. They are smaller than a socket's buffer, so the process
 * did not wait to write them. */
static void finish_job(struct prove_job *job, int status)
{
    struct finding finding;
    struct proof *proof = &job->proof;
    bool verified = read_all(job->process.fd, &finding, sizeof finding);
    if (verified && !finding.correct) {
        proof->status = PROOF_WRONG;
        SET_TEXT(proof->why, "wrong %s; `slidebench verify` draws it", finding.what);
    } else if (!verified || !read_all(job->process.fd, proof, sizeof *proof)) {
        conclude_without_proof(proof, verified, status);
    }
    job->seconds = clock_seconds() - job->start;
    close(job->process.fd);
    job->finished = true;
}

static void start_job(struct prove_job *job)
{
    struct error error;
    job->start = clock_seconds();
    job->finished = !subprocess_start(&job->process, run_job, job->scheme, "child process", &error);
    if (job->finished) {
        job->proof.status = PROOF_UNPROVED;
        SET_TEXT(job->proof.why, "%.150s", error.text);
    }
}

void prove_jobs_run(struct prove_job *jobs, size_t n, size_t parallel,
                    void (*finished)(const struct prove_job *job))
{
    size_t started = 0, reported = 0, running = 0;
    while (reported < n) {
        for (; started < n && running < parallel; started++)
            if (!jobs[started].finished) {
                start_job(&jobs[started]);
                running += !jobs[started].finished;
            }
        for (; reported < started && jobs[reported].finished; reported++)
            finished(&jobs[reported]);
        int status;
        pid_t pid = running ? waitpid(-1, &status, 0) : 0;
        for (size_t i = 0; pid > 0 && i < started; i++)
            if (!jobs[i].finished && jobs[i].process.pid == pid) {
                finish_job(&jobs[i], status);
                running--;
            }
    }
}
