/* SPDX-License-Identifier: MIT
 * What a co-runner and its parent send each other: the co-runner sends a struct error when it is
 * ready. Then, for each call of corunners_work(), it reads what to work on, sends a byte when it
 * begins, and a second byte when it sleeps again. */
#include "timing/corunners.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/subprocess.h"
#include "base/tuning.h"
#include "machine/affinity.h"

#include <math.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

struct corunner {
    struct corunner_job job;
    unsigned kind;
    size_t self;
    int cpu;
    struct subprocess process;
};

static struct corunner corunners[CORUNNER_KINDS][MAX_CORUNNERS];
static struct corunner *running; /* those that work: the first running_count of a kind */
static size_t running_count;
static pid_t parent; /* the process that starts them */

/* Memory that all these processes share. Each co-runner writes to a cache line of its own, so that
 * counting does not slow the others down. */
static struct shared {
    _Alignas(CACHE_LINE_BYTES) atomic_bool stop;
    struct {
        _Alignas(CACHE_LINE_BYTES) _Atomic uint64_t parts;
    } done[MAX_CORUNNERS];
} * shared;

/* ---- in a co-runner ---- */

bool corunners_must_stop(void)
{
    return atomic_load(&shared->stop) || getppid() != parent;
}

void corunner_part_done(size_t self)
{
    atomic_fetch_add_explicit(&shared->done[self].parts, 1, memory_order_relaxed);
}

static void serve(const void *argument, int fd)
{
    const struct corunner *me = argument;
    const struct corunner_job *job = &me->job;
    struct pin pin;
    struct error error = {STATUS_OK, ""};
    uint32_t what;
    bool bound = affinity_set(&(struct affinity_request){.cpu = me->cpu}, &pin, &error);
    if (bound && job->begin)
        job->begin(job->context, me->kind, me->self);
    write_all(fd, &error, sizeof error);
    while (bound && read_all(fd, &what, sizeof what) && write_all(fd, &(char){1}, 1)) {
        job->work(job->context, me->self, what);
        write_all(fd, &(char){1}, 1);
    }
}

/* ---- their control ---- */

bool corunners_start(unsigned kind, const int *cpus, size_t n, const struct corunner_job *job,
                     struct error *error)
{
    if (!shared)
        shared =
            mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        exit_without_memory(sizeof *shared);
    parent = getpid();
    for (size_t i = 0; i < n; i++) {
        struct corunner *c = &corunners[kind][i];
        struct error ready;
        *c = (struct corunner){.job = *job, .kind = kind, .self = i, .cpu = cpus[i]};
        if (!subprocess_start(&c->process, serve, c, "co-running process", error))
            return false;
        if (!read_all(c->process.fd, &ready, sizeof ready))
            return fail(error, STATUS_ENVIRONMENT, "no co-running process on CPU %d", c->cpu);
        if (ready.status != STATUS_OK) {
            *error = ready;
            return false;
        }
    }
    return true;
}

static bool await_all(void)
{
    bool all = true;
    for (size_t i = 0; i < running_count; i++)
        all &= read_all(running[i].process.fd, &(char){0}, 1);
    return all;
}

bool corunners_work(unsigned kind, size_t n, uint32_t what)
{
    running = corunners[kind];
    running_count = n;
    if (n)
        atomic_store(&shared->stop, false);
    for (size_t i = 0; i < n; i++)
        write_all(running[i].process.fd, &what, sizeof what); /* await_all() notices a failure */
    return await_all();
}

bool corunners_stop(void)
{
    if (running_count)
        atomic_store(&shared->stop, true);
    bool all = await_all();
    running_count = 0;
    return all;
}

/* ---- pace ---- */

static uint64_t parts_done(size_t i)
{
    return atomic_load_explicit(&shared->done[i].parts, memory_order_relaxed);
}

void corunner_parts_read(struct corunner_parts *parts, size_t n)
{
    parts->n = n;
    for (size_t i = 0; i < n; i++)
        parts->done[i] = parts_done(i);
    parts->since = n ? clock_seconds() : 0;
}

double corunner_parts_pace(const struct corunner_parts *parts)
{
    double seconds = clock_seconds() - parts->since, slowest = INFINITY;
    for (size_t i = 0; i < parts->n; i++)
        slowest = fmin(slowest, (double)(parts_done(i) - parts->done[i]) / seconds);
    return slowest;
}
