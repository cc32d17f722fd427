/* SPDX-License-Identifier: MIT */
#include "timing/parent.h"
#include "timing/canary.h"
#include "analysis/clean_samples.h"
#include "base/subprocess.h"
#include "base/interrupt.h"
#include "analysis/process_figures.h"
#include "base/progress.h"
#include "timing/protocol.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct parent {
    struct rows *rows;
    const struct run_request *options;
    const struct cores *cores;
    double start;               /* of the first process                      */
    size_t visits, visits_done; /* of the process at hand, as it says itself */
    double clean, clean_at;     /* share of clean samples, and when it was computed */
    size_t lacking;             /* rows that the process at hand repeats; 0: it visits all */
    double seconds_all;         /* what the processes took that visited all rows           */
    size_t processes_all;
    double repeating_since;
};

/* A busy machine gets as much time again for rows that lack samples, and four times as many processes. */
enum { MOST_REPEATS = 4 };

static double seconds_for_repeats(const struct parent *parent)
{
    double seconds = parent->processes_all ? parent->seconds_all / (double)parent->processes_all
                                           : parent->options->seconds;
    return seconds * (double)parent->rows->asked;
}

/* A million samples take 0.1 s. */
static double clean_share_lately(struct parent *parent)
{
    enum { SECONDS = 20 };
    if (clock_seconds() - parent->clean_at > SECONDS) {
        parent->clean = undisturbed_share_so_far(parent->rows);
        parent->clean_at = clock_seconds();
    }
    return parent->clean;
}

static void show_progress(struct parent *parent)
{
    const struct run_request *o = parent->options;
    size_t done = parent->rows->processes, asked = parent->rows->asked;
    double within = parent->visits ? (double)parent->visits_done / (double)parent->visits : 0;
    double share = ((double)done + within) / (double)asked;
    double clean = clean_share_lately(parent);
    char detail[80];
    int used = snprintf(detail, sizeof detail, "process %zu of %zu", done + 1, asked);
    if (isfinite(clean))
        snprintf(detail + used, sizeof detail - (size_t)used, ", %.0f %% of samples clean",
                 100 * clean);
    if (parent->lacking) {
        double spent = clock_seconds() - parent->repeating_since;
        snprintf(detail, sizeof detail, "%zu of %zu rows", parent->lacking, parent->rows->n);
        progress_show("repeating rows, since the core was shared", detail,
                      fmin(spent / seconds_for_repeats(parent), 1));
    } else {
        progress_show("timing", detail,
                      o->spread > 0 ? (clock_seconds() - parent->start) / o->spread : share);
    }
}

/* In the fork: becomes a timing process, on its CPU. */
static void start_worker(const struct parent *parent, int wire)
{
    const struct run_request *o = parent->options;
    char number[16], **argv = calloc((size_t)o->argc + 3, sizeof *argv);
    struct pin pin;
    struct error error;
    if (!argv)
        _exit(STATUS_ENVIRONMENT);
    memcpy(argv, o->argv, (size_t)o->argc * sizeof *argv);
    snprintf(number, sizeof number, "%d", wire);
    argv[o->argc] = (char[]){"--worker"};
    argv[o->argc + 1] = number;
    signal(SIGINT, SIG_IGN); /* these reach the whole group; the parent decides */
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    if (parent->cores->cpu >= 0 &&
        !affinity_set(&(struct affinity_request){.cpu = parent->cores->cpu}, &pin, &error)) {
        message_write_error(wire, &error);
        _exit(STATUS_ENVIRONMENT);
    }
    execv("/proc/self/exe", argv);
    execvp(argv[0], argv);
    _exit(STATUS_ENVIRONMENT);
}

static pid_t spawn(const struct parent *parent, int *wire, struct error *error)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) {
        fail(error, STATUS_ENVIRONMENT, "no socket for a timing process: %s", strerror(errno));
        return -1;
    }
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        start_worker(parent, ends[1]);
    }
    close(ends[1]);
    *wire = ends[0];
    if (pid < 0) {
        close(ends[0]);
        fail(error, STATUS_ENVIRONMENT, "no timing process: %s", strerror(errno));
    }
    return pid;
}

/* A process that repeats few rows gives each of them more time. */
static double seconds_of_process(const struct parent *parent)
{
    const double least_share = 0.25;
    double share = (double)parent->lacking / (double)parent->rows->n;
    return parent->options->seconds * (parent->lacking ? fmax(share, least_share) : 1);
}

static bool send_request(const struct parent *parent, int wire)
{
    const struct rows *rows = parent->rows;
    const char *positions = parent->options->positions;
    struct request request = {.process = (uint32_t)rows->processes,
                              .row_count = (uint32_t)rows->n,
                              .positions_on_stdin = positions && !strcmp(positions, "-"),
                              .seconds = seconds_of_process(parent),
                              .cpu = parent->cores->cpu,
                              .corunner_count = (uint32_t)parent->cores->corunner_count};
    memcpy(request.corunners, parent->cores->corunners, sizeof request.corunners);
    bool ok = write_all(wire, &request, sizeof request);
    for (size_t i = 0; ok && i < rows->n; i++) {
        const struct row *row = &rows->row[i];
        bool skipped = row->status != ROW_OK || (parent->lacking && !row->lacking);
        ok = write_all(wire, &(char){skipped}, 1);
    }
    return ok;
}

enum outcome { WHOLE, AGAIN, BROKEN };

static enum outcome stop_row(struct row *row, enum row_status status, const char *why)
{
    row->status = status;
    snprintf(row->why, sizeof row->why, "%s", why);
    return AGAIN;
}

/* Reads what a timing process says, to its end. */
static enum outcome listen_to(struct parent *parent, int wire, struct error *error)
{
    struct rows *rows = parent->rows;
    struct message message;
    static struct sample samples[1024]; /* the stack may be small */
    char text[64];
    for (;;) {
        struct pollfd ready = {.fd = wire, .events = POLLIN};
        show_progress(parent);
        int events = poll(&ready, 1, 200);
        if (interrupted())
            return BROKEN;
        if (events <= 0)
            continue;
        if (!read_all(wire, &message, sizeof message))
            break;
        struct row *row = message.row < rows->n ? &rows->row[message.row] : NULL;
        switch ((enum message_kind)message.kind) {
        case MESSAGE_PLAN:
            parent->visits = message.n;
            parent->visits_done = 0;
            continue;
        case MESSAGE_VISIT:
            parent->visits_done++;
            if (row && message.n <= sizeof samples / sizeof *samples &&
                read_all(wire, samples, message.n * sizeof *samples) &&
                row_add_samples(row, samples, message.n))
                continue;
            break;
        case MESSAGE_WRONG:
            if (!row)
                break;
            stop_row(row, ROW_WRONG,
                     "the timed loop's answers do not add up, or it left the CPU in another state");
            continue;
        case MESSAGE_CRASHED:
            if (!row)
                break;
            return stop_row(row, ROW_CRASHED, signal_text((int)message.n, text));
        case MESSAGE_FAILED:
            if (message_read_error(wire, &message, error))
                return BROKEN;
            break;
        case MESSAGE_END:
            return WHOLE;
        }
        break;
    }
    fail(error, STATUS_ENVIRONMENT, "a timing process ended before its time");
    return BROKEN;
}

/* Samples of a process that did not come to its end do not count. */
static void forget_process(struct rows *rows)
{
    for (size_t i = 0; i < rows->n; i++) {
        struct row *row = &rows->row[i];
        while (row->sample_count && row->samples[row->sample_count - 1].process == rows->processes)
            row->sample_count--;
    }
}

/* Until the moment has come for the next process. */
static void wait_for_turn(struct parent *parent)
{
    const struct run_request *o = parent->options;
    double moment =
        parent->start + o->spread * (double)parent->rows->processes / (double)parent->rows->asked;
    while (!parent->lacking && clock_seconds() < moment && !interrupted()) {
        show_progress(parent);
        poll(NULL, 0, 100);
    }
}

static enum outcome run_process(struct parent *parent, struct error *error)
{
    int wire;
    double start = clock_seconds();
    pid_t pid = spawn(parent, &wire, error);
    if (pid < 0)
        return BROKEN;
    parent->visits = 0;
    enum outcome outcome = BROKEN;
    if (send_request(parent, wire))
        outcome = listen_to(parent, wire, error);
    else
        fail(error, STATUS_ENVIRONMENT, "a timing process did not start");
    if (outcome != WHOLE) {
        kill(pid, SIGKILL);
        forget_process(parent->rows);
    }
    close(wire);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    if (outcome == WHOLE)
        parent->rows->processes++;
    if (!parent->lacking) {
        parent->seconds_all += clock_seconds() - start;
        parent->processes_all += outcome == WHOLE;
    }
    return outcome;
}

/* Finds the rows that the next process visits: all, or those that lack samples, or none. */
static bool wants_another(struct parent *parent)
{
    struct rows *rows = parent->rows;
    if (rows->processes < rows->asked)
        return true;
    if (!parent->lacking)
        parent->repeating_since = clock_seconds();
    parent->lacking = process_figures_find_lacking(rows);
    return parent->lacking && rows->processes < (1 + MOST_REPEATS) * rows->asked &&
           clock_seconds() - parent->repeating_since < seconds_for_repeats(parent);
}

bool parent_run(struct rows *rows, const struct run_request *options, const struct cores *cores,
                process_ended_fn *ended, void *context, struct error *error)
{
    double now = clock_seconds();
    struct parent parent = {
        .rows = rows, .options = options, .cores = cores, .clean = NAN, .clean_at = now};
    bool ok = true;
    signal(SIGPIPE, SIG_IGN);
    rows->asked = options->processes;
    parent.start = now - options->spread * (double)rows->processes / (double)rows->asked;
    while (ok && !interrupted() && wants_another(&parent)) {
        if (ended && rows->processes > rows->resumed)
            ended(context);
        wait_for_turn(&parent);
        if (!interrupted())
            ok = run_process(&parent, error) != BROKEN || interrupted();
    }
    progress_end();
    if (ok && rows->processes)
        rows_drop_filtered(rows);
    return ok;
}
