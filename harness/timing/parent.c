/* SPDX-License-Identifier: MIT */
#include "timing/parent.h"
#include "timing/canary.h"
#include "base/clock.h"
#include "base/fd_io.h"
#include "analysis/clean_samples.h"
#include "base/subprocess.h"
#include "base/interrupt.h"
#include "analysis/process_figures.h"
#include "base/program.h"
#include "base/progress.h"
#include "timing/protocol.h"

#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct parent {
    struct run *run;
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
    return seconds * (double)parent->run->requested;
}

/* A million samples take 0.1 s. */
static double clean_share_lately(struct parent *parent)
{
    enum { SECONDS = 20 };
    if (clock_seconds() - parent->clean_at > SECONDS) {
        parent->clean = undisturbed_share_so_far(parent->run);
        parent->clean_at = clock_seconds();
    }
    return parent->clean;
}

static void show_progress(struct parent *parent)
{
    const struct run_request *o = parent->options;
    size_t done = parent->run->processes, asked = parent->run->requested;
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
        snprintf(detail, sizeof detail, "%zu of %zu rows", parent->lacking, parent->run->n);
        progress_show("repeating rows, since the core was shared", detail,
                      fmin(spent / seconds_for_repeats(parent), 1));
    } else {
        progress_show("timing", detail,
                      o->spread > 0 ? (clock_seconds() - parent->start) / o->spread : share);
    }
}

/* In the fork: becomes a timing process, on its CPU. */
static void start_worker(const void *context, int wire)
{
    const struct parent *parent = context;
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
    program_exec(argv);
    _exit(STATUS_ENVIRONMENT);
}

/* A process that repeats few rows gives each of them more time. */
static double seconds_of_process(const struct parent *parent)
{
    const double least_share = 0.25;
    double share = (double)parent->lacking / (double)parent->run->n;
    return parent->options->seconds * (parent->lacking ? fmax(share, least_share) : 1);
}

static bool send_request(const struct parent *parent, int wire)
{
    const struct run *run = parent->run;
    const char *positions = parent->options->positions;
    struct request request = {.process = (uint32_t)run->processes,
                              .row_count = (uint32_t)run->n,
                              .positions_on_stdin = positions && !strcmp(positions, "-"),
                              .seconds = seconds_of_process(parent),
                              .cpu = parent->cores->cpu,
                              .corunner_count = (uint32_t)parent->cores->corunner_count};
    memcpy(request.corunners, parent->cores->corunners, sizeof request.corunners);
    bool ok = write_all(wire, &request, sizeof request);
    for (size_t i = 0; ok && i < run->n; i++) {
        const struct measured_row *row = &run->row[i];
        bool skipped = row->id.status != ROW_OK || (parent->lacking && !row->lacking);
        ok = write_all(wire, &(char){skipped}, 1);
    }
    return ok;
}

enum outcome { WHOLE, AGAIN, BROKEN };

static enum outcome stop_row(struct measured_row *row, enum row_status status, const char *why)
{
    row->id.status = status;
    snprintf(row->id.reason, sizeof row->id.reason, "%s", why);
    return AGAIN;
}

/* Reads what a timing process says, to its end. */
static enum outcome listen_to(struct parent *parent, int wire, struct error *error)
{
    struct run *run = parent->run;
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
        struct measured_row *row = message.row < run->n ? &run->row[message.row] : NULL;
        switch ((enum message_kind)message.kind) {
        case MESSAGE_PLAN:
            parent->visits = message.n;
            parent->visits_done = 0;
            continue;
        case MESSAGE_VISIT:
            parent->visits_done++;
            if (row && message.n <= sizeof samples / sizeof *samples &&
                read_all(wire, samples, message.n * sizeof *samples) &&
                run_add_samples(row, samples, message.n))
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
static void forget_process(struct run *run)
{
    for (size_t i = 0; i < run->n; i++) {
        struct measured_row *row = &run->row[i];
        while (row->sample_count && row->samples[row->sample_count - 1].process == run->processes)
            row->sample_count--;
    }
}

/* Until the moment has come for the next process. */
static void wait_for_turn(struct parent *parent)
{
    const struct run_request *o = parent->options;
    double moment =
        parent->start + o->spread * (double)parent->run->processes / (double)parent->run->requested;
    while (!parent->lacking && clock_seconds() < moment && !interrupted()) {
        show_progress(parent);
        poll(NULL, 0, 100);
    }
}

static enum outcome run_process(struct parent *parent, struct error *error)
{
    struct subprocess worker;
    double start = clock_seconds();
    if (!subprocess_start(&worker, CHANNEL_SOCKET, start_worker, parent, "timing process", error))
        return BROKEN;
    parent->visits = 0;
    enum outcome outcome = BROKEN;
    if (send_request(parent, worker.fd))
        outcome = listen_to(parent, worker.fd, error);
    else
        fail(error, STATUS_ENVIRONMENT, "a timing process did not start");
    if (outcome != WHOLE) {
        kill(worker.pid, SIGKILL);
        forget_process(parent->run);
    }
    subprocess_wait(&worker);
    if (outcome == WHOLE)
        parent->run->processes++;
    if (!parent->lacking) {
        parent->seconds_all += clock_seconds() - start;
        parent->processes_all += outcome == WHOLE;
    }
    return outcome;
}

/* Finds the rows that the next process visits: all, or those that lack samples, or none. */
static bool wants_another(struct parent *parent)
{
    struct run *run = parent->run;
    if (run->processes < run->requested)
        return true;
    if (!parent->lacking)
        parent->repeating_since = clock_seconds();
    parent->lacking = process_figures_find_lacking(run);
    return parent->lacking && run->processes < (1 + MOST_REPEATS) * run->requested &&
           clock_seconds() - parent->repeating_since < seconds_for_repeats(parent);
}

bool parent_run(struct run *run, const struct run_request *options, const struct cores *cores,
                process_ended_fn *ended, void *context, struct error *error)
{
    double now = clock_seconds();
    struct parent parent = {
        .run = run, .options = options, .cores = cores, .clean = NAN, .clean_at = now};
    bool ok = true;
    signal(SIGPIPE, SIG_IGN);
    run->requested = options->processes;
    parent.start = now - options->spread * (double)run->processes / (double)run->requested;
    while (ok && !interrupted() && wants_another(&parent)) {
        if (ended && run->processes > run->resumed)
            ended(context);
        wait_for_turn(&parent);
        if (!interrupted())
            ok = run_process(&parent, error) != BROKEN || interrupted();
    }
    progress_end();
    if (ok && run->processes)
        run_drop_filtered(run);
    return ok;
}
