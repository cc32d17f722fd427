/* SPDX-License-Identifier: MIT
 * The samples of a timing process, with a clock, canaries, counters and a kernel that the test
 * controls. */
#include "base/clock.h"
#include "base/fd_io.h"
#include "support/within.h"
#include "timing/canary.h"
#include "timing/counters.h"
#include "timing/protocol.h"
#include "timing/worker/gbench.h"
#include "timing/worker/kernel_run.h"
#include "timing/worker/rounds.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* A game has 40 moves, of 10 ns each. */
enum { MOVES = 40, MOVE_NS = 10, VISITS = 3, SAMPLES = 8 };

static double now;
static struct canary canaries[2]; /* alternating */
static size_t canaries_read;
static bool counters;
static double counted[COUNTERS];
static int cpu, cpu_moves; /* by how much it changes in each sample */
static long switches, switches_more;

double __wrap_clock_seconds(void);
struct canary __wrap_canary_read(void);
bool __wrap_counters_read(double values[COUNTERS]);
int __wrap_getrusage(int who, struct rusage *usage);
int __wrap_sched_getcpu(void);
bool __wrap_inputs_prepare(struct timed_rows *rows, size_t i, struct error *error);
bool __wrap_kernel_run(struct timed_row *row, size_t n, size_t *steps, double *seconds);

double __wrap_clock_seconds(void)
{
    return now;
}

struct canary __wrap_canary_read(void)
{
    return canaries[canaries_read++ % 2];
}

bool __wrap_counters_read(double values[COUNTERS])
{
    memcpy(values, counted, sizeof counted);
    return counters;
}

int __wrap_getrusage(int who, struct rusage *usage)
{
    (void)who;
    *usage = (struct rusage){.ru_nivcsw = switches};
    return 0;
}

int __wrap_sched_getcpu(void)
{
    return cpu;
}

bool __wrap_inputs_prepare(struct timed_rows *rows, size_t i, struct error *error)
{
    (void)rows, (void)i, (void)error;
    return true;
}

bool __wrap_kernel_run(struct timed_row *row, size_t n, size_t *steps, double *seconds)
{
    (void)row;
    *steps = MOVES * n;
    *seconds = (double)*steps * MOVE_NS * 1e-9;
    now += *seconds;
    cpu += cpu_moves;
    switches += switches_more;
    for (int c = 0; c < COUNTERS; c++)
        counted[c] += (c + 1) * (double)*steps;
    return true;
}

/* ---- Google Benchmark ---- */

static struct gbench_state {
    gbench_fn *function;
    void *user;
    size_t samples, sample_size;
} registered[2 * VISITS];
static size_t register_count;
static char names[2 * VISITS][64];
static double given_seconds;

bool __wrap_gbench_register(const char *name, gbench_fn *function, void *user, size_t samples,
                            size_t sample_size);
bool __wrap_gbench_run(struct error *error);
bool __wrap_gbench_next(struct gbench_state *state, size_t sample_size);
void __wrap_gbench_time(struct gbench_state *state, double seconds);
void __wrap_gbench_counter(struct gbench_state *state, const char *name, double value);

bool __wrap_gbench_register(const char *name, gbench_fn *function, void *user, size_t samples,
                            size_t sample_size)
{
    snprintf(names[register_count], sizeof *names, "%s", name);
    registered[register_count++] = (struct gbench_state){function, user, samples, sample_size};
    return true;
}

bool __wrap_gbench_run(struct error *error)
{
    (void)error;
    for (size_t i = 0; i < register_count; i++)
        registered[i].function(&registered[i], registered[i].user);
    return true;
}

bool __wrap_gbench_next(struct gbench_state *state, size_t sample_size)
{
    assert_int_equal(sample_size, state->sample_size);
    return state->samples-- > 0;
}

void __wrap_gbench_time(struct gbench_state *state, double seconds)
{
    (void)state;
    given_seconds = seconds;
}

void __wrap_gbench_counter(struct gbench_state *state, const char *name, double value)
{
    (void)state;
    assert_string_equal(name, "GHz");
    assert_true(value == canaries[0].ghz || value == canaries[1].ghz);
}

/* ---- a run ---- */

static const struct scheme scheme = {.name = "scheme"};
static size_t moves_before[51];
static const struct list games = {.name = "games",
                                  .piece = ALL,
                                  .kind = LIST_OF_GAMES,
                                  .n = 50,
                                  .games.moves_before = moves_before};
static const struct mode_spec replay = {.kind = MODE_REPLAY, .threads = 1, .name = "replay"};
static struct timed_row row = {
    .planned.scheme = &scheme, .planned.list = &games, .planned.mode = &replay};
static struct sample samples[VISITS * SAMPLES];

static int quiet_machine(void **state)
{
    (void)state;
    counters = false;
    cpu_moves = 0;
    switches_more = 0;
    canaries[0] = (struct canary){.ghz = 3.01, .ipc = 4.01};
    canaries[1] = (struct canary){.ghz = 2.99, .ipc = 3.99};
    return 0;
}

/* Runs without time: the minimum of rounds, and no retries. */
static void run(void)
{
    int ends[2];
    struct error error;
    struct message message;
    struct timed_rows rows = {.row = &row, .n = 1};
    register_count = 0;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    struct timing_plan plan = {.seed = 1, .process = 7, .fd = ends[0], .cpu = -1};
    assert_true(rounds_run(&rows, &plan, &error));
    assert_true(read_all(ends[1], &message, sizeof message));
    assert_true(message.kind == MESSAGE_PLAN && message.n == VISITS);
    for (size_t visit = 0; visit < VISITS; visit++) {
        assert_true(read_all(ends[1], &message, sizeof message));
        assert_true(message.kind == MESSAGE_VISIT && message.row == 0 && message.n == SAMPLES);
        assert_true(read_all(ends[1], samples + visit * SAMPLES, SAMPLES * sizeof *samples));
    }
    assert_true(read_all(ends[1], &message, sizeof message));
    assert_int_equal(message.kind, MESSAGE_END);
    close(ends[0]);
    close(ends[1]);
}

/* 0.1 ms are 250 games. */
static void visits_have_names_and_sample_sizes(void **state)
{
    (void)state;
    run();
    assert_int_equal(register_count, VISITS);
    for (size_t i = 0; i < VISITS; i++) {
        assert_string_equal(names[i], "scheme/all/games/replay");
        assert_in_range(registered[i].sample_size, 250, 251);
    }
    assert_within(given_seconds, 1e-4, 1e-6);
}

static void samples_are_per_move_with_two_canaries(void **state)
{
    (void)state;
    run();
    for (size_t i = 0; i < VISITS * SAMPLES; i++) { /* the clock falls and rises by turns */
        assert_int_equal(samples[i].process, 7);
        assert_int_equal(samples[i].disturbed, 0);
        assert_within(samples[i].ns, MOVE_NS, 1e-5);
        assert_within(samples[i].cycles, MOVE_NS * 3, 1e-4);
        assert_within(samples[i].ghz, 3, 1e-6);
        assert_within(samples[i].ghz_drift, 0.02 / 3, 1e-6);
        assert_within(samples[i].ipc, 3.99, 1e-6);
        assert_within(samples[i].ipc_high, 4.01, 1e-6);
        for (int c = 0; c < COUNTERS; c++)
            assert_true(isnan(samples[i].counts[c]));
    }
}

static void counters_are_per_move_and_give_cycles(void **state)
{
    (void)state;
    counters = true;
    run();
    for (size_t i = 0; i < VISITS * SAMPLES; i++) {
        for (int c = 0; c < COUNTERS; c++)
            assert_within(samples[i].counts[c], c + 1, 1e-6);
        assert_within(samples[i].cycles, 1, 1e-6);
        assert_within(samples[i].ns, MOVE_NS, 1e-5);
    }
}

static void moved_or_preempted_thread_is_disturbed(void **state)
{
    (void)state;
    cpu_moves = 1;
    run();
    assert_int_equal(samples[0].disturbed, 1);
    cpu_moves = 0;
    run();
    assert_int_equal(samples[0].disturbed, 0);
    switches_more = 1;
    run();
    assert_int_equal(samples[0].disturbed, 1);
}

int main(void)
{
#define ON_A_QUIET_MACHINE(test) cmocka_unit_test_setup(test, quiet_machine)
    const struct CMUnitTest tests[] = {
        ON_A_QUIET_MACHINE(visits_have_names_and_sample_sizes),
        ON_A_QUIET_MACHINE(samples_are_per_move_with_two_canaries),
        ON_A_QUIET_MACHINE(counters_are_per_move_and_give_cycles),
        ON_A_QUIET_MACHINE(moved_or_preempted_thread_is_disturbed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
