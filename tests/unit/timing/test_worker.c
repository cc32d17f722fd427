/* SPDX-License-Identifier: MIT
 * A timing process whose parent misbehaves, or is another program. */
#include "base/fd_io.h"
#include "cli/parse_options.h"
#include "timing/protocol.h"
#include "timing/worker/worker.h"

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

enum { RETURNED = 99, MAX_ROWS = 1000 };

static struct error error;

/* Runs worker_run() in a child that reads `size` bytes. Returns its exit status, or RETURNED; its
 * messages are read from *fd. */
static int status_after(const void *bytes, size_t size, int *fd)
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
    *fd = ends[0];
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void missing_request_is_refused(void **state)
{
    (void)state;
    int fd;
    static const struct worker_request request = {.row_count = 2};
    assert_int_equal(status_after(&request, 0, &fd), RETURNED);
    close(fd);
    assert_int_equal(status_after(&request, sizeof request / 2, &fd), RETURNED);
    close(fd);
    assert_int_equal(status_after(&request, sizeof request, &fd), RETURNED); /* no skip bytes */
    close(fd);
}

/* Sends a request for `rows` rows of other names. Returns the text of the error that comes back. */
static const char *error_for_other_rows(uint32_t rows)
{
    static struct {
        struct worker_request request;
        char skip[MAX_ROWS];
    } other;
    int fd;
    struct message message;
    other.request = (struct worker_request){.row_count = rows, .rows_checksum = 1, .cpu = -1};
    assert_true(modes_parse("throughput,latency", &other.request.modes, &error));
    assert_int_equal(status_after(&other, offsetof(__typeof__(other), skip) + rows, &fd),
                     STATUS_ENVIRONMENT);
    assert_true(read_all(fd, &message, sizeof message));
    assert_int_equal(message.kind, MESSAGE_FAILED);
    assert_true(message_read_error(fd, &message, &error));
    assert_int_equal(error.status, STATUS_ENVIRONMENT);
    close(fd);
    return error.text;
}

/* Another program's rows: no row is timed under a wrong name. */
static void other_rows_are_refused(void **state)
{
    (void)state;
    static const char text[] = "a timing process has ";
    const char *number = strstr(error_for_other_rows(3), text); /* rows come in pairs: two modes */
    assert_non_null(number);
    assert_non_null(strstr(number, " rows, its parent 3"));
    uint32_t rows = (uint32_t)strtoul(number + strlen(text), NULL, 10);
    assert_in_range(rows, 1, MAX_ROWS);
    assert_string_equal(error_for_other_rows(rows),
                        "a timing process has other rows than its parent: their names differ");
}

/* Each part of a name counts, and so does the order of rows. */
static void checksum_depends_on_all_names(void **state)
{
    (void)state;
    static const struct scheme schemes_of[] = {{.name = "ab"}, {.name = "a"}};
    static const struct list lists[] = {{.name = "games", .piece = ROOK},
                                        {.name = "games", .piece = QUEEN},
                                        {.name = "random", .piece = ROOK},
                                        {.name = "bgames", .piece = ROOK}};
    static const struct mode_spec modes[] = {{.name = "latency"}, {.name = "batch"}};
    const struct row rows[] = {{.scheme = &schemes_of[0], .list = &lists[0], .mode = &modes[0]},
                               {.scheme = &schemes_of[1], .list = &lists[0], .mode = &modes[0]},
                               {.scheme = &schemes_of[0], .list = &lists[1], .mode = &modes[0]},
                               {.scheme = &schemes_of[0], .list = &lists[2], .mode = &modes[0]},
                               {.scheme = &schemes_of[0], .list = &lists[0], .mode = &modes[1]},
                               {.scheme = &schemes_of[1], .list = &lists[3], .mode = &modes[0]}};
    enum { ROWS = sizeof rows / sizeof *rows };
    for (size_t i = 0; i < ROWS; i++)
        for (size_t j = 0; j < i; j++) {
            uint64_t first = row_checksum(0, &rows[i]), second = row_checksum(0, &rows[j]);
            assert_true(first != second && first && second);
            assert_true(row_checksum(first, &rows[j]) != row_checksum(second, &rows[i]));
        }
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_request_is_refused),
        cmocka_unit_test(other_rows_are_refused),
        cmocka_unit_test(checksum_depends_on_all_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
