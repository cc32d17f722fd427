/* SPDX-License-Identifier: MIT
 * A parent of timing processes that misbehave. They are this program, started with --worker; the
 * environment variable BEHAVIOUR selects what they do. */
#include "timing/parent.h"
#include "base/subprocess.h"
#include "base/tuning.h"
#include "support/within.h"
#include "timing/protocol.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static char program[] = "test_parent";
static struct scheme scheme = {.name = "scheme"};
static struct list list = {.name = "games", .n = 64};
static struct run the_run;
static struct error error;

/* ---- a timing process ---- */

enum { MOST_ROWS = 2, WANTED = 3, RESULT_SAMPLES = 20 };
static const double SECONDS = 0.5, REFERENCE = 4;

struct child {
    int fd;
    struct timing_plan plan;
    struct row_request row[MOST_ROWS];
    struct process_result result[MOST_ROWS];
};

static void send_message(int fd, uint32_t kind, uint32_t which, uint32_t n, const void *data,
                         size_t size)
{
    struct message message = {kind, which, n};
    write_all(fd, &message, sizeof message);
    write_all(fd, data, size);
}

/* Reads the plan. Each result contains what was requested. */
static void begin(struct child *c)
{
    if (!read_all(c->fd, &c->plan, sizeof c->plan) || c->plan.row_count > MOST_ROWS ||
        !read_all(c->fd, c->row, c->plan.row_count * sizeof *c->row))
        exit(EXIT_FAILURE);
    for (size_t i = 0; i < c->plan.row_count; i++) {
        uint32_t n = c->row[i].timed ? RESULT_SAMPLES : 0;
        c->result[i] = process_result_without_value(n, n);
        if (n) {
            c->result[i].cycles = 10 + c->plan.process;
            c->result[i].ns = c->plan.seconds;
            c->result[i].ghz = c->plan.reference_ipc;
            c->result[i].counts[COUNT_CYCLES] = c->plan.bound;
        }
    }
}

static void send_visit(struct child *c)
{
    send_message(c->fd, MESSAGE_VISIT, 0, 0, &(struct process_progress){0.5, 1, 0},
                 sizeof(struct process_progress));
}

/* Sends the results. The reference rises a bit. */
static void end(struct child *c)
{
    double reference = REFERENCE + 0.01 * c->plan.process;
    send_message(c->fd, MESSAGE_RESULTS, 0, c->plan.row_count, &reference, sizeof reference);
    write_all(c->fd, c->result, c->plan.row_count * sizeof *c->result);
}

static void behave_well(struct child *c)
{
    begin(c);
    send_visit(c);
    end(c);
}

static void begin_a_visit(struct child *c)
{
    begin(c);
    send_visit(c);
}

static void crash(struct child *c)
{
    begin(c);
    if (c->row[0].timed)
        send_message(c->fd, MESSAGE_CRASHED, 0, SIGSEGV, NULL, 0);
    end(c);
}

/* Crashes in the second process, after a visit. */
static void crash_later(struct child *c)
{
    begin(c);
    send_visit(c);
    if (c->row[0].timed && c->plan.process > 0)
        send_message(c->fd, MESSAGE_CRASHED, 0, SIGSEGV, NULL, 0);
    end(c);
}

static void be_wrong(struct child *c)
{
    begin(c);
    send_message(c->fd, MESSAGE_WRONG, 0, 0, NULL, 0);
    end(c);
}

/* Never measures the first row. Repeats are fast beside the requested processes. */
static void lack_samples(struct child *c)
{
    begin(c);
    if (c->plan.process < WANTED)
        usleep(50000);
    c->result[0] = process_result_without_value(RESULT_SAMPLES, 0);
    end(c);
}

/* Does not measure the first row in the first process. */
static void lack_samples_once(struct child *c)
{
    begin(c);
    if (c->plan.process == 0)
        c->result[0] = process_result_without_value(RESULT_SAMPLES, 0);
    end(c);
}

static void exit_at_once(struct child *c)
{
    (void)c;
}

static void be_killed(struct child *c)
{
    begin(c);
    raise(SIGKILL);
}

static void send_half_a_message(struct child *c)
{
    begin(c);
    write_all(c->fd, "abc", 3);
}

static const struct {
    const char *name;
    void (*act)(struct child *);
} behaviours[] = {
    {"good", behave_well},
    {"crashes", crash},
    {"crashes later", crash_later},
    {"wrong", be_wrong},
    {"one row lacks samples", lack_samples},
    {"one row lacks samples once", lack_samples_once},
    {"exits at once", exit_at_once},
    {"exits after a visit", begin_a_visit},
    {"is killed", be_killed},
    {"half a message", send_half_a_message},
};

enum { RESULT_BYTES = sizeof(double) + sizeof(struct process_result) };

/* What no timing process sends, but for "error". */
static const struct bad_message {
    const char *name;
    struct message message;
    size_t zeros; /* bytes after the message */
    const char *text;
    bool exits; /* then; else the process pauses until its parent kills it */
} bad_messages[] = {
    {"no such row", .message = {MESSAGE_VISIT, 1, 0}, .zeros = sizeof(struct process_progress)},
    {"half a progress", .message = {MESSAGE_VISIT, 0, 0}, .zeros = 1, .exits = true},
    {"no such wrong row", .message = {MESSAGE_WRONG, 7, 0}},
    {"no such crashed row", .message = {MESSAGE_CRASHED, UINT32_MAX, SIGSEGV}},
    {"no results", .message = {MESSAGE_RESULTS, 0, 0}, .zeros = RESULT_BYTES},
    {"more results", .message = {MESSAGE_RESULTS, 0, 2}, .zeros = 2 * RESULT_BYTES},
    {"half a result", {MESSAGE_RESULTS, 0, 1}, .zeros = RESULT_BYTES - 1, .exits = true},
    {"nonsense", .message = {99, 0, 0}},
    {"error", .message = {MESSAGE_FAILED, STATUS_ENVIRONMENT, 5}, .text = "alas!"},
    {"half an error", {MESSAGE_FAILED, STATUS_ENVIRONMENT, 50}, .text = "alas!", .exits = true},
    {"endless error", .message = {MESSAGE_FAILED, STATUS_ENVIRONMENT, UINT32_MAX}, .text = "alas!"},
    {"error without status", .message = {MESSAGE_FAILED, STATUS_OK, 5}, .text = "alas!"},
};

static void send_bad_message(struct child *c, const struct bad_message *bad)
{
    begin(c);
    write_all(c->fd, &bad->message, sizeof bad->message);
    write_all(c->fd, (const char[2 * RESULT_BYTES]){0}, bad->zeros);
    write_all(c->fd, bad->text, bad->text ? strlen(bad->text) : 0);
    if (!bad->exits)
        pause();
}

static void behave(int fd, const char *name)
{
    static struct child child;
    child.fd = fd;
    for (size_t i = 0; i < sizeof behaviours / sizeof *behaviours; i++)
        if (!strcmp(name, behaviours[i].name))
            behaviours[i].act(&child);
    for (size_t i = 0; i < sizeof bad_messages / sizeof *bad_messages; i++)
        if (!strcmp(name, bad_messages[i].name))
            send_bad_message(&child, &bad_messages[i]);
}

/* ---- its parent ---- */

static const struct mode_spec mode = {.kind = MODE_THROUGHPUT, .threads = 1};

static size_t ended_calls;

static void count_ended(void *calls, const struct process_times *times)
{
    assert_true(times->began > 0 && times->seconds >= 0);
    ++*(size_t *)calls;
}

static bool run(const char *behaviour, size_t processes, size_t rows)
{
    struct run_request options = {.processes = processes, .seconds = SECONDS, .program = program};
    static const struct cores cores = {.cpu = -1, .watch.reference_ipc = 3.9};
    run_free(&the_run);
    the_run = (struct run){.row = calloc(rows, sizeof *the_run.row), .n = rows};
    for (size_t i = 0; i < rows; i++)
        the_run.row[i] = (struct measured_row){
            .planned.scheme = &scheme, .planned.list = &list, .planned.mode = &mode};
    error = (struct error){STATUS_OK, ""};
    setenv("BEHAVIOUR", behaviour, 1);
    ended_calls = 0;
    return parent_run(&the_run, &options, &cores, count_ended, &ended_calls, &error);
}

static void each_process_counts_once(void **state)
{
    (void)state;
    assert_true(run("good", WANTED, 1));
    assert_int_equal(the_run.processes_ended, WANTED);
    assert_int_equal(ended_calls, WANTED);
    for (size_t p = 0; p < WANTED; p++) {
        const struct process_result *result = &the_run.row->process[p];
        assert_true(result->cycles == 10 + (double)p);
        assert_true(the_run.row->process_cycles[p] == result->cycles);
        assert_int_equal(result->samples, RESULT_SAMPLES);
    }
}

/* The first process gets the reference of the core's watch, later ones the highest so far. */
static void processes_get_time_and_highest_reference(void **state)
{
    (void)state;
    assert_true(run("good", WANTED, 1));
    for (size_t p = 0; p < WANTED; p++) {
        const struct process_result *result = &the_run.row->process[p];
        assert_true(result->ns == SECONDS);
        assert_true(result->counts[COUNT_CYCLES] >= MIN_BOUND_SECONDS);
        assert_within(result->ghz, p ? REFERENCE + 0.01 * (double)(p - 1) : 3.9, 1e-9);
    }
    assert_within(the_run.reference_ipc, REFERENCE + 0.01 * (WANTED - 1), 1e-9);
}

/* Repeats visit it for its part of the time, and their number is limited. */
static void only_incomplete_row_is_repeated(void **state)
{
    (void)state;
    assert_true(run("one row lacks samples", WANTED, 2));
    assert_in_range(the_run.processes_ended, WANTED + 1, 2 * WANTED);
    for (size_t p = 0; p < the_run.processes_ended; p++) {
        const struct process_result *other = &the_run.row[1].process[p];
        assert_int_equal(the_run.row[0].process[p].samples, RESULT_SAMPLES);
        assert_int_equal(other->samples, p < WANTED ? RESULT_SAMPLES : 0);
    }
}

static void repeats_end_once_rows_are_complete(void **state)
{
    (void)state;
    assert_true(run("one row lacks samples once", WANTED, 2));
    assert_int_equal(the_run.processes_ended, WANTED + 1);
    assert_true(the_run.row[0].process[WANTED].cycles == 10 + WANTED);
    assert_true(the_run.row[0].process[WANTED].ns == SECONDS / 2);
}

static void crashed_row_is_skipped_and_process_repeated(void **state)
{
    (void)state;
    assert_true(run("crashes", 1, 2));
    assert_int_equal(the_run.row->planned.status, ROW_CRASHED);
    assert_non_null(strstr(the_run.row->planned.reason, "signal 11"));
    assert_int_equal(the_run.processes_ended, 1);
    assert_null(the_run.row->process);
    assert_int_equal(the_run.row[1].process->samples, RESULT_SAMPLES);
}

/* The second process crashes after a visit, and is repeated without the row. */
static void results_of_a_crashed_process_do_not_count(void **state)
{
    (void)state;
    assert_true(run("crashes later", 2, 2));
    assert_int_equal(the_run.row->planned.status, ROW_CRASHED);
    assert_int_equal(the_run.processes_ended, 2);
    assert_int_equal(ended_calls, 2);
    assert_null(the_run.row->process);
    for (size_t p = 0; p < 2; p++)
        assert_true(the_run.row[1].process[p].cycles == 10 + (double)p);
}

static void wrong_checksum_fails_the_row(void **state)
{
    (void)state;
    assert_true(run("wrong", 1, 1));
    assert_int_equal(the_run.row->planned.status, ROW_WRONG);
    assert_string_equal(the_run.row->planned.reason, WRONG_KERNEL);
    assert_null(the_run.row->process);
}

static void assert_fails(const char *behaviour)
{
    assert_false(run(behaviour, 1, 1));
    assert_int_equal(error.status, STATUS_ENVIRONMENT);
    assert_int_equal(the_run.processes_ended, 0);
    assert_null(the_run.row->process);
}

static void invalid_messages_end_the_run(void **state)
{
    (void)state;
    static const char *const invalid[] = {
        "no such row",  "no such wrong row", "no such crashed row", "no results",
        "more results", "nonsense",          "endless error",       "error without status"};
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; i++) {
        assert_fails(invalid[i]);
        assert_string_equal(error.text, "a timing process sent an invalid message");
    }
}

static void reason_of_an_early_end_is_reported(void **state)
{
    (void)state;
    static const char *const early[] = {"exits at once",   "exits after a visit", "half a message",
                                        "half a progress", "half a result",       "half an error"};
    for (size_t i = 0; i < sizeof early / sizeof *early; i++) {
        assert_fails(early[i]);
        assert_string_equal(error.text, "a timing process ended early, with status 7");
    }
    assert_fails("is killed");
    assert_string_equal(error.text, "a timing process was killed by signal 9 (Killed)");
}

/* Its status, sent in place of a row, exceeds the number of rows. */
static void error_of_a_process_is_passed_on(void **state)
{
    (void)state;
    assert_false(run("error", 1, 1));
    assert_int_equal(error.status, STATUS_ENVIRONMENT);
    assert_string_equal(error.text, "alas!");
}

/* ---- protocol.c ---- */

static void closed_socket_is_detected(void **state)
{
    (void)state;
    int ends[2];
    char got[8];
    struct error sent = {STATUS_OUTPUT, "nowhere to write"};
    struct message message;
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    message_write_error(ends[0], &sent);
    assert_true(read_all(ends[1], &message, sizeof message));
    assert_true(message_read_error(ends[1], &message, &error));
    assert_int_equal(error.status, STATUS_OUTPUT);
    assert_string_equal(error.text, sent.text);
    assert_true(write_all(ends[0], "abc", 3));
    close(ends[0]);
    assert_false(read_all(ends[1], got, 4));
    assert_false(write_all(ends[1], "abc", 3));
    message_write_error(ends[1], &sent); /* no reader: no signal */
    close(ends[1]);
    assert_false(read_all(ends[1], got, 1));
}

static void on_alarm(int number)
{
    (void)number;
}

static void signals_do_not_cut_messages(void **state)
{
    (void)state;
    enum { SIZE = 1 << 22 };
    int ends[2];
    char *data = calloc(1, SIZE);
    sigaction(SIGALRM, &(struct sigaction){.sa_handler = on_alarm}, NULL);
    for (int writes = 0; writes < 2; writes++) {
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
        pid_t pid = fork();
        if (pid == 0) { /* the other end, which signals first */
            for (int i = 0; i < 3; i++) {
                usleep(20000);
                kill(getppid(), SIGALRM);
            }
            usleep(20000);
            _exit(!(writes ? read_all(ends[1], data, SIZE) : write_all(ends[1], data, SIZE)));
        }
        close(ends[1]);
        assert_true(writes ? write_all(ends[0], data, SIZE) : read_all(ends[0], data, SIZE));
        close(ends[0]);
        int status;
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_int_equal(status, 0);
    }
    free(data);
}

int main(int argc, char **argv)
{
    if (argc > 2 && !strcmp(argv[1], "--worker")) {
        behave(atoi(argv[2]), getenv("BEHAVIOUR"));
        return 7;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_process_counts_once),
        cmocka_unit_test(processes_get_time_and_highest_reference),
        cmocka_unit_test(only_incomplete_row_is_repeated),
        cmocka_unit_test(repeats_end_once_rows_are_complete),
        cmocka_unit_test(crashed_row_is_skipped_and_process_repeated),
        cmocka_unit_test(results_of_a_crashed_process_do_not_count),
        cmocka_unit_test(wrong_checksum_fails_the_row),
        cmocka_unit_test(invalid_messages_end_the_run),
        cmocka_unit_test(reason_of_an_early_end_is_reported),
        cmocka_unit_test(error_of_a_process_is_passed_on),
        cmocka_unit_test(closed_socket_is_detected),
        cmocka_unit_test(signals_do_not_cut_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
