/* SPDX-License-Identifier: MIT
 * Co-runners that share one CPU: the hardest case, and the only one that every machine offers. */
#include "kernels/queries.h"
#include "machine/affinity.h"
#include "support/test.h"
#include "timing/corunners.h"
#include "timing/worker/worker.h"

#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 600, SECONDS = 60, OTHERS = 3, MIN_CALLS = 200 };

/* ---- a kernel that records its calls ---- */

enum contents { TABLE_OF_TEST, TABLE_OF_CORUNNER, CONTENTS };
static enum contents table = TABLE_OF_TEST;

static void init(void)
{
    table = TABLE_OF_CORUNNER;
}

/* In memory that the processes share. */
static struct {
    atomic_size_t calls[CONTENTS];
    atomic_size_t run;                    /* counts run_and_stop() */
    atomic_bool begun[N], computed[N];    /* begun: where one does not go on */
    atomic_size_t other_tables, own_sets; /* of all processes */
} * seen;

static void init_other(void)
{
    seen->other_tables++;
}

/* The memory that a burst reads must be no other process's. */
void __wrap_cold_cache_make_private(size_t fork)
{
    seen->own_sets += (size_t)1 << 8 * fork;
}

static uint8_t squares[N];

static bitboard record_call(const struct queries *queries)
{
    static size_t next, run; /* the last call of this process: what comes after it, and its run */
    size_t first = (size_t)(queries->square - squares);
    seen->calls[table]++;
    if (run != seen->run || first != next % N) /* a run may begin where the last one stopped */
        seen->begun[first] = true;
    run = seen->run;
    next = first + queries->n;
    for (size_t i = first; i < next && i < N; i++)
        seen->computed[i] = true;
    return 0;
}

static const struct scheme scheme = {
    .init = init, .view_bytes = sizeof(bitboard), .kernel[KERNEL_THROUGHPUT][QUEEN] = record_call};
static const struct scheme other = {.init = init_other, .view_bytes = sizeof(bitboard)};
static const struct mode_spec own = {.kind = MODE_PROCESSES, .cores = 1 + OTHERS, .queries = 8},
                              shared = {.kind = MODE_PROCESSES_SHARED, .cores = 2, .queries = 8},
                              alone = {.kind = MODE_THROUGHPUT, .cores = 1};
static const bitboard views[N], prefix_sums[N + 1];
static struct list list = {.n = N, .piece = QUEEN, .kind = LIST_OF_QUERIES, .square = squares};
static struct timed_row row[4];
static const struct timed_rows rows = {.row = row, .n = 4};
static int cpus[OTHERS];

static int prepare(void **state)
{
    const struct mode_spec *modes[] = {&own, &shared, &alone, &own};
    seen = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 4; i++)
        row[i] = (struct timed_row){
            .planned = {.scheme = i < 3 ? &scheme : &other, .list = &list, .mode = modes[i]},
            .views = views,
            .expected.prefix_sums = (bitboard *)(uintptr_t)prefix_sums};
    cpus[0] = -1;
    affinity_candidates(&(struct affinity_request){.cpu = -1}, cpus, 1);
    cpus[1] = cpus[2] = cpus[0];
    alarm(SECONDS);
    return seen == MAP_FAILED;
}

/* Runs the co-runners of a row. They begin at equal distances and walk the whole list, with this
 * table and no other. Then they stop. */
static void run_and_stop(const struct timed_row *of, enum contents contents)
{
    size_t others = seen->calls[!contents], cores_of_row = of->planned.mode->cores, walked = 0;
    seen->calls[contents] = 0;
    seen->run++;
    for (size_t i = 0; i < N; i++)
        seen->begun[i] = seen->computed[i] = false;
    row_corunners_run(&rows, of);
    while (walked < N || seen->calls[contents] < MIN_CALLS) {
        usleep(100);
        for (walked = 0; walked < N && seen->computed[walked];)
            walked++;
        for (size_t self = 1; self < cores_of_row; self++)
            walked = seen->begun[N / cores_of_row * self] ? walked : 0;
    }
    row_corunners_stop();
    size_t calls = seen->calls[contents], begun = 0;
    usleep(20000);
    assert_int_equal(seen->calls[contents], calls);
    assert_int_equal(seen->calls[!contents], others);
    for (size_t i = 0; i < N; i++)
        begun += seen->begun[i];
    assert_int_equal(begun, cores_of_row - 1);
}

TEST(corunners_run_their_row_and_stop)
{
    struct corunner_parts parts;
    if (cpus[0] < 0)
        SKIP("processes cannot be bound to a CPU here");
    assert_ok(row_corunners_start(&rows, cpus, &error));
    row_corunners_stop(); /* nothing runs: returns at once */
    row_corunners_run(&rows, &row[2]);
    row_corunners_stop();
    assert_int_equal(seen->calls[TABLE_OF_TEST] + seen->calls[TABLE_OF_CORUNNER], 0);
    run_and_stop(&row[0], TABLE_OF_CORUNNER);
    run_and_stop(&row[1], TABLE_OF_TEST);
    assert_int_equal(seen->other_tables, OTHERS);
    assert_int_equal(seen->own_sets, 0x010102); /* of kind `own` three, of the other one */
    corunner_parts_read(&parts, OTHERS);
    assert_true(corunner_parts_pace(&parts) == 0);
    size_t before = parts.done[0] + parts.done[1] + parts.done[2];
    run_and_stop(&row[0], TABLE_OF_CORUNNER);
    assert_true(corunner_parts_pace(&parts) > 0);
    corunner_parts_read(&parts, OTHERS);
    assert_true(parts.done[0] + parts.done[1] + parts.done[2] > before);
    corunner_part_done(0);
    corunner_part_done(1);
    assert_true(corunner_parts_pace(&parts) == 0); /* that of the slowest */
    corunner_parts_read(&parts, 0);
    assert_true(isinf(corunner_parts_pace(&parts)));
}

TEST(missing_cpus_are_errors)
{
    const struct corunner_job job = {0};
    for (unsigned kind = 0; kind < CORUNNER_KINDS; kind++) {
        bool started = corunners_start(kind, (int[]){1 << 19}, 1, &job, &error);
        assert_fails(started, STATUS_ENVIRONMENT, "cannot bind to CPU 524288");
    }
}

/* The timing process reports the loss and ends. */
TEST(lost_process_is_reported)
{
    int status;
    if (cpus[0] < 0)
        SKIP("processes cannot be bound to a CPU here");
    pid_t pid = fork();
    if (pid == 0) {
        messages_open(-1);
        row[0].planned.status = ROW_UNSUPPORTED;
        row[1].expected.prefix_sums = NULL; /* the kernel's run crashes */
        bool started = row_corunners_start(&rows, cpus, &error);
        for (int i = 0; started && i < 1000; i++) { /* on a busy machine the first ends too early */
            row_corunners_run(&rows, &row[1]);
            usleep(1000);
            row_corunners_stop();
        }
        _exit(0);
    }
    waitpid(pid, &status, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), STATUS_ENVIRONMENT);
}

RUN_TESTS(prepare, NULL)
