/* SPDX-License-Identifier: MIT
 * `slidebench verify --prove`: each scheme is verified, and then proved by this program run by valgrind, in processes of
 * their own. */
#include "cli/commands.h"
#include "plan/support.h"
#include "base/subprocess.h"
#include "verify/proof_store.h"
#include "verify/prove.h"
#include "base/write_protect.h"
#include "verify/memcheck_bits.h"
#include "verify/verify.h"
#include "base/watchdog.h"
#include "timing/protocol.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { VERIFY_SECONDS = 120, PROVE_SECONDS = 900 };

enum verdict_kind {
    UNSUPPORTED,
    REFUTED,
    UNPROVED, /* nothing wrong was met, and nothing excuses that there is no proof         */
    VERIFIED, /* out of the proof's reach: valgrind's instructions, or what the scheme says */
    PROVED,   /* rook and bishop at least                                                  */
    KINDS
};
static const char *const kind_names[KINDS] = {"unsupported", "WRONG", "UNPROVED", "verified",
                                              "proved"};

struct proof_result {
    enum verdict_kind kind;
    struct proof proof;
    double seconds;
    char why[200];
};

struct job {
    const struct scheme *scheme;
    pid_t pid; /* 0: not started, or over */
    int pipe;
    bool over;
    struct proof_result judgement;
};

static double clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The proving process, under valgrind: one scheme, its proof into the descriptor. */
bool command_prove_worker(const struct options *options, struct error *error)
{
    struct proof proof;
    for (const struct scheme *const *s = schemes; *s; s++)
        if (run_request_selects(&options->run, *s))
            return prove_scheme(*s, &proof, error) &&
                   (write_all(options->worker, &proof, sizeof proof) ||
                    fail(error, STATUS_ENVIRONMENT, "nobody hears the proof"));
    return true;
}

/* Memcheck as it must be set, whatever the user's .valgrindrc says; what it prints is not needed. */
static void exec_valgrind(const struct scheme *scheme, int pipe)
{
    char program[4096], only[128], worker[16];
    snprintf(only, sizeof only, "--schemes=^%s$", scheme->name);
    snprintf(worker, sizeof worker, "--worker=%d", pipe);
    if (!proof_store_path(program))
        _exit(STATUS_ENVIRONMENT);
    watchdog_limit_cpu(PROVE_SECONDS);
    execlp("valgrind", "valgrind", "-q", "--tool=memcheck", "--undef-value-errors=yes",
           "--default-suppressions=no", "--error-limit=no", "--num-callers=1", "--leak-check=no",
           "--read-inline-info=no", "--log-file=/dev/null", program, "verify", only, worker,
           (char *)NULL);
    _exit(STATUS_ENVIRONMENT);
}

static void prove_under_valgrind(const struct scheme *scheme, struct proof_result *judgement)
{
    int ends[2], status = 0;
    if (pipe(ends)) {
        snprintf(judgement->why, sizeof judgement->why, "no pipe: %s", strerror(errno));
        return;
    }
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        exec_valgrind(scheme, ends[1]);
    }
    close(ends[1]);
    bool whole = pid > 0 && read_all(ends[0], &judgement->proof, sizeof judgement->proof);
    close(ends[0]);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    const unsigned wanted = 1u << ROOK | 1u << BISHOP;
    char text[64];
    if (whole) {
        judgement->kind = judgement->proof.wrong                         ? REFUTED
                          : (judgement->proof.pieces & wanted) == wanted ? PROVED
                          : scheme->traits & WIDE_INDEX                  ? VERIFIED
                                                                         : UNPROVED;
        snprintf(judgement->why, sizeof judgement->why, "%s", judgement->proof.why);
    } else if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_WROTE_STATIC_DATA) {
        judgement->kind = REFUTED;
        snprintf(judgement->why, sizeof judgement->why,
                 "under valgrind it writes to data of its own after init");
    } else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGILL) {
        judgement->kind = VERIFIED;
        snprintf(judgement->why, sizeof judgement->why,
                 "valgrind does not know an instruction of it");
    } else if (WIFSIGNALED(status))
        snprintf(judgement->why, sizeof judgement->why, "under valgrind: %s",
                 signal_text(WTERMSIG(status), text));
    else
        snprintf(judgement->why, sizeof judgement->why, "valgrind ended with status %d",
                 WEXITSTATUS(status));
}

static void verify(const void *scheme, void *finding)
{
    *(struct finding *)finding = verify_scheme(scheme, VERIFY_FULL);
}

static struct proof_result judge(const struct scheme *scheme)
{
    struct proof_result judgement = {.kind = REFUTED};
    struct finding finding;
    char why[64];
    struct error error;
    double start = clock_now();
    if (!run_in_child(verify, scheme, &finding, sizeof finding, VERIFY_SECONDS, why, &error)) {
        judgement.kind = UNPROVED;
        snprintf(judgement.why, sizeof judgement.why, "%.90s", error.text);
    } else if (*why)
        snprintf(judgement.why, sizeof judgement.why, "in verification: %s", why);
    else if (!finding.correct)
        snprintf(judgement.why, sizeof judgement.why, "wrong %s; `slidebench verify` draws it",
                 finding.what);
    else {
        judgement.kind = UNPROVED;
        prove_under_valgrind(scheme, &judgement);
    }
    judgement.seconds = clock_now() - start;
    return judgement;
}

static void start(struct job *job)
{
    int ends[2] = {-1, -1};
    job->pid = pipe(ends) ? -1 : fork();
    if (job->pid == 0) {
        struct proof_result judgement = judge(job->scheme);
        _exit(!write_all(ends[1], &judgement, sizeof judgement));
    }
    if (job->pid > 0) {
        job->pipe = ends[0];
        close(ends[1]);
        return;
    }
    job->over = true;
    job->judgement = (struct proof_result){.kind = UNPROVED};
    snprintf(job->judgement.why, sizeof job->judgement.why, "no process: %s", strerror(errno));
    close(ends[0]);
    close(ends[1]);
}

/* A verdict is smaller than a pipe: whoever ended has written all of it. */
static void finish(struct job *job)
{
    if (!read_all(job->pipe, &job->judgement, sizeof job->judgement)) {
        job->judgement = (struct proof_result){.kind = UNPROVED};
        snprintf(job->judgement.why, sizeof job->judgement.why,
                 "its process ended before its time");
    }
    close(job->pipe);
    job->pid = 0;
    job->over = true;
}

static void print_verdict(const struct job *job)
{
    const struct proof_result *v = &job->judgement;
    printf("%-11s %-38s", kind_names[v->kind], job->scheme->name);
    if (v->kind != PROVED) {
        printf(" %s\n", v->why);
        return;
    }
    printf(" %8" PRIu64 " patterns, %5.1f s; rook bishop", v->proof.patterns, v->seconds);
    for (enum piece piece = QUEEN; piece <= BOTH; piece++)
        if (v->proof.pieces & 1u << piece)
            printf(" %s", piece_names[piece]);
    puts(v->proof.builder_proved ? "" : "; set_view tested");
}

/* As many at a time as asked for; printed in table order, as soon as all before are over. */
static void run(struct job *jobs, size_t n, size_t at_a_time)
{
    size_t started = 0, printed = 0, running = 0;
    while (printed < n) {
        for (; started < n && running < at_a_time; started++)
            if (!jobs[started].over) {
                start(&jobs[started]);
                running += !jobs[started].over;
            }
        for (; printed < started && jobs[printed].over; printed++)
            print_verdict(&jobs[printed]);
        fflush(stdout);
        pid_t pid = running ? waitpid(-1, NULL, 0) : 0;
        for (size_t i = 0; pid > 0 && i < started; i++)
            if (jobs[i].pid == pid) {
                finish(&jobs[i]);
                running--;
            }
    }
}

static bool valgrind_is_there(struct error *error)
{
    int status = 0;
    if (!MEMCHECK_BITS_BUILT)
        return fail(error, STATUS_ENVIRONMENT,
                    "--prove: this program was built without valgrind/memcheck.h (Debian and "
                    "Ubuntu: apt-get install valgrind)");
    pid_t pid = fork();
    if (pid == 0) {
        dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
        execlp("valgrind", "valgrind", "--version", (char *)NULL);
        _exit(127);
    }
    return (pid > 0 && waitpid(pid, &status, 0) == pid && status == 0) ||
           fail(
               error, STATUS_ENVIRONMENT,
               "--prove: valgrind does not run here (Debian and Ubuntu: apt-get install valgrind)");
}

/* Verdicts, counted and kept. */
static bool conclude(const struct job *jobs, size_t n, double seconds, struct error *error)
{
    size_t count[KINDS] = {0};
    struct proof_verdict kept[n + 1];
    for (size_t i = 0; i < n; i++) {
        kept[i] = (struct proof_verdict){jobs[i].scheme->name, kind_names[jobs[i].judgement.kind],
                                         jobs[i].judgement.proof.pieces};
        count[jobs[i].judgement.kind]++;
    }
    printf("%zu proved, %zu verified, %zu unproved, %zu wrong, %zu unsupported, in %.0f s\n",
           count[PROVED], count[VERIFIED], count[UNPROVED], count[REFUTED], count[UNSUPPORTED],
           seconds);
    if (!proof_store_save(kept, n, error))
        return false;
    return count[REFUTED] + count[UNPROVED] == 0 ||
           fail(error, STATUS_WRONG,
                "of %zu schemes %zu are wrong and %zu not proved, though they should be", n,
                count[REFUTED], count[UNPROVED]);
}

bool command_prove(const struct options *options, struct error *error)
{
    if (!valgrind_is_there(error))
        return false;
    size_t n = 0;
    while (schemes[n])
        n++;
    struct job *jobs = calloc(n + 1, sizeof *jobs);
    if (!jobs)
        return fail(error, STATUS_ENVIRONMENT, "no memory for %zu verdicts", n);
    n = 0;
    for (const struct scheme *const *s = schemes; *s; s++) {
        if (!run_request_selects(&options->run, *s) || (*s)->traits & MOCK)
            continue;
        struct job *job = &jobs[n++];
        const char *why = scheme_unsupported(*s);
        job->scheme = *s;
        job->over = why != NULL;
        snprintf(job->judgement.why, sizeof job->judgement.why, "%s", why ? why : "");
    }
    double start = clock_now();
    run(jobs, n, options->jobs);
    bool ok = conclude(jobs, n, clock_now() - start, error);
    free(jobs);
    return ok;
}
