/* SPDX-License-Identifier: MIT
 * `slidebench verify`, and its option --prove. */
#include "base/array.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/program.h"
#include "base/text.h"
#include "cli/commands.h"
#include "plan/scheme_set.h"
#include "verify/prove.h"
#include "verify/verify.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- the proof of a scheme, in a process of its own ---- */

enum { PROVE_SECONDS = 900 }; /* of CPU time */

/* Replaces this process by valgrind. Sets all options of memcheck that matter, to override a
 * .valgrindrc, and discards the messages of valgrind. */
static void exec_valgrind(const struct scheme *scheme, int fd)
{
    char program[PROGRAM_PATH_SIZE], schemes_option[128], worker_option[32];
    SET_TEXT(schemes_option, "--schemes=^%s$", scheme->name);
    SET_TEXT(worker_option, "--worker=%d", fd);
    if (!program_path(program))
        _exit(STATUS_ENVIRONMENT);
    watchdog_limit_cpu(PROVE_SECONDS);
    execlp("valgrind", "valgrind", "-q", "--tool=memcheck", "--undef-value-errors=yes",
           "--default-suppressions=no", "--error-limit=no", "--num-callers=1", "--leak-check=no",
           "--read-inline-info=no", "--log-file=/dev/null", program, "verify", schemes_option,
           worker_option, (char *)NULL);
    _exit(STATUS_ENVIRONMENT);
}

/* Verifies the scheme and sends the finding. Then becomes valgrind, which sends the proof. */
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

/* Proves the scheme in the process that valgrind runs. */
static bool prove_under_valgrind(const struct options *options, struct error *error)
{
    for (const struct scheme *const *s = schemes; *s; s++)
        if (run_request_selects(&options->run, *s))
            return prove_scheme(*s, options->worker, error);
    return true;
}

/* ---- proofs of many schemes in parallel ---- */

struct prove_job {
    const struct scheme *scheme;
    struct subprocess process;
    bool finished;
    struct proof proof;
    double start, seconds;
};

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

/* Reads the results of an ended process. They fit into a socket's buffer, so that the process could
 * write them and end before anything read them. */
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

static const char *const proof_status_names[PROOF_STATUSES] = {"unsupported", "wrong", "unproved",
                                                               "verified", "proved"};

static void print_proof(const struct prove_job *job)
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

/* Runs the unfinished jobs, `parallel` at a time. Prints the result of each job as soon as this job
 * and all earlier ones are finished. */
static void run_jobs(struct prove_job *jobs, size_t n, size_t parallel)
{
    size_t started = 0, reported = 0, running = 0;
    while (reported < n) {
        for (; started < n && running < parallel; started++)
            if (!jobs[started].finished) {
                start_job(&jobs[started]);
                running += !jobs[started].finished;
            }
        for (; reported < started && jobs[reported].finished; reported++)
            print_proof(&jobs[reported]);
        int status;
        pid_t pid = running ? waitpid(-1, &status, 0) : 0;
        for (size_t i = 0; pid > 0 && i < started; i++)
            if (!jobs[i].finished && jobs[i].process.pid == pid) {
                finish_job(&jobs[i], status);
                running--;
            }
    }
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

static bool prove(const struct options *options, struct error *error)
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
        SET_TEXT(job->proof.why, "%s", why ? why : "");
    }
    double start = clock_seconds();
    run_jobs(jobs, n, options->jobs);
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
        return prove_under_valgrind(options, error);
    if (options->prove)
        return prove(options, error);
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
