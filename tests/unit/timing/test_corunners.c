/* SPDX-License-Identifier: MIT
 * Co-runners that share one CPU: the hardest case, and the only one that every machine offers. */
#include "timing/corunners.h"
#include "kernels/queries.h"
#include "machine/affinity.h"
#include "support/skip.h"
#include "timing/worker/corunner_work.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <cmocka.h>
#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CORUNNERS = 3, N = 600, SECONDS = 60 };

static bool no_thread;

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *),
                          void *argument)
{
    return no_thread ? EAGAIN : __real_pthread_create(thread, attr, run, argument);
}

/* ---- a kernel that records its calls ---- */

static uint8_t squares[N];
static atomic_bool computed[N];
static atomic_size_t runs, beyond;
static atomic_int threads;
static size_t began_at[CORUNNERS];
static _Thread_local int ran_in; /* the last episode in which this thread began */
static atomic_int episode;

static bitboard record_call(const struct queries *queries)
{
    size_t first = (size_t)(queries->square - squares);
    if (ran_in != episode) {
        ran_in = episode;
        began_at[threads++] = first;
    }
    if (first + queries->n > N)
        beyond++;
    for (size_t i = first; i < first + queries->n && i < N; i++)
        computed[i] = true;
    runs++;
    return 0;
}

static const struct scheme scheme = {.view_bytes = sizeof(bitboard),
                                     .kernel[KERNEL_THROUGHPUT][QUEEN] = record_call};
static struct mode_spec mode = {.kind = MODE_THREADS, .threads = 1};
static const bitboard views[N];
static struct list list = {.n = N, .piece = QUEEN, .kind = LIST_OF_QUERIES, .square = squares};
static const struct timed_row row = {
    .planned.scheme = &scheme, .planned.list = &list, .planned.mode = &mode, .views = views};
static struct error error;

static int a_cpu(void)
{
    int cpus[1];
    return affinity_candidates(&(struct affinity_request){.cpu = -1}, cpus, 1) ? cpus[0] : -1;
}

/* Runs act() in a child, as the threads never end. Returns its exit status. */
static int status_of(void (*act)(void))
{
    pid_t pid = fork();
    if (pid == 0) {
        alarm(SECONDS);
        act();
        _exit(0);
    }
    int status;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

#define CHECK(condition)                                                                           \
    do                                                                                             \
        if (!(condition))                                                                          \
            _exit(__LINE__ % 251 + 1);                                                             \
    while (0)

static void wait_for(size_t n)
{
    while (runs < n)
        usleep(100);
}

/* Returns how many parts of a list the first n co-runners have counted. */
static size_t parts_of(size_t n)
{
    struct corunner_parts parts;
    size_t sum = 0;
    corunner_parts_read(&parts, n);
    for (size_t i = 0; i < n; i++)
        sum += parts.done[i];
    return sum;
}

/* Co-runners begin at equal distances, walk the whole list, count its parts, and stop on
 * request. */
static void episodes(void)
{
    int cpus[CORUNNERS];
    corunner_pace_open();
    for (int i = 0; i < CORUNNERS; i++)
        cpus[i] = a_cpu();
    CHECK(corunners_start(cpus, CORUNNERS, &error));
    corunners_stop(); /* nothing runs: returns at once */
    corunner_threads_run(&row);
    CHECK(runs == 0);
    for (int n = 1; n <= CORUNNERS; n++) {
        size_t parts = parts_of((size_t)n);
        episode = n;
        threads = 0;
        runs = 0;
        memset(computed, 0, sizeof computed);
        mode.threads = 1 + (unsigned)n;
        corunner_threads_run(&row);
        while (threads < n)
            usleep(100);
        wait_for(runs + 200);
        corunners_stop();
        size_t then = runs;
        usleep(20000);
        CHECK(runs == then);
        CHECK(threads == n && beyond == 0);
        CHECK(parts_of((size_t)n) - parts == runs);
        for (size_t i = 0; i < N; i++)
            CHECK(computed[i]);
        size_t sum = 0;
        for (int i = 0; i < n; i++)
            sum += began_at[i];
        CHECK(sum == (size_t)(n * (n + 1) / 2) * (N / ((size_t)n + 1)));
    }
}

static void no_such_cpu(void)
{
    CHECK(!corunners_start((int[]){1 << 19}, 1, &error));
    CHECK(error.status == STATUS_ENVIRONMENT && strstr(error.text, "cannot bind to CPU 524288"));
}

static void no_more_threads(void)
{
    no_thread = true;
    CHECK(!corunners_start((int[]){0}, 1, &error));
    CHECK(error.status == STATUS_ENVIRONMENT);
    CHECK(!strcmp(error.text, "no thread for CPU 0: Resource temporarily unavailable"));
}

static void corunners_run_and_stop(void **state)
{
    (void)state;
    if (a_cpu() < 0)
        SKIP("threads cannot be bound to a CPU here");
    assert_int_equal(status_of(episodes), 0);
}

static void unbindable_corunner_is_refused(void **state)
{
    (void)state;
    if (a_cpu() < 0)
        SKIP("threads cannot be bound to a CPU here");
    assert_int_equal(status_of(no_such_cpu), 0);
}

static void missing_thread_is_an_error(void **state)
{
    (void)state;
    assert_int_equal(status_of(no_more_threads), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corunners_run_and_stop),
        cmocka_unit_test(unbindable_corunner_is_refused),
        cmocka_unit_test(missing_thread_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
