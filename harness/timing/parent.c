/* SPDX-License-Identifier: MIT */
#include "timing/parent.h"
#include "base/clock.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/program.h"
#include "base/progress.h"
#include "base/subprocess.h"
#include "base/tuning.h"
#include "timing/protocol.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- how long a run will take, and how far it is ---- */

struct process_plan process_plan_make(const struct run_request *request, size_t rows, size_t all,
                                      const struct core_watch *core)
{
    double seconds = all ? request->seconds * (double)rows / (double)all : 0,
           round = PLAN_VISIT_SECONDS * (double)rows;
    double quiet = round * fmax(floor(VISITS_SHARE * seconds / round), MIN_ROUNDS),
           needed = round * MIN_SAMPLES / SAMPLES_PER_VISIT;
    /* On a busy core all rounds take longer. The process ends after all rounds or, when its time is
     * over, as soon as each row has MIN_SAMPLES. */
    double busy = fmin(quiet / core->speed, fmax(fmax(seconds, quiet), needed / core->speed)),
           preparation = PREPARATION_SECONDS * (double)rows,
           expected = busy + preparation / core->undisturbed_share,
           bound = fmax(BOUND_FACTOR * quiet, MIN_BOUND_SECONDS);
    return (struct process_plan){.seconds = seconds,
                                 .quiet = quiet + preparation,
                                 .expected = fmin(expected, bound),
                                 .bound = bound};
}

struct parent {
    struct run *run;
    const struct run_request *request;
    const struct cores *cores;
    process_ended_fn *ended;
    void *context;
    struct program_links links;
    double start;                           /* when the first process was due                    */
    struct process_record process;          /* the process that runs now                         */
    struct process_progress progress;       /* what this process has reported                    */
    size_t repeated_rows;                   /* rows that it visits again; 0: it visits all rows  */
    double repeating_since, repeat_seconds; /* start and limit of all repeats                    */
    double seconds_taken;                   /* by the processes that visited all rows            */
    size_t processes_completed;             /* processes that visited all rows and sent results  */
    size_t repeats;                         /* processes that visited incomplete rows only       */
};

static void show_progress(const struct parent *p)
{
    const struct run *run = p->run;
    size_t done = run->processes_ended, requested = run->processes_requested, used;
    double share = ((double)done + p->progress.done) / (double)requested;
    char detail[160];
    if (p->repeated_rows) {
        share = fmin((clock_seconds() - p->repeating_since) / p->repeat_seconds, 1);
        used = (size_t)snprintf(detail, sizeof detail, "process %zu, for %zu of %zu rows", done + 1,
                                p->repeated_rows, run_count_ok(run));
    } else {
        if (p->request->spread_over > 0)
            share = fmin((clock_seconds() - p->start) / p->request->spread_over, share);
        used = (size_t)snprintf(detail, sizeof detail, "process %zu of %zu", done + 1, requested);
    }
    if (p->progress.done > 0 && p->progress.undisturbed_share < QUIET_SHARE)
        snprintf(detail + used, sizeof detail - used, ", core undisturbed %.0f %% of the time",
                 100 * p->progress.undisturbed_share);
    progress_show(p->repeated_rows ? "timing again" : "timing", detail, share);
}

/* ---- one process ---- */

enum process_outcome {
    PROCESS_RUNNING,  /* has not sent its last message     */
    PROCESS_COMPLETE, /* its results are in the run        */
    PROCESS_REPEAT,   /* a row crashed, and is now skipped */
    PROCESS_FAILED,   /* with an error, or an interrupt    */
};

/* ---- start ---- */

/* Replaces the forked process by a timing process on its CPU. */
static void start_worker(const void *argument, int fd)
{
    const struct parent *parent = argument;
    char number[16], *argv[] = {parent->request->program, (char[]){"--worker"}, number, NULL};
    char path[LINK_PATH_SIZE];
    int cpu = parent->cores->cpu;
    struct pin pin;
    struct error error;
    snprintf(number, sizeof number, "%d", fd);
    signal(SIGINT, SIG_IGN); /* a terminal signals the whole group, but the parent decides */
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    if (cpu < 0 || affinity_set(&(struct affinity_request){.cpu = cpu}, &pin, &error)) {
        program_exec(&parent->links, parent->process.link, argv);
        fail(&error, STATUS_ENVIRONMENT, "%s: cannot be started: %s",
             program_link_path(&parent->links, parent->process.link, path), strerror(errno));
    }
    message_write_error(fd, &error);
    _exit(STATUS_ENVIRONMENT);
}

/* Returns whether the next process times the row. */
static bool is_timed(const struct parent *parent, const struct measured_row *row)
{
    return row->planned.status == ROW_OK && (!parent->repeated_rows || row->incomplete);
}

static bool send_row(const struct run *run, uint32_t row, int fd)
{
    const struct row *planned = &run->row[row].planned;
    struct row_request request = {.row = row,
                                  .list = planned->list->request,
                                  .checksum = planned->list->checksum,
                                  .mode = *planned->mode};
    snprintf(request.scheme, sizeof request.scheme, "%s", planned->scheme->name);
    return write_all(fd, &request, sizeof request);
}

/* Sends the plan. A failure is not reported here, because a process that has ended says why in its
 * messages. */
static void send_plan(const struct parent *parent, const struct process_plan *length, int fd)
{
    const struct run *run = parent->run;
    const struct run_request *request = parent->request;
    const struct cores *cores = parent->cores;
    double reference_ipc = fmax(run->reference_ipc, cores->watch.reference_ipc);
    struct timing_plan plan = {.seconds = length->seconds,
                               .bound = length->bound,
                               .reference_ipc = reference_ipc,
                               .seed = request->seed,
                               .process = (uint32_t)run->last_process,
                               .run_rows = (uint32_t)run->n,
                               .huge_pages = request->huge_pages,
                               .cpu = cores->cpu};
    memcpy(plan.corunners, cores->corunners, sizeof plan.corunners);
    if (request->positions)
        snprintf(plan.positions, sizeof plan.positions, "%s", request->positions);
    for (uint32_t i = 0; i < run->n; i++)
        plan.timed_rows += is_timed(parent, &run->row[i]);
    bool ok = write_all(fd, &plan, sizeof plan);
    for (uint32_t i = 0; ok && i < run->n; i++)
        ok = !is_timed(parent, &run->row[i]) || send_row(run, i, fd);
}

/* ---- messages of the timing process ---- */

static bool receive_results(struct parent *parent, int fd)
{
    struct run *run = parent->run;
    size_t size = sizeof(struct process_results) + run->n * sizeof(struct process_result);
    struct process_results *results = xcalloc(1, size);
    bool ok = read_all(fd, results, size);
    parent->process.reference_ipc = results->reference_ipc;
    if (ok)
        run_add_process(run, results->row, results->reference_ipc);
    free(results);
    return ok;
}

/* Reads a message with its data. Returns whether the message is well-formed, and sets *outcome if
 * it is the last one. */
static bool read_message(struct parent *parent, int fd, enum process_outcome *outcome,
                         struct error *error)
{
    struct run *run = parent->run;
    struct message message;
    char text[FAULT_SIZE];
    if (!read_all(fd, &message, sizeof message) || message.row >= run->n)
        return false;
    struct measured_row *row = &run->row[message.row];
    switch ((enum message_kind)message.kind) {
    case MESSAGE_BUILD:
        return false;
    case MESSAGE_VISIT:
        return read_all(fd, &parent->progress, sizeof parent->progress);
    case MESSAGE_WRONG:
        run_fail_row(row, ROW_WRONG, WRONG_KERNEL);
        return true;
    case MESSAGE_CRASHED:
        run_fail_row(row, ROW_CRASHED, signal_text((int)message.n, text));
        *outcome = PROCESS_REPEAT;
        return true;
    case MESSAGE_FAILED:
        *outcome = PROCESS_FAILED;
        return read_all(fd, error, sizeof *error);
    case MESSAGE_RESULTS:
        *outcome = PROCESS_COMPLETE;
        return receive_results(parent, fd);
    }
    return false;
}

/* Sets the error of a process whose messages are incomplete or invalid. A process that has closed
 * its socket has ended or is about to end. */
static void explain_worker_end(const struct subprocess *worker, struct error *error)
{
    struct pollfd peer = {.fd = worker->fd};
    siginfo_t end;
    char text[FAULT_SIZE];
    if (poll(&peer, 1, 0) <= 0 || !(peer.revents & POLLHUP) ||
        waitid(P_PID, (id_t)worker->pid, &end, WEXITED | WNOWAIT) != 0)
        fail(error, STATUS_ENVIRONMENT, "a timing process sent an invalid message");
    else if (end.si_code == CLD_EXITED)
        fail(error, STATUS_ENVIRONMENT, "a timing process ended early, with status %d",
             end.si_status);
    else
        fail(error, STATUS_ENVIRONMENT, "a timing process was %s",
             signal_text(end.si_status, text));
}

/* Reads the first message. Fails unless the process runs a link of this program's build. */
static bool check_build(const struct parent *parent, const struct subprocess *worker,
                        struct error *error)
{
    enum { START_MS = 60000 }; /* enough even if the disk is slow */
    struct pollfd ready = {.fd = worker->fd, .events = POLLIN};
    struct message message = {.kind = 0};
    char path[LINK_PATH_SIZE];
    bool silent = poll(&ready, 1, START_MS) <= 0; /* older builds wait for their plan */
    if (!silent && !read_all(worker->fd, &message, sizeof message)) {
        explain_worker_end(worker, error);
        return false;
    }
    if (message_read_build(worker->fd, &message))
        return true;
    if (message.kind == MESSAGE_FAILED && read_all(worker->fd, error, sizeof *error))
        return false;
    return fail(error, STATUS_ENVIRONMENT, "%s %s: build all again",
                program_link_path(&parent->links, parent->process.link, path),
                silent ? "has not sent its build within a minute"
                       : "is of another build than this program");
}

static enum process_outcome read_messages(struct parent *parent, const struct subprocess *worker,
                                          struct error *error)
{
    enum process_outcome outcome = PROCESS_RUNNING;
    while (outcome == PROCESS_RUNNING) {
        struct pollfd ready = {.fd = worker->fd, .events = POLLIN};
        show_progress(parent);
        int events = poll(&ready, 1, MESSAGE_POLL_MS);
        if (interrupted())
            return PROCESS_FAILED;
        if (events > 0 && !read_message(parent, worker->fd, &outcome, error)) {
            explain_worker_end(worker, error);
            return PROCESS_FAILED;
        }
    }
    return outcome;
}

/* Runs one timing process to its end and adds its results to the run. The process visits the
 * incomplete rows if repeated_rows is set, or else all rows that are ROW_OK. */
static enum process_outcome run_worker(struct parent *parent, const struct process_plan *length,
                                       struct error *error)
{
    struct subprocess worker;
    if (!subprocess_start(&worker, start_worker, parent, "timing process", error))
        return PROCESS_FAILED;
    enum process_outcome outcome = PROCESS_FAILED;
    parent->progress = (struct process_progress){.done = 0};
    if (check_build(parent, &worker, error)) {
        send_plan(parent, length, worker.fd);
        outcome = read_messages(parent, &worker, error);
    }
    if (outcome != PROCESS_COMPLETE)
        kill(worker.pid, SIGKILL);
    subprocess_wait(&worker);
    return outcome;
}

/* ---- all processes ---- */

/* Chooses the rows of the next process: all rows or, once the requested processes have ended, the
 * incomplete rows. All further processes together may take as long as the requested ones took.
 * Returns false if no process is to follow. */
static bool choose_next_process(struct parent *parent)
{
    struct run *run = parent->run;
    if (run->processes_ended < run->processes_requested)
        return true;
    if (!parent->repeated_rows) {
        double each = parent->processes_completed
                          ? parent->seconds_taken / (double)parent->processes_completed
                          : parent->request->seconds;
        parent->repeating_since = clock_seconds();
        parent->repeat_seconds = each * (double)run->processes_requested;
    }
    parent->repeated_rows = run_mark_incomplete(run, run->processes_requested);
    return parent->repeated_rows && parent->repeats < run->processes_requested &&
           clock_seconds() - parent->repeating_since < parent->repeat_seconds;
}

/* Returns how long after the start of the run the next process is due. */
static double due_after(const struct run *run, const struct run_request *request)
{
    return request->spread_over * (double)run->processes_ended / (double)run->processes_requested;
}

static void wait_for_turn(struct parent *parent)
{
    enum { TURN_POLL_MS = 100 }; /* how often to update the progress line and look for signals */
    double due = parent->start + due_after(parent->run, parent->request);
    while (!parent->repeated_rows && clock_seconds() < due && !interrupted()) {
        show_progress(parent);
        poll(NULL, 0, TURN_POLL_MS);
    }
}

static enum process_outcome run_next_process(struct parent *parent, struct error *error)
{
    double start = clock_seconds();
    size_t last = parent->run->last_process;
    uint64_t seed = parent->request->seed;
    struct process_record *process = &parent->process;
    *process = (struct process_record){.number = last + 1,
                                       .began = time(NULL),
                                       .link = (unsigned)((seed + last) % parent->links.n),
                                       .seed = process_seed(seed, last)};
    size_t all = run_count_ok(parent->run), repeated = parent->repeated_rows;
    struct process_plan plan =
        process_plan_make(parent->request, repeated ? repeated : all, all, &parent->cores->watch);
    enum process_outcome outcome = run_worker(parent, &plan, error);
    process->seconds = clock_seconds() - start;
    process->undisturbed_share = parent->progress.undisturbed_share;
    if (repeated)
        parent->repeats++;
    else {
        parent->seconds_taken += process->seconds;
        parent->processes_completed += outcome == PROCESS_COMPLETE;
    }
    if (outcome == PROCESS_COMPLETE)
        parent->ended(parent->context, process);
    return outcome;
}

bool parent_run(struct run *run, const struct run_request *request, const struct cores *cores,
                process_ended_fn *ended, void *context, struct error *error)
{
    run->processes_requested = request->processes;
    struct parent parent = {.run = run,
                            .request = request,
                            .cores = cores,
                            .ended = ended,
                            .context = context,
                            .start = clock_seconds() - due_after(run, request)};
    bool ok =
        program_find_links(&parent.links) ||
        fail(error, STATUS_ENVIRONMENT, "this program was replaced or removed: start it again");
    signal(SIGPIPE, SIG_IGN); /* a process that exits early is an error of write_all() */
    while (ok && !interrupted() && choose_next_process(&parent)) {
        wait_for_turn(&parent);
        if (!interrupted())
            ok = run_next_process(&parent, error) != PROCESS_FAILED || interrupted();
    }
    progress_end();
    return ok;
}
