/* SPDX-License-Identifier: MIT */
#include "timing/worker/corunner_work.h"
#include "base/memory.h"
#include "base/subprocess.h"
#include "base/tuning.h"
#include "machine/affinity.h"
#include "timing/cold_cache.h"
#include "timing/corunners.h"
#include "timing/protocol.h"

#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- threads ---- */

/* Returns the length of a part: short beside the list, and beside a sample, in which parts are
 * counted. */
static size_t corunner_part(const struct timed_row *row)
{
    size_t of_list = row->planned.list->n / LIST_PARTS, of_sample = row->sample_size / SAMPLE_PARTS;
    return (of_list < of_sample ? of_list : of_sample) + 1;
}

static void run_row(const void *what, size_t self, size_t n)
{
    const struct timed_row *row = what;
    const struct list *list = row->planned.list;
    size_t part = corunner_part(row), from = list->n / (n + 1) * (self + 1);
    for (size_t first = from % list->n; !corunners_must_stop();
         first = first + part < list->n ? first + part : 0) {
        kernel_sum(row, first, part < list->n - first ? part : list->n - first);
        corunner_pace_count(self);
    }
}

void corunner_threads_run(const struct timed_row *row)
{
    corunners_work(run_row, row, row->planned.mode->threads - 1);
}

/* ---- processes ---- */

enum { BURSTS_PER_LOOK = 2 }; /* between two looks at the flag: some 6 us */

static struct {
    struct subprocess child[TABLE_COPIES][MAX_CORUNNERS];
    atomic_bool *stop; /* in memory that all processes share */
    struct subprocess *running;
    size_t running_count;
    int fd; /* socket to the parent */
} processes;

static enum table_copies copies_of(const struct timed_row *row)
{
    return mode_info(row->planned.mode)->copies;
}

/* What a co-running process needs to begin. */
struct corunner_start {
    const struct timed_rows *rows;
    enum table_copies copies;
    size_t self; /* from 0 on */
    int cpu;
    pid_t parent;
};

/* Builds the tables again. The first write to a page gives the process a copy of its own. */
static void make_own_tables(const struct timed_rows *rows)
{
    const struct scheme *made = NULL;
    for (size_t i = 0; i < rows->n; i++) {
        const struct timed_row *row = &rows->row[i];
        if (!row->planned.scheme || copies_of(row) != OWN_TABLES || row->planned.scheme == made)
            continue;
        made = row->planned.scheme;
        if (made->init)
            made->init();
    }
}

static void run_started_row(const struct corunner_start *start, uint32_t index, int fd)
{
    struct timed_row row = start->rows->row[index];
    const struct list *list = row.planned.list;
    size_t steps, part = (size_t)row.planned.mode->queries * BURSTS_PER_LOOK;
    double seconds;
    row.cursor = list->n / row.planned.mode->threads * (start->self + 1) % list->n;
    for (bool begun = false; !atomic_load(processes.stop) && getppid() == start->parent;) {
        kernel_run(&row, part, &steps, &seconds);
        corunner_pace_count(start->self);
        if (!begun)
            begun = write_all(fd, &(char){1}, 1);
    }
}

/* The process: runs rows until the timing process ends. */
static void serve(const void *argument, int fd)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGPROF};
    const struct corunner_start *start = argument;
    struct pin pin;
    struct error error;
    uint32_t index;
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        signal(crashes[i], SIG_DFL); /* its crash is none of the row's */
    close(processes.fd);
    if (!affinity_set(&(struct affinity_request){.cpu = start->cpu}, &pin, &error))
        return;
    cold_cache_unshare(start->self + 2);
    if (start->copies == OWN_TABLES)
        make_own_tables(start->rows);
    while (write_all(fd, &(char){1}, 1) && read_all(fd, &index, sizeof index))
        run_started_row(start, index, fd);
}

static bool start_one(const struct corunner_start *start, struct error *error)
{
    struct subprocess *child = &processes.child[start->copies][start->self];
    return subprocess_start(child, CHANNEL_SOCKET, serve, start, "co-running process", error) &&
           (read_all(child->fd, &(char){0}, 1) ||
            fail(error, STATUS_ENVIRONMENT, "no co-running process on CPU %d", start->cpu));
}

/* Returns how many processes of this kind the rows need. */
static size_t wanted(const struct timed_rows *rows, enum table_copies copies)
{
    size_t most = 0;
    for (size_t i = 0; i < rows->n; i++) {
        const struct row *row = &rows->row[i].planned;
        if (row->scheme && copies_of(&rows->row[i]) == copies)
            most = row->mode->threads - 1 > most ? row->mode->threads - 1 : most;
    }
    return most;
}

bool corunner_processes_start(const struct timed_rows *rows, const int *cpus, int fd,
                              struct error *error)
{
    processes.fd = fd;
    processes.stop = mmap(NULL, sizeof *processes.stop, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (processes.stop == MAP_FAILED)
        no_memory(sizeof *processes.stop);
    for (enum table_copies copies = OWN_TABLES; copies < TABLE_COPIES; copies++) {
        size_t n = wanted(rows, copies);
        for (size_t i = 0; i < n; i++)
            if (!start_one(&(struct corunner_start){rows, copies, i, cpus[i], getpid()}, error))
                return false;
    }
    return true;
}

/* Waits for a byte of each running process. */
static void await(void)
{
    for (size_t i = 0; i < processes.running_count; i++)
        if (!read_all(processes.running[i].fd, &(char){0}, 1)) {
            struct error error;
            fail(&error, STATUS_ENVIRONMENT, "a co-running process exited unexpectedly");
            message_write_error(processes.fd, &error);
            _exit(STATUS_ENVIRONMENT);
        }
}

void corunner_processes_run(const struct timed_rows *rows, const struct timed_row *row)
{
    uint32_t index = (uint32_t)(row - rows->row);
    processes.running = processes.child[copies_of(row)];
    processes.running_count = row->planned.mode->threads - 1;
    atomic_store(processes.stop, false);
    for (size_t i = 0; i < processes.running_count; i++)
        write_all(processes.running[i].fd, &index, sizeof index); /* await() finds its failure */
    await();
}

void corunner_processes_stop(void)
{
    if (!processes.running_count)
        return;
    atomic_store(processes.stop, true);
    await();
    processes.running_count = 0;
}
