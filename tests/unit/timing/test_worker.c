/* SPDX-License-Identifier: MIT
 * A timing process whose parent is this test. */
#include "analysis/run.h"
#include "base/subprocess.h"
#include "plan/scheme_set.h"
#include "timing/protocol.h"
#include "timing/worker/worker.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RETURNED = 99, ROWS = 3 };

static struct error error;

/* What a parent sends. Row 0 is not timed, row 2 is one of a batch build. */
static struct {
    struct timing_plan plan;
    struct row_request row[ROWS];
    char program[8];
} sent;

static int make_plan(void **state)
{
    (void)state;
    struct modes modes;
    const struct scheme *const *s = schemes;
    while ((*s)->traits & MOCK || scheme_unsupported(*s) || !(*s)->batched)
        s++;
    memset(&sent, 0, sizeof sent);
    sent.plan = (struct timing_plan){.seconds = 0.01,
                                     .bound = 0.05,
                                     .reference_ipc = 1,
                                     .row_count = ROWS,
                                     .cpu = -1,
                                     .benchmark_bytes = sizeof sent.program};
    strcpy(sent.program, "program");
    for (size_t i = 1; i < ROWS; i++) {
        assert_true(modes_parse(i == 1 ? "throughput" : "batch", &modes, &error));
        sent.row[i] = (struct row_request){
            .timed = true,
            .list = {.spec.kind = WORKLOAD_GAMES, .piece = QUEEN, .kind = LIST_OF_QUERIES, .n = 64},
            .mode = modes.mode[0]};
        strcpy(sent.row[i].scheme, (*s)->name);
    }
    return 0;
}

/* Runs worker_run() in a child that reads `size` bytes. Returns its exit status, or RETURNED; its
 * messages are read from *fd. */
static int status_after(const void *bytes, size_t size, int *fd)
{
    int ends[2], status;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        worker_run(ends[1], &error);
        _exit(error.status == STATUS_USAGE ? RETURNED : RETURNED + 1);
    }
    close(ends[1]);
    assert_true(write_all(ends[0], bytes, size));
    shutdown(ends[0], SHUT_WR);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    *fd = ends[0];
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Sends the first bytes of the plan. Checks that an error with this status comes back. */
static void assert_fails(size_t size, enum status status, const char *text)
{
    int fd;
    struct message message;
    assert_int_equal(status_after(&sent, size, &fd), status);
    assert_true(read_all(fd, &message, sizeof message));
    assert_int_equal(message.kind, MESSAGE_FAILED);
    assert_true(message_read_error(fd, &message, &error));
    assert_int_equal(error.status, status);
    assert_non_null(strstr(error.text, text));
    close(fd);
}

static void missing_plan_is_refused(void **state)
{
    (void)state;
    int fd;
    assert_int_equal(status_after(&sent, 0, &fd), RETURNED);
    close(fd);
    assert_int_equal(status_after(&sent, sizeof sent.plan / 2, &fd), RETURNED);
    close(fd);
    assert_fails(sizeof sent.plan, STATUS_ENVIRONMENT,
                 "the plan of a timing process is incomplete");
    assert_fails(sizeof sent - 1, STATUS_ENVIRONMENT, "the plan of a timing process is incomplete");
}

static void errors_of_lists_are_sent(void **state)
{
    (void)state;
    sent.row[1].list.n = 1 << 24;
    assert_fails(sizeof sent, STATUS_INPUT, "the built-in games: ");
    sent.row[1].timed = sent.row[2].timed = false;
    strcpy(sent.plan.positions, "/no/such/file");
    assert_fails(sizeof sent, STATUS_INPUT, "/no/such/file: ");
}

static void results_are_those_of_timed_rows(void **state)
{
    (void)state;
    int fd;
    struct message message;
    struct process_progress progress;
    struct process_result result[ROWS];
    double reference_ipc;
    assert_int_equal(status_after(&sent, sizeof sent, &fd), STATUS_OK);
    while (read_all(fd, &message, sizeof message) && message.kind == MESSAGE_VISIT)
        assert_true(read_all(fd, &progress, sizeof progress));
    assert_int_equal(message.kind, MESSAGE_RESULTS);
    assert_int_equal(message.n, ROWS);
    assert_true(read_all(fd, &reference_ipc, sizeof reference_ipc));
    assert_true(read_all(fd, result, sizeof result));
    for (size_t i = 0; i < ROWS; i++)
        assert_int_equal(result[i].samples > 0, i > 0);
    close(fd);
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(missing_plan_is_refused, make_plan),
        cmocka_unit_test_setup(errors_of_lists_are_sent, make_plan),
        cmocka_unit_test_setup(results_are_those_of_timed_rows, make_plan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
