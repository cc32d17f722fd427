/* SPDX-License-Identifier: MIT
 * A parent of timing processes that misbehave. They are this program, started with --worker; the
 * environment variable BEHAVIOUR selects what they do. */
#include "base/program.h"
#include "base/subprocess.h"
#include "base/tuning.h"
#include "support/planted_run.h"
#include "timing/parent.h"
#include "timing/protocol.h"

#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

static char program[] = "test_parent";

/* ---- a timing process ---- */

enum { ROWS_OF_PLAN = 3, WANTED = 3, RESULT_SAMPLES = 20 };
static const double SECONDS = 0.5, REFERENCE = 4;

struct child {
    int fd;
    struct timing_plan plan;
    struct row_request row[ROWS_OF_PLAN];
    struct process_result result[ROWS_OF_PLAN];
};

/* Reads the plan. Each result contains what was requested. */
static void begin(struct child *c)
{
    if (!read_all(c->fd, &c->plan, sizeof c->plan) || c->plan.run_rows > ROWS_OF_PLAN ||
        !read_all(c->fd, c->row, c->plan.timed_rows * sizeof *c->row))
        exit(EXIT_FAILURE);
    for (size_t i = 0; i < c->plan.run_rows; i++)
        c->result[i] = process_result_without_value(0, 0);
    for (size_t i = 0; i < c->plan.timed_rows; i++) {
        struct process_result *result = &c->result[c->row[i].row];
        *result = process_result_without_value(RESULT_SAMPLES, RESULT_SAMPLES);
        result->cycles = 10 + c->plan.process;
        result->ns = c->plan.seconds;
        result->ghz = c->plan.reference_ipc;
        result->counts[COUNT_CYCLES] = c->plan.bound;
    }
}

enum { RESULT_BYTES = sizeof(double) + sizeof(struct process_result) };

/* What is requested in all tests. */
static struct run_request options = {.seconds = SECONDS,
                                     .huge_pages = true,
                                     .seed = 0x123456789abcdef,
                                     .positions = "some/positions",
                                     .program = program};
static struct cores cores = {.cpu = -1, .corunners = {5, 7}, .watch.reference_ipc = 3.9};
static const struct list_request searched = {
    .spec = {.kind = WORKLOAD_SEARCH}, .piece = QUEEN, .kind = LIST_OF_BOARDS, .n = 9, .seed = 11};
static const bitboard checksum = 0xc0ffee;

/* Of a resumed run, whose log lost all earlier ones. */
enum { LAST_PROCESS = 7 };

/* Returns whether the plan of run_whole_plan() has all that was requested, in every byte. */
static bool plan_is_whole(const struct child *c)
{
    struct timing_plan expected = c->plan;
    struct row_request row = c->row[0];
    expected.seconds = options.seconds;
    expected.reference_ipc = cores.watch.reference_ipc;
    expected.seed = options.seed;
    expected.run_rows = expected.timed_rows = 1;
    expected.huge_pages = true;
    cpu_set_t bound;
    sched_getaffinity(0, sizeof bound, &bound);
    expected.cpu = sched_getcpu(); /* to which this process is bound */
    memcpy(expected.corunners, cores.corunners, sizeof expected.corunners);
    strcpy(expected.positions, options.positions);
    row.row = 0;
    strcpy(row.scheme, "loop");
    row.list = searched;
    row.checksum = checksum;
    return CPU_COUNT(&bound) == 1 && c->plan.process == LAST_PROCESS &&
           c->plan.bound >= MIN_BOUND_SECONDS && !memcmp(&expected, &c->plan, sizeof expected) &&
           !memcmp(&row, &c->row[0], sizeof row) && !strcmp(row.mode.name, "burst-0.5L2-8") &&
           row.mode.kib == 256 && row.mode.queries == 8;
}

static const char invalid[] = "a timing process sent an invalid message",
                  another[] = "test_parent is of another build than this program",
                  early[] = "a timing process ended early, with status 7",
                  killed[] = "a timing process was killed by signal 9 (Killed)";

static const struct behaviour {
    const char *name;
    bool at_once; /* sends its message in place of its build, and reads no plan */
    bool visit;   /* sends the end of a visit first */
    /* Then what follows, in this process and later ones if the first row is timed. */
    uint32_t from;
    struct message message;                        /* kind 0: none */
    size_t zeros;                                  /* bytes */
    enum { RESULTS, FAIL, EXIT, PAUSE, KILL } end; /* PAUSE: until its parent kills it */
    uint32_t lacking;  /* processes, the first ones, without samples of the first row */
    bool slow;         /* repeats are as slow as the others */
    const char *error; /* of the parent */
} behaviours[] = {
    {"good", .visit = true},
    {"whole plan", .end = RESULTS},
    {"crashes later", .visit = true, .message = {MESSAGE_CRASHED, 0, SIGSEGV}, .from = 1},
    {"wrong", .message = {MESSAGE_WRONG, 0, 0}},
    {"one row lacks samples", .lacking = UINT32_MAX},
    {"one row lacks samples once", .lacking = 1},
    {"repeats are slow", .lacking = UINT32_MAX, .slow = true},

    {"another build", .at_once = true, .message = {MESSAGE_BUILD, 0, PROGRAM_BUILD_LENGTH},
     .zeros = PROGRAM_BUILD_LENGTH, .end = PAUSE, .error = another},
    {"an old build", .at_once = true, .end = PAUSE,
     .error = "test_parent has not sent its build within a minute"},
    {"no such link", .at_once = true, .end = FAIL, .error = "alas!"},
    {"exits at once", .at_once = true, .end = EXIT, .error = early},
    {"exits after a visit", .visit = true, .end = EXIT, .error = early},
    {"half a result", .message = {MESSAGE_RESULTS, 0, 0}, .zeros = RESULT_BYTES - 1, .end = EXIT,
     .error = early},
    {"is killed", .end = KILL, .error = killed},

    {"no such row", .message = {MESSAGE_VISIT, 1, 0}, .zeros = sizeof(struct process_progress),
     .end = PAUSE, .error = invalid},
    {"nonsense", .message = {99, 0, 0}, .end = PAUSE, .error = invalid},
    {"half an error", .message = {MESSAGE_FAILED, 0, 0}, .zeros = sizeof(struct error) / 2,
     .end = EXIT, .error = early},
    {"error", .end = FAIL, .error = "alas!"},
};
enum { BEHAVIOURS = COUNT(behaviours) };

/* Sends the results, with a reference that rises a bit. */
static void send_results(const struct child *c)
{
    const struct message message = {.kind = MESSAGE_RESULTS};
    double reference = REFERENCE + 0.01 * c->plan.process;
    write_all(c->fd, &message, sizeof message);
    write_all(c->fd, &reference, sizeof reference);
    write_all(c->fd, c->result, c->plan.run_rows * sizeof *c->result);
}

static void send_message(const struct child *c, const struct behaviour *b)
{
    static const char zeros[sizeof(struct error)];
    write_all(c->fd, &b->message, b->message.kind ? sizeof b->message : 0);
    write_all(c->fd, zeros, b->zeros);
}

static void end(const struct child *c, const struct behaviour *b)
{
    static const struct error failure = {STATUS_ENVIRONMENT, "alas!"};
    if (b->end == RESULTS)
        send_results(c);
    if (b->end == FAIL)
        message_write_error(c->fd, &failure);
    if (b->end == FAIL || b->end == PAUSE)
        pause();
    if (b->end == KILL)
        raise(SIGKILL);
}

static void behave(struct child *c, const struct behaviour *b)
{
    static const struct message visit = {MESSAGE_VISIT, 0, 0};
    static const struct process_progress progress = {0.5, 1};
    if (b->at_once) {
        send_message(c, b);
        end(c, b);
        return;
    }
    message_write(c->fd, MESSAGE_BUILD, 0, PROGRAM_BUILD_LENGTH, program_build,
                  PROGRAM_BUILD_LENGTH);
    begin(c);
    if (!strcmp(b->name, "whole plan") && !plan_is_whole(c))
        return;
    if (b->visit) {
        write_all(c->fd, &visit, sizeof visit);
        write_all(c->fd, &progress, sizeof progress);
    }
    if (c->plan.timed_rows && c->row[0].row == 0 && c->plan.process >= b->from)
        send_message(c, b);
    if (c->plan.process < b->lacking) {
        c->result[0] = process_result_without_value(RESULT_SAMPLES, 0);
        usleep(c->plan.process < WANTED || b->slow ? 50000 : 0);
    }
    end(c, b);
}

/* ---- its parent ---- */

static size_t ended_calls;
static struct process_record last_ended;

static void count_ended(void *calls, const struct process_record *process)
{
    assert_true(process->began > 0 && process->seconds >= 0);
    last_ended = *process;
    ++*(size_t *)calls;
}

int __real_poll(struct pollfd *fds, nfds_t n, int timeout);

/* Does not wait a minute for a process that never speaks. */
int __wrap_poll(struct pollfd *fds, nfds_t n, int timeout)
{
    bool silent = !strcmp(getenv("BEHAVIOUR"), "an old build");
    return __real_poll(fds, n, silent ? 1 : timeout);
}

static bool times(const char *behaviour, size_t processes, const char *rows)
{
    options.processes = processes;
    plant(0, rows);
    error = (struct error){STATUS_OK, ""};
    setenv("BEHAVIOUR", behaviour, 1);
    ended_calls = 0;
    return parent_run(&run, &options, &cores, count_ended, &ended_calls, &error);
}

#define ONE "loop: 0"
#define TWO "loop: 0; pext: 0"

/* The first process gets the reference of the core's watch, later ones the highest so far. */
TEST(each_process_counts_once)
{
    assert_true(times("good", WANTED, ONE));
    assert_int_equal(run.processes_ended, WANTED);
    assert_int_equal(ended_calls, WANTED);
    for (size_t p = 0; p < WANTED; p++) {
        const struct process_result *result = &run.row->process[p];
        assert_true(result->cycles == 10 + (double)p);
        assert_true(run.row->process_cycles[p] == result->cycles);
        assert_int_equal(result->samples, RESULT_SAMPLES);
        assert_true(result->ns == SECONDS);
        assert_true(result->counts[COUNT_CYCLES] >= MIN_BOUND_SECONDS);
        assert_within(result->ghz, p ? REFERENCE + 0.01 * (double)(p - 1) : 3.9, 1e-9);
    }
    assert_within(run.reference_ipc, REFERENCE + 0.01 * (WANTED - 1), 1e-9);
}

static void run_whole_plan(int cpu)
{
    cores.cpu = cpu;
    plant(0, "loop queen search burst-0.5L2-8: 0");
    struct list *list = planted_list("queen", "search");
    list->request = searched;
    list->checksum = checksum;
    run.last_process = LAST_PROCESS;
    options.processes = 1;
    setenv("BEHAVIOUR", "whole plan", 1);
    assert_ok(parent_run(&run, &options, &cores, count_ended, &ended_calls, &error));
    cores.cpu = -1;
    assert_int_equal(run.processes_ended, 1);
    assert_int_equal(run.last_process, LAST_PROCESS + 1);
    assert_int_equal(last_ended.number, LAST_PROCESS + 1);
    assert_true(last_ended.reference_ipc == run.reference_ipc);
    assert_int_equal(last_ended.seed, process_seed(options.seed, LAST_PROCESS));
}

/* All members of the plan, and of a row, arrive as they were requested, on CPU 0 and on others. */
TEST(plan_has_what_was_requested)
{
    cpu_set_t allowed;
    assert_int_equal(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    for (int cpu = 0; cpu < 2; cpu++)
        if (CPU_ISSET(cpu, &allowed))
            run_whole_plan(cpu);
    run_whole_plan(sched_getcpu());
}

/* The last process of a resumed run is due: of the hours, those of earlier ones are over. */
TEST(resumed_run_does_not_wait_again)
{
    assert_true(times("good", WANTED, ONE));
    options.processes = WANTED + 1;
    options.spread_over = 10000;
    alarm(60);
    assert_ok(parent_run(&run, &options, &cores, count_ended, &ended_calls, &error));
    alarm(0);
    options.spread_over = 0;
    assert_int_equal(run.processes_ended, WANTED + 1);
}

/* Repeats visit it for its part of the time, and their number is limited. */
TEST(only_incomplete_row_is_repeated)
{
    assert_true(times("one row lacks samples", WANTED, TWO));
    assert_in_range(run.processes_ended, WANTED + 1, 2 * WANTED);
    for (size_t p = 0; p < run.processes_ended; p++) {
        const struct process_result *other = &run.row[1].process[p];
        assert_int_equal(run.row[0].process[p].samples, RESULT_SAMPLES);
        assert_int_equal(other->samples, p < WANTED ? RESULT_SAMPLES : 0);
    }
}

/* Each of them takes a sixth of it, or more on a busy machine. */
TEST(repeats_have_the_time_of_all_processes)
{
    assert_true(times("repeats are slow", 6, TWO));
    assert_in_range(run.processes_ended, 6 + 3, 2 * 6);
}

/* The unsupported row has no share of the time. */
TEST(repeats_end_once_rows_are_complete)
{
    assert_true(times("one row lacks samples once", WANTED, TWO "; vector: unsupported"));
    assert_int_equal(run.processes_ended, WANTED + 1);
    assert_true(run.row[0].process[WANTED].cycles == 10 + WANTED);
    assert_true(run.row[0].process[WANTED].ns == SECONDS / 2);
}

/* The second process crashes after a visit, and is repeated without the row. */
TEST(results_of_a_crashed_process_do_not_count)
{
    assert_true(times("crashes later", 2, TWO));
    assert_int_equal(run.row->planned.status, ROW_CRASHED);
    HAS(run.row->planned.reason, "signal 11");
    assert_int_equal(run.processes_ended, 2);
    assert_int_equal(ended_calls, 2);
    assert_null(run.row->process);
    for (size_t p = 0; p < 2; p++)
        assert_true(run.row[1].process[p].cycles == 10 + (double)p);
}

TEST(wrong_checksum_fails_the_row)
{
    assert_true(times("wrong", 1, ONE));
    assert_int_equal(run.row->planned.status, ROW_WRONG);
    assert_string_equal(run.row->planned.reason, WRONG_KERNEL);
    assert_null(run.row->process);
}

TEST(failures_are_explained)
{
    for (size_t i = 0; i < BEHAVIOURS; i++) {
        if (!behaviours[i].error)
            continue;
        assert_fails(times(behaviours[i].name, 1, ONE), STATUS_ENVIRONMENT, behaviours[i].error);
        assert_int_equal(run.processes_ended, 0);
        assert_null(run.row->process);
    }
}

int main(int argc, char **argv)
{
    if (argc > 2 && !strcmp(argv[1], "--worker")) {
        static struct child child;
        child.fd = atoi(argv[2]);
        for (size_t i = 0; i < BEHAVIOURS; i++)
            if (!strcmp(getenv("BEHAVIOUR"), behaviours[i].name))
                behave(&child, &behaviours[i]);
        return 7;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
