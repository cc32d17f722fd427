/* SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "base/program.h"
#include "verify/prove.h"
#include "verify/verify.h"

#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROVE_SECONDS = 900 }; /* of CPU time */

const char *const proof_status_names[PROOF_STATUSES] = {"unsupported", "wrong", "unproved",
                                                        "verified", "proved"};

__attribute__((format(printf, 2, 3))) static void set_why(struct proof_result *result,
                                                          const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(result->proof.why, sizeof result->proof.why, format, arguments);
    va_end(arguments);
}

bool prove_jobs_worker(const struct scheme *scheme, int fd, struct error *error)
{
    struct proof proof;
    if (!prove_scheme(scheme, &proof, error))
        return false;
    return write_all(fd, &proof, sizeof proof) ||
           fail(error, STATUS_ENVIRONMENT, "cannot send the proof to the parent process");
}

/* Sets all options of memcheck that matter, to override a .valgrindrc, and discards its
 * messages. */
static void exec_valgrind(const void *argument, int fd)
{
    const struct scheme *scheme = argument;
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

static void conclude_proof(const struct scheme *scheme, struct proof_result *result)
{
    const unsigned required = 1u << ROOK | 1u << BISHOP;
    if (result->proof.wrong)
        result->status = PROOF_WRONG;
    else if ((result->proof.pieces & required) == required)
        result->status = PROOF_PROVED;
    else
        result->status = scheme->traits & WIDE_INDEX ? PROOF_VERIFIED : PROOF_FAILED;
}

static void prove_under_valgrind(const struct scheme *scheme, struct proof_result *result)
{
    struct subprocess valgrind;
    struct error error;
    char text[FAULT_SIZE];
    result->status = PROOF_FAILED;
    if (!subprocess_start(&valgrind, exec_valgrind, scheme, "child process", &error)) {
        set_why(result, "%.150s", error.text);
        return;
    }
    const bool complete = read_all(valgrind.fd, &result->proof, sizeof result->proof);
    const int status = subprocess_wait(&valgrind);
    if (complete) {
        conclude_proof(scheme, result);
    } else if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_WROTE_STATIC_DATA) {
        result->status = PROOF_WRONG;
        set_why(result, "under valgrind it wrote static data after init");
    } else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGILL) {
        result->status = PROOF_VERIFIED;
        set_why(result, "valgrind does not support one of its instructions");
    } else if (WIFSIGNALED(status)) {
        set_why(result, "under valgrind: %s", signal_text(WTERMSIG(status), text));
    } else {
        set_why(result, "valgrind ended with status %d", WEXITSTATUS(status));
    }
}

static struct proof_result verify_and_prove(const struct scheme *scheme)
{
    struct proof_result result = {.status = PROOF_WRONG};
    struct finding finding;
    char why[FAULT_SIZE];
    struct error error;
    const double start = clock_seconds();
    if (!verify_in_child(scheme, VERIFY_FULL, &finding, why, &error)) {
        result.status = PROOF_FAILED;
        set_why(&result, "%.90s", error.text);
    } else if (*why) {
        set_why(&result, "in verification: %s", why);
    } else if (!finding.correct) {
        set_why(&result, "wrong %s; `slidebench verify` draws it", finding.what);
    } else {
        prove_under_valgrind(scheme, &result);
    }
    result.seconds = clock_seconds() - start;
    return result;
}

static void run_job(const void *scheme, int fd)
{
    struct proof_result result = verify_and_prove(scheme);
    if (!write_all(fd, &result, sizeof result))
        _exit(STATUS_ENVIRONMENT);
}

/* Ends a job whose process gave no result. */
static void fail_job(struct prove_job *job, const char *why)
{
    job->result = (struct proof_result){.status = PROOF_FAILED};
    set_why(&job->result, "%.150s", why);
}

static void start_job(struct prove_job *job)
{
    struct error error;
    job->finished = !subprocess_start(&job->process, run_job, job->scheme, "child process", &error);
    if (job->finished) {
        job->process.pid = 0;
        fail_job(job, error.text);
    }
}

/* Reads the result of an ended process. It is smaller than a socket's buffer, so the process did
 * not wait to write it. */
static void finish_job(struct prove_job *job)
{
    if (!read_all(job->process.fd, &job->result, sizeof job->result))
        fail_job(job, "its process exited unexpectedly");
    close(job->process.fd);
    job->process.pid = 0;
    job->finished = true;
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
        pid_t pid = running ? waitpid(-1, NULL, 0) : 0;
        for (size_t i = 0; pid > 0 && i < started; i++)
            if (jobs[i].process.pid == pid) {
                finish_job(&jobs[i]);
                running--;
            }
    }
}

bool prove_jobs_possible(struct error *error)
{
    if (!prove_is_built)
        return fail(error, STATUS_ENVIRONMENT,
                    "--prove: this program was built without valgrind/memcheck.h (Debian and "
                    "Ubuntu: apt-get install valgrind)");
    return system("valgrind --version >/dev/null 2>&1") == 0 ||
           fail(error, STATUS_ENVIRONMENT,
                "--prove: valgrind does not run here (Debian and Ubuntu: apt-get install "
                "valgrind)");
}
