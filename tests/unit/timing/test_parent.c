/* SPDX-License-Identifier: MIT
 * A parent of timing processes that misbehave. They are this program, started with --worker; the
 * environment variable BEHAVIOUR selects what they do. */
#include "timing/parent.h"
#include "base/fd_io.h"
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

static char program[] = "test_parent", *const program_argv[] = {program, NULL};
static struct scheme scheme = {.name = "scheme"};
static struct list list = {.name = "games", .n = 64};
static struct measured_row row;
static struct run the_run;
static struct error error;

/* ---- a timing process ---- */

enum { MOST_SAMPLES = 2000 };

struct child {
    int fd;
    struct worker_request request;
    char skip[2];
    struct sample samples[MOST_SAMPLES];
};

static void send_message(int fd, uint32_t kind, uint32_t which, uint32_t n, const void *data,
                         size_t size)
{
    struct message message = {kind, which, n};
    write_all(fd, &message, sizeof message);
    write_all(fd, data, size);
}

static void begin(struct child *c)
{
    if (!read_all(c->fd, &c->request, sizeof c->request) ||
        !read_all(c->fd, c->skip, c->request.row_count))
        exit(EXIT_FAILURE);
    for (size_t i = 0; i < MOST_SAMPLES; i++)
        c->samples[i].process = c->request.process;
    send_message(c->fd, MESSAGE_PLAN, 0, 1, NULL, 0);
}

static void send_visit(struct child *c, uint32_t which, uint32_t n)
{
    if (!c->skip[which])
        send_message(c->fd, MESSAGE_VISIT, which, n, c->samples, n * sizeof *c->samples);
}

static void end(struct child *c)
{
    send_message(c->fd, MESSAGE_END, 0, 0, NULL, 0);
}

static void behave_well(struct child *c)
{
    begin(c);
    send_visit(c, 0, 3);
    end(c);
}

static void crash(struct child *c)
{
    begin(c);
    if (!c->skip[0])
        send_message(c->fd, MESSAGE_CRASHED, 0, SIGSEGV, NULL, 0);
    end(c);
}

/* Crashes in the second process, after a visit. */
static void crash_later(struct child *c)
{
    begin(c);
    send_visit(c, 0, 3);
    if (!c->skip[0] && c->request.process > 0)
        send_message(c->fd, MESSAGE_CRASHED, 0, SIGSEGV, NULL, 0);
    end(c);
}

static void be_wrong(struct child *c)
{
    begin(c);
    send_message(c->fd, MESSAGE_WRONG, 0, 0, NULL, 0);
    end(c);
}

/* Sends two rows: all samples of the first are disturbed, and none of the second. */
static void disturb_one_row(struct child *c)
{
    begin(c);
    for (uint32_t r = 0; r < 2 && c->request.seconds > 0; r++) {
        for (size_t i = 0; i < 20; i++)
            c->samples[i] = (struct sample){.process = c->request.process,
                                            .disturbed = r == 0,
                                            .cycles = 10,
                                            .ipc = 4 + (float)i * 1e-4f,
                                            .ipc_high = 4 + (float)i * 1e-4f};
        send_visit(c, r, 20);
    }
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
    {"one row is disturbed", disturb_one_row},
    {"exits at once", exit_at_once},
    {"exits after the plan", begin},
    {"is killed", be_killed},
    {"half a message", send_half_a_message},
};

/* What no timing process sends, but for "error". */
static const struct bad_message {
    const char *name;
    struct message message;
    size_t samples; /* after the message */
    const char *text;
    bool exits; /* then; else the process pauses until its parent kills it */
} bad_messages[] = {
    {"too many", .message = {MESSAGE_VISIT, 0, MOST_SAMPLES}, .samples = MOST_SAMPLES},
    {"no such row", .message = {MESSAGE_VISIT, 1, 1}, .samples = 1},
    {"half a sample", .message = {MESSAGE_VISIT, 0, 2}, .samples = 1, .exits = true},
    {"no such wrong row", .message = {MESSAGE_WRONG, 7, 0}},
    {"no such crashed row", .message = {MESSAGE_CRASHED, UINT32_MAX, SIGSEGV}},
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
    write_all(c->fd, c->samples, bad->samples * sizeof *c->samples);
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

static void count_ended(void *calls)
{
    ++*(size_t *)calls;
}

static bool run(const char *behaviour, size_t processes)
{
    struct run_request options = {.processes = processes, .argc = 1, .argv = (char **)program_argv};
    free(row.samples);
    row = (struct measured_row){
        .planned.scheme = &scheme, .planned.list = &list, .planned.mode = &mode};
    the_run = (struct run){.row = &row, .n = 1};
    error = (struct error){STATUS_OK, ""};
    setenv("BEHAVIOUR", behaviour, 1);
    static const struct cores cores = {.cpu = -1};
    ended_calls = 0;
    return parent_run(&the_run, &options, &cores, count_ended, &ended_calls, &error);
}

static void samples_of_all_processes_are_collected(void **state)
{
    (void)state;
    assert_true(run("good", 2));
    assert_true(the_run.processes_ended >= 2 && row.sample_count == 3 * the_run.processes_ended);
    assert_int_equal(row.samples[row.sample_count - 1].process, the_run.processes_ended - 1);
    assert_int_equal(ended_calls, the_run.processes_ended - 1);
    assert_int_equal(row.planned.status, ROW_OK);
}

/* Each requested process visits both rows. Each further one visits the incomplete row, and their
 * number is limited. */
static void only_incomplete_rows_are_repeated(void **state)
{
    (void)state;
    enum { WANTED = 3 };
    struct run_request options = {
        .processes = WANTED, .seconds = 0.5, .argc = 1, .argv = (char **)program_argv};
    struct measured_row both[2] = {
        {.planned.scheme = &scheme, .planned.list = &list, .planned.mode = &mode},
        {.planned.scheme = &scheme, .planned.list = &list, .planned.mode = &mode}};
    static const struct cores cores = {.cpu = -1};
    the_run = (struct run){.row = both, .n = 2};
    setenv("BEHAVIOUR", "one row is disturbed", 1);
    assert_true(parent_run(&the_run, &options, &cores, NULL, NULL, &error));
    assert_true(the_run.processes_ended > WANTED && the_run.processes_ended <= 5 * WANTED);
    assert_int_equal(both[1].sample_count, 20 * WANTED);
    assert_int_equal(both[0].sample_count, 20 * the_run.processes_ended);
    free(both[0].samples);
    free(both[1].samples);
}

static void crashed_row_is_skipped_and_process_repeated(void **state)
{
    (void)state;
    assert_true(run("crashes", 1));
    assert_int_equal(row.planned.status, ROW_CRASHED);
    assert_non_null(strstr(row.planned.reason, "signal 11"));
    assert_true(the_run.processes_ended == 1 && row.sample_count == 0);
    assert_int_equal(the_run.n, 1);
}

/* The second process crashes after a visit, and is repeated without the row. */
static void samples_of_a_crashed_process_are_discarded(void **state)
{
    (void)state;
    assert_true(run("crashes later", 2));
    assert_int_equal(row.planned.status, ROW_CRASHED);
    assert_int_equal(the_run.processes_ended, 2);
    assert_int_equal(row.sample_count, 3);
    assert_int_equal(row.samples[2].process, 0);
    assert_int_equal(ended_calls, 1); /* the crashed process did not end */
}

static void wrong_checksum_fails_the_row(void **state)
{
    (void)state;
    assert_true(run("wrong", 1));
    assert_int_equal(row.planned.status, ROW_WRONG);
}

static void assert_fails(const char *behaviour)
{
    assert_false(run(behaviour, 1));
    assert_int_equal(error.status, STATUS_ENVIRONMENT);
    assert_int_equal(the_run.processes_ended, 0);
    assert_int_equal(row.sample_count, 0);
}

static void invalid_messages_end_the_run(void **state)
{
    (void)state;
    static const char *const invalid[] = {"too many",
                                          "no such row",
                                          "no such wrong row",
                                          "nonsense",
                                          "no such crashed row",
                                          "endless error",
                                          "error without status"};
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; i++) {
        assert_fails(invalid[i]);
        assert_string_equal(error.text, "a timing process sent an invalid message");
    }
}

static void reason_of_an_early_end_is_reported(void **state)
{
    (void)state;
    static const char *const early[] = {"exits at once", "exits after the plan", "half a message",
                                        "half a sample", "half an error"};
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
    assert_false(run("error", 1));
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
        cmocka_unit_test(samples_of_all_processes_are_collected),
        cmocka_unit_test(only_incomplete_rows_are_repeated),
        cmocka_unit_test(crashed_row_is_skipped_and_process_repeated),
        cmocka_unit_test(samples_of_a_crashed_process_are_discarded),
        cmocka_unit_test(wrong_checksum_fails_the_row),
        cmocka_unit_test(invalid_messages_end_the_run),
        cmocka_unit_test(reason_of_an_early_end_is_reported),
        cmocka_unit_test(error_of_a_process_is_passed_on),
        cmocka_unit_test(closed_socket_is_detected),
        cmocka_unit_test(signals_do_not_cut_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
