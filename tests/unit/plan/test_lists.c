/* SPDX-License-Identifier: MIT
 * Lists of a run from positions of a file, of standard input or of a FIFO. */
#include "plan/rows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/next_file.h"

static const char positions[] = "8/7k/8/8/8/8/8/R3K3 w - - 0 1\n8/7k/8/8/8/8/8/1R2K3 w - - 0 1\n";

static char folder[] = "/tmp/slidebench-lists-XXXXXX", file_path[64], fifo_path[64];
static struct run_request request;
static struct lists lists;
static struct error error;

static void write_positions(const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(positions, file);
    fclose(file);
}

static int make_folder(void **state)
{
    (void)state;
    const bool pieces[ROW_PIECES] = {[ROOK] = true};
    struct modes modes;
    if (!mkdtemp(folder))
        return -1;
    snprintf(file_path, sizeof file_path, "%s/positions", folder);
    snprintf(fifo_path, sizeof fifo_path, "%s/fifo", folder);
    write_positions(file_path);
    assert_true(modes_parse("latency", &modes, &error));
    assert_true(matrix_parse("games", pieces, &modes, &request.matrix, &error));
    return mkfifo(fifo_path, 0600);
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(file_path);
    unlink(fifo_path);
    return rmdir(folder);
}

static bool make_lists(const char *path, size_t length)
{
    request.positions = path;
    request.list_length = length;
    lists.n = 3; /* is replaced */
    return lists_make(&lists, &request, &error);
}

static void assert_two_rooks(void)
{
    assert_int_equal(lists.n, 1);
    assert_int_equal(lists.list[0].distinct, 2);
    assert_int_equal(lists.list[0].square[0], 0);
    assert_int_equal(lists.list[0].square[1], 1);
    lists_free(&lists);
    assert_int_equal(lists.n, 0);
}

static void positions_are_those_of_a_file(void **state)
{
    (void)state;
    assert_true(make_lists(file_path, 2));
    assert_ptr_equal(lists_add(&lists, &lists.list[0].request, NULL, &error), &lists.list[0]);
    assert_two_rooks();
}

static void no_other_list_is_freed(void **state)
{
    (void)state;
    assert_true(make_lists(file_path, 2));
    lists.n = 0;
    lists_free(&lists);
    assert_non_null(lists.list[0].square);
    lists.n = 1;
    assert_two_rooks();
}

static void errors_name_the_positions(void **state)
{
    (void)state;
    const struct {
        const char *path, *name;
    } cases[] = {{NULL, "the built-in games: "}, {file_path, file_path}, {"-", "standard input: "}};
    assert_non_null(freopen(file_path, "r", stdin));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_false(make_lists(cases[i].path, 1 << 24));
        assert_int_equal(error.status, STATUS_INPUT);
        assert_int_equal(strncmp(error.text, cases[i].name, strlen(cases[i].name)), 0);
        assert_non_null(strstr(error.text, "expected 16777216"));
    }
    assert_false(make_lists("/no/such/file", 2));
    assert_non_null(strstr(error.text, "/no/such/file: No such file"));
}

/* What can be read only once is copied, and the copy becomes standard input. */
static void positions_are_spooled(void **state)
{
    (void)state;
    request.positions = NULL;
    assert_true(spool_positions(&request, &error));
    assert_null(request.positions);
    request.positions = file_path;
    assert_true(spool_positions(&request, &error));
    assert_string_equal(request.positions, file_path);

    pid_t writer = fork();
    if (!writer) {
        write_positions(fifo_path);
        _exit(0);
    }
    request.positions = fifo_path;
    int next = next_file();
    assert_true(spool_positions(&request, &error));
    assert_int_equal(next_file(), next);
    assert_string_equal(request.positions, "-");
    assert_true(make_lists("-", 2));
    assert_two_rooks();
    assert_false(spool_positions(&request, &error)); /* it has been read */
    assert_int_equal(error.status, STATUS_INPUT);
    request.positions = folder;
    assert_true(spool_positions(&request, &error));
    assert_string_equal(request.positions, folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_those_of_a_file),
        cmocka_unit_test(no_other_list_is_freed),
        cmocka_unit_test(errors_name_the_positions),
        cmocka_unit_test(positions_are_spooled),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
