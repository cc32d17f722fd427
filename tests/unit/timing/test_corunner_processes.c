/* SPDX-License-Identifier: MIT
 * Co-running processes on one CPU: which tables they read, and when they run. */
#include "kernels/queries.h"
#include "support/skip.h"
#include "timing/corunners.h"
#include "timing/worker/corunner_work.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <cmocka.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 64, SECONDS = 60, PARENT_TABLE = 1, OWN_TABLE = 2 };

/* What the processes record, in memory that they share. */
static struct {
    atomic_size_t runs[3];    /* by the contents of the table */
    atomic_int process[3][8]; /* their numbers, in the order of the first 8 runs */
} * seen;

static int table = PARENT_TABLE;

static void init(void)
{
    table = OWN_TABLE; /* in the parent the test itself sets it */
}

static bitboard record_call(const struct queries *queries)
{
    size_t run = seen->runs[table]++;
    if (run < 8)
        seen->process[table][run] = (int)getpid();
    return queries->n;
}

static uint8_t squares[N];
static const bitboard views[N];
static bitboard prefix_sums[N + 1];
static const struct scheme scheme = {.init = init,
                                     .view_bytes = sizeof(bitboard),
                                     .kernel = {[KERNEL_THROUGHPUT][QUEEN] = record_call}};
static const struct mode_spec own = {.kind = MODE_PROCESSES, .threads = 3, .queries = 8},
                              shared = {.kind = MODE_PROCESSES_SHARED, .threads = 2, .queries = 8};
static struct list list = {.n = N, .piece = QUEEN, .kind = LIST_OF_QUERIES, .square = squares};
static struct timed_row row[2];
static const struct timed_rows rows = {.row = row, .n = 2};
static struct error error;

static int prepare(void **state)
{
    (void)state;
    const struct mode_spec *modes[] = {&own, &shared};
    seen = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 2; i++)
        row[i] = (struct timed_row){.planned = {.scheme = &scheme, .list = &list, .mode = modes[i]},
                                    .views = views,
                                    .expected.prefix_sums = prefix_sums};
    corunner_pace_open();
    return seen == MAP_FAILED;
}

static int a_cpu(void)
{
    int cpus[1];
    return affinity_candidates(&(struct affinity_request){.cpu = -1}, cpus, 1) ? cpus[0] : -1;
}

/* Runs a row until some kernels have run, and returns the number of runs after the end: none. */
static size_t run_and_stop(int i, int contents)
{
    size_t before = seen->runs[contents];
    corunner_processes_run(&rows, &row[i]);
    while (seen->runs[contents] < before + 8)
        usleep(100);
    corunner_processes_stop();
    size_t end = seen->runs[contents];
    usleep(20000);
    return seen->runs[contents] - end;
}

static void processes_read_own_or_shared_tables(void **state)
{
    (void)state;
    int cpu = a_cpu(), to_parent[2];
    struct corunner_parts parts;
    if (cpu < 0)
        SKIP("processes cannot be bound to a CPU here");
    assert_int_equal(pipe(to_parent), 0);
    alarm(SECONDS);
    assert_true(corunner_processes_start(&rows, (int[]){cpu, cpu}, to_parent[1], &error));
    corunner_processes_stop(); /* nothing runs: returns at once */
    assert_int_equal(seen->runs[PARENT_TABLE] + seen->runs[OWN_TABLE], 0);
    assert_int_equal(run_and_stop(0, OWN_TABLE), 0);
    assert_int_equal(seen->runs[PARENT_TABLE], 0);
    size_t own_runs = seen->runs[OWN_TABLE];
    assert_int_equal(run_and_stop(1, PARENT_TABLE), 0);
    assert_int_equal(seen->runs[OWN_TABLE], own_runs);
    assert_int_equal(run_and_stop(0, OWN_TABLE), 0);
    assert_int_equal(table, PARENT_TABLE);
    corunner_parts_read(&parts, 2);
    assert_true(parts.done[0] && parts.done[1]);
    for (int i = 0; i < 8; i++) {
        assert_int_not_equal(seen->process[PARENT_TABLE][i], getpid());
        assert_int_equal(seen->process[PARENT_TABLE][i], seen->process[PARENT_TABLE][0]);
    }
}

static void unbindable_process_is_refused(void **state)
{
    (void)state;
    assert_false(corunner_processes_start(&rows, (int[]){1 << 19, 1 << 19}, -1, &error));
    assert_int_equal(error.status, STATUS_ENVIRONMENT);
    assert_string_equal(error.text, "no co-running process on CPU 524288");
}

/* The timing process reports the loss and ends. */
static void lost_process_is_reported(void **state)
{
    (void)state;
    int cpu = a_cpu(), status;
    if (cpu < 0)
        SKIP("processes cannot be bound to a CPU here");
    pid_t pid = fork();
    if (pid == 0) {
        row[0].planned.status = ROW_UNSUPPORTED;
        row[1].views = NULL; /* the kernel crashes */
        row[1].expected.prefix_sums = NULL;
        alarm(SECONDS);
        if (corunner_processes_start(&rows, &cpu, -1, &error))
            corunner_processes_run(&rows, &row[1]);
        _exit(0);
    }
    waitpid(pid, &status, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), STATUS_ENVIRONMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(processes_read_own_or_shared_tables),
        cmocka_unit_test(unbindable_process_is_refused),
        cmocka_unit_test(lost_process_is_reported),
    };
    return cmocka_run_group_tests(tests, prepare, NULL);
}
