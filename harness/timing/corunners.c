/* SPDX-License-Identifier: MIT */
#include "timing/corunners.h"
#include "machine/affinity.h"
#include "timing/kernel_run.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    rival_work *work; /* NULL: nothing                                           */
    const void *what;
    size_t wanted, awake; /* the first `wanted` of all                               */
    atomic_bool stop;     /* what threads look at between two parts of the list      */
    int cpus[MAX_RIVALS];
    char problem[200]; /* why one of them is not bound */
    size_t bound;
} rivals = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

bool rivals_must_rest(void)
{
    return atomic_load(&rivals.stop);
}

static void run_row(const void *what, size_t self, size_t n)
{
    const struct row *row = what;
    const struct workload *w = row->workload;
    size_t part = w->n / 64 + 1, from = w->n / (n + 1) * (self + 1);
    for (size_t first = from % w->n; !rivals_must_rest();
         first = first + part < w->n ? first + part : 0)
        stretch_sum(row, first, part < w->n - first ? part : w->n - first);
}

static void *rival(void *argument)
{
    size_t self = (size_t)((const int *)argument - rivals.cpus);
    struct pin pin;
    struct error error = {.text = ""};
    bool bound = pin_thread(&(struct pin_request){.cpu = rivals.cpus[self]}, &pin, &error);
    pthread_mutex_lock(&rivals.lock);
    if (!bound)
        snprintf(rivals.problem, sizeof rivals.problem, "%.190s", error.text);
    rivals.bound++;
    for (;;) {
        pthread_cond_broadcast(&rivals.changed);
        while (!rivals.work || self >= rivals.wanted)
            pthread_cond_wait(&rivals.changed, &rivals.lock);
        rival_work *work = rivals.work;
        const void *what = rivals.what;
        size_t n = rivals.wanted;
        rivals.awake++;
        pthread_cond_broadcast(&rivals.changed);
        pthread_mutex_unlock(&rivals.lock);
        work(what, self, n);
        pthread_mutex_lock(&rivals.lock);
        while (rivals.work)
            pthread_cond_wait(&rivals.changed, &rivals.lock);
        rivals.awake--;
    }
    return NULL;
}

bool rivals_start(const int *cpus, size_t n, struct error *error)
{
    memcpy(rivals.cpus, cpus, n * sizeof *cpus);
    for (size_t i = 0; i < n; i++) {
        pthread_t thread;
        int code = pthread_create(&thread, NULL, rival, &rivals.cpus[i]);
        if (code)
            return fail(error, STATUS_ENVIRONMENT, "no thread for CPU %d: %s", cpus[i],
                        strerror(code));
        pthread_mutex_lock(&rivals.lock); /* one by one: affinity.h is for one thread at a time */
        while (rivals.bound <= i)
            pthread_cond_wait(&rivals.changed, &rivals.lock);
        pthread_mutex_unlock(&rivals.lock);
    }
    return !*rivals.problem || fail(error, STATUS_ENVIRONMENT, "%s", rivals.problem);
}

static void change(rival_work *work, const void *what, size_t n)
{
    pthread_mutex_lock(&rivals.lock);
    rivals.work = work;
    rivals.what = what;
    rivals.wanted = n ? n : rivals.wanted;
    atomic_store(&rivals.stop, !work);
    pthread_cond_broadcast(&rivals.changed);
    while (rivals.awake != n)
        pthread_cond_wait(&rivals.changed, &rivals.lock);
    pthread_mutex_unlock(&rivals.lock);
}

void rivals_work(rival_work *work, const void *what, size_t n)
{
    if (n)
        change(work, what, n);
}

void rivals_run(const struct row *row, size_t n)
{
    rivals_work(run_row, row, n);
}

void rivals_rest(void)
{
    if (rivals.work)
        change(NULL, NULL, 0);
}
