/* SPDX-License-Identifier: MIT
 * A timing process whose parent misbehaves, or is another program. */
#include "cli/options.h"
#include "timing/worker.h"
#include "base/fd_io.h"
#include "timing/protocol.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RETURNED = 99 };

static struct error error;

/* worker_run() in a child that heard `size` bytes: its exit status, or RETURNED; what it said is read from *wire. */
static int status_after(const void *bytes, size_t size, int *wire)
{
    int ends[2], status;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    pid_t pid = fork();
    if (pid == 0) {
        char number[16], *argv[] = {(char[]){"slidebench"},
                                    (char[]){"--pieces"},
                                    (char[]){"queen"},
                                    (char[]){"--workloads"},
                                    (char[]){"random"},
                                    (char[]){"--list-length"},
                                    (char[]){"64"},
                                    (char[]){"--worker"},
                                    number,
                                    NULL};
        struct options options;
        snprintf(number, sizeof number, "%d", ends[1]);
        close(ends[0]);
        if (!options_parse(9, argv, &options, &error))
            _exit(RETURNED + 1);
        bool ok = worker_run(&options.run, options.worker, &error);
        _exit(!ok && error.status == STATUS_USAGE ? RETURNED : RETURNED + 1);
    }
    close(ends[1]);
    assert_true(write_all(ends[0], bytes, size));
    shutdown(ends[0], SHUT_WR);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    *wire = ends[0];
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void nobody_asks(void **state)
{
    (void)state;
    int wire;
    static const struct request half = {.row_count = 2};
    assert_int_equal(status_after(&half, 0, &wire), RETURNED);
    close(wire);
    assert_int_equal(status_after(&half, sizeof half / 2, &wire), RETURNED);
    close(wire);
    assert_int_equal(status_after(&half, sizeof half, &wire), RETURNED); /* which rows? */
    close(wire);
}

/* Another program's rows: nothing is timed under a wrong name. */
static void another_number_of_rows(void **state)
{
    (void)state;
    int wire;
    struct message message;
    struct {
        struct request request;
        char skip[3];
    } other = {.request = {.row_count = 3, .cpu = -1}}; /* ours come in pairs: two modes */
    assert_int_equal(
        status_after(&other, offsetof(__typeof__(other), skip) + sizeof other.skip, &wire),
        STATUS_ENVIRONMENT);
    assert_true(read_all(wire, &message, sizeof message));
    assert_int_equal(message.kind, MESSAGE_FAILED);
    assert_true(message_read_error(wire, &message, &error));
    assert_int_equal(error.status, STATUS_ENVIRONMENT);
    assert_non_null(strstr(error.text, "a timing process has "));
    assert_non_null(strstr(error.text, " rows in place of 3"));
    close(wire);
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_asks),
        cmocka_unit_test(another_number_of_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
