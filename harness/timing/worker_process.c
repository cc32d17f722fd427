/* SPDX-License-Identifier: MIT */
#include "timing/worker_process.h"
#include "base/fd_io.h"
#include "base/interrupt.h"
#include "base/program.h"
#include "base/subprocess.h"
#include "base/tuning.h"
#include "timing/protocol.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- start ---- */

/* Replaces the forked process by a timing process on its CPU. */
static void start_worker(const void *argument, int fd)
{
    const struct worker_process *process = argument;
    const struct run_request *request = process->request;
    char number[16], **argv = calloc((size_t)request->argc + 3, sizeof *argv);
    int cpu = process->cores->cpu;
    struct pin pin;
    struct error error;
    if (!argv)
        _exit(STATUS_ENVIRONMENT);
    memcpy(argv, request->argv, (size_t)request->argc * sizeof *argv);
    snprintf(number, sizeof number, "%d", fd);
    argv[request->argc] = (char[]){"--worker"};
    argv[request->argc + 1] = number;
    signal(SIGINT, SIG_IGN); /* these reach the whole process group; the parent decides */
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    if (cpu >= 0 && !affinity_set(&(struct affinity_request){.cpu = cpu}, &pin, &error)) {
        message_write_error(fd, &error);
        _exit(STATUS_ENVIRONMENT);
    }
    program_exec(argv);
    _exit(STATUS_ENVIRONMENT);
}

static bool send_request(const struct worker_process *process, const struct run *run, int fd)
{
    const char *positions = process->request->positions;
    struct worker_request request = {.process = (uint32_t)run->processes_ended,
                                     .row_count = (uint32_t)run->n,
                                     .positions_on_stdin = positions && !strcmp(positions, "-"),
                                     .seconds = process->seconds,
                                     .modes = process->request->matrix.modes,
                                     .cpu = process->cores->cpu,
                                     .corunner_count = (uint32_t)process->cores->corunner_count};
    memcpy(request.corunners, process->cores->corunners, sizeof request.corunners);
    for (size_t i = 0; i < run->n; i++)
        request.rows_checksum = row_checksum(request.rows_checksum, &run->row[i].planned);
    bool ok = write_all(fd, &request, sizeof request);
    for (size_t i = 0; ok && i < run->n; i++) {
        const struct measured_row *row = &run->row[i];
        bool skipped =
            row->planned.status != ROW_OK || (process->progress->repeated_rows && !row->incomplete);
        ok = write_all(fd, &(char){skipped}, 1);
    }
    return ok;
}

/* ---- messages ---- */

static void fail_row(struct measured_row *row, enum row_status status, const char *reason)
{
    row->planned.status = status;
    snprintf(row->planned.reason, sizeof row->planned.reason, "%s", reason);
}

/* Reads the samples of a visit. */
static bool read_visit(int fd, struct measured_row *row, uint32_t n)
{
    static struct sample samples[1024]; /* the stack may be small */
    return n <= sizeof samples / sizeof *samples && read_all(fd, samples, n * sizeof *samples) &&
           run_add_samples(row, samples, n);
}

/* Reads a message, and its data. Returns whether it is well-formed, and sets *outcome if it is the
 * last one. */
static bool read_message(struct timing_progress *progress, struct run *run, int fd,
                         enum process_outcome *outcome, struct error *error)
{
    struct message message;
    char text[64];
    if (!read_all(fd, &message, sizeof message))
        return false;
    struct measured_row *row = message.row < run->n ? &run->row[message.row] : NULL;
    switch ((enum message_kind)message.kind) {
    case MESSAGE_PLAN:
        progress->visits = message.n;
        progress->visits_done = 0;
        return true;
    case MESSAGE_VISIT:
        progress->visits_done++;
        return row && read_visit(fd, row, message.n);
    case MESSAGE_WRONG:
        if (row)
            fail_row(row, ROW_WRONG, WRONG_KERNEL);
        return row;
    case MESSAGE_CRASHED:
        if (row)
            fail_row(row, ROW_CRASHED, signal_text((int)message.n, text));
        *outcome = PROCESS_REPEAT;
        return row;
    case MESSAGE_FAILED:
        *outcome = PROCESS_FAILED;
        return message_read_error(fd, &message, error);
    case MESSAGE_END:
        *outcome = PROCESS_COMPLETE;
        return true;
    }
    return false;
}

/* Sets the error of a process whose messages are incomplete or invalid. One that has closed its
 * socket has ended, or is about to. */
static void explain_end(const struct subprocess *worker, struct error *error)
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

/* Reads the messages of a timing process up to the last one. */
static enum process_outcome read_messages(struct timing_progress *progress, struct run *run,
                                          const struct subprocess *worker, struct error *error)
{
    enum process_outcome outcome = PROCESS_RUNNING;
    while (outcome == PROCESS_RUNNING) {
        struct pollfd ready = {.fd = worker->fd, .events = POLLIN};
        timing_progress_show(progress);
        int events = poll(&ready, 1, MESSAGE_POLL_MS);
        if (interrupted())
            return PROCESS_FAILED;
        if (events > 0 && !read_message(progress, run, worker->fd, &outcome, error)) {
            explain_end(worker, error);
            return PROCESS_FAILED;
        }
    }
    return outcome;
}

/* Discards the samples of a process that did not complete. */
static void discard_process_samples(struct run *run)
{
    for (size_t i = 0; i < run->n; i++) {
        struct measured_row *row = &run->row[i];
        while (row->sample_count &&
               row->samples[row->sample_count - 1].process == run->processes_ended)
            row->sample_count--;
    }
}

enum process_outcome worker_process_run(const struct worker_process *process, struct run *run,
                                        struct error *error)
{
    struct subprocess worker;
    if (!subprocess_start(&worker, CHANNEL_SOCKET, start_worker, process, "timing process", error))
        return PROCESS_FAILED;
    process->progress->visits = 0;
    enum process_outcome outcome = PROCESS_FAILED;
    if (send_request(process, run, worker.fd))
        outcome = read_messages(process->progress, run, &worker, error);
    else
        explain_end(&worker, error);
    if (outcome != PROCESS_COMPLETE) {
        kill(worker.pid, SIGKILL);
        discard_process_samples(run);
    }
    subprocess_wait(&worker);
    return outcome;
}
