/* SPDX-License-Identifier: MIT */
#include "timing/corunners.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/tuning.h"
#include "machine/affinity.h"
#include "timing/cold_cache.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    corunner_work *work; /* NULL: none */
    const void *what;
    size_t wanted; /* the first `wanted` threads work */
    size_t awake;
    atomic_bool stop; /* read between two parts of the list */
    int cpus[MAX_CORUNNERS];
    size_t bound;
    char problem[200]; /* the error of a thread that cannot be bound; "": none */
} corunners = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

bool corunners_must_stop(void)
{
    return atomic_load(&corunners.stop);
}

static void *corunner(void *argument)
{
    size_t self = (size_t)((const int *)argument - corunners.cpus);
    struct pin pin;
    struct error error = {.text = ""};
    bool bound =
        affinity_set(&(struct affinity_request){.cpu = corunners.cpus[self]}, &pin, &error);
    pthread_mutex_lock(&corunners.lock);
    if (!bound)
        snprintf(corunners.problem, sizeof corunners.problem, "%.190s", error.text);
    corunners.bound++;
    for (;;) {
        pthread_cond_broadcast(&corunners.changed);
        while (!corunners.work || self >= corunners.wanted)
            pthread_cond_wait(&corunners.changed, &corunners.lock);
        corunner_work *work = corunners.work;
        const void *what = corunners.what;
        size_t n = corunners.wanted;
        corunners.awake++;
        pthread_cond_broadcast(&corunners.changed);
        pthread_mutex_unlock(&corunners.lock);
        work(what, self, n);
        pthread_mutex_lock(&corunners.lock);
        while (corunners.work)
            pthread_cond_wait(&corunners.changed, &corunners.lock);
        corunners.awake--;
    }
    return NULL;
}

bool corunners_start(const int *cpus, size_t n, struct error *error)
{
    memcpy(corunners.cpus, cpus, n * sizeof *cpus);
    for (size_t i = 0; i < n; i++) {
        pthread_t thread;
        int code = pthread_create(&thread, NULL, corunner, &corunners.cpus[i]);
        if (code)
            return fail(error, STATUS_ENVIRONMENT, "no thread for CPU %d: %s", cpus[i],
                        strerror(code));
        /* Waits for each thread, as affinity.h serves one at a time. */
        pthread_mutex_lock(&corunners.lock);
        while (corunners.bound <= i)
            pthread_cond_wait(&corunners.changed, &corunners.lock);
        pthread_mutex_unlock(&corunners.lock);
    }
    return !*corunners.problem || fail(error, STATUS_ENVIRONMENT, "%s", corunners.problem);
}

static void change(corunner_work *work, const void *what, size_t n)
{
    pthread_mutex_lock(&corunners.lock);
    corunners.work = work;
    corunners.what = what;
    corunners.wanted = n ? n : corunners.wanted;
    atomic_store(&corunners.stop, !work);
    pthread_cond_broadcast(&corunners.changed);
    while (corunners.awake != n)
        pthread_cond_wait(&corunners.changed, &corunners.lock);
    pthread_mutex_unlock(&corunners.lock);
}

void corunners_work(corunner_work *work, const void *what, size_t n)
{
    if (n)
        change(work, what, n);
}

void corunners_stop(void)
{
    if (corunners.work)
        change(NULL, NULL, 0);
}

/* ---- pace ---- */

/* One cache line for each co-runner. */
static struct pace_counter {
    _Alignas(COLD_CACHE_LINE_BYTES) _Atomic uint64_t parts;
} * counters;

void corunner_pace_open(void)
{
    counters = mmap(NULL, MAX_CORUNNERS * sizeof *counters, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (counters == MAP_FAILED)
        no_memory(MAX_CORUNNERS * sizeof *counters);
}

void corunner_pace_count(size_t self)
{
    atomic_fetch_add_explicit(&counters[self].parts, 1, memory_order_relaxed);
}

void corunner_parts_read(struct corunner_parts *parts, size_t n)
{
    parts->n = n;
    for (size_t i = 0; i < n; i++)
        parts->done[i] = atomic_load_explicit(&counters[i].parts, memory_order_relaxed);
    parts->since = n ? clock_seconds() : 0;
}

double corunner_parts_pace(const struct corunner_parts *parts)
{
    double seconds = clock_seconds() - parts->since, slowest = INFINITY;
    for (size_t i = 0; i < parts->n; i++) {
        uint64_t now = atomic_load_explicit(&counters[i].parts, memory_order_relaxed);
        slowest = fmin(slowest, (double)(now - parts->done[i]) / seconds);
    }
    return slowest;
}
