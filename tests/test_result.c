/* SPDX-License-Identifier: MIT */
#include "earlier.h"
#include "result.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/slidebench-result-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    char command[64];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

static size_t files_in(const char *path)
{
    size_t n = 0;
    DIR *open = opendir(path);
    assert_non_null(open);
    for (struct dirent *entry; (entry = readdir(open));)
        n += strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
    closedir(open);
    return n;
}

static const time_t began = 1795391999; /* 2026-11-22T23:59:59Z */

static void open_result(struct result *result)
{
    struct error error;
    assert_true(result_open(result, folder, "some-cpu", "gcc 12.2.0", "x86-64-v3", began, &error));
}

static void nothing_under_its_name_before_commit(void **state)
{
    (void)state;
    struct result result;
    open_result(&result);
    assert_non_null(strstr(result.csv_path, "/."));
    result_discard(&result);
    assert_int_equal(files_in(result.folder), 0);
}

static void pairs_are_numbered_never_replaced(void **state)
{
    (void)state;
    struct error error;
    for (int i = 1; i <= 3; i++) {
        struct result result;
        open_result(&result);
        fprintf(result.csv, "%d\n", i);
        assert_true(result_commit(&result, &error));
        result_discard(&result); /* does nothing any more */
        assert_int_equal(access(result.csv_path, R_OK), 0);
        assert_int_equal(access(result.json_path, R_OK), 0);
        assert_non_null(strstr(result.csv_path, i == 1   ? "/20261122-gcc-12-x86-64-v3.csv"
                                                : i == 2 ? "-v3-2.csv"
                                                         : "-v3-3.csv"));
        assert_int_equal(files_in(result.folder), 2 * (size_t)i);
    }
}

/* The .json of a pair is there already: the pair moves on, and the lone file stays as it is. */
static void half_a_pair_is_not_touched(void **state)
{
    (void)state;
    struct error error;
    struct result first, second;
    open_result(&first);
    assert_true(result_commit(&first, &error));
    assert_int_equal(unlink(first.csv_path), 0);
    open_result(&second);
    assert_true(result_commit(&second, &error));
    assert_string_not_equal(first.json_path, second.json_path);
    assert_int_equal(access(first.csv_path, F_OK), -1);
}

static void write_errors_leave_nothing(void **state)
{
    (void)state;
    struct error error;
    struct result result;
    open_result(&result);
    size_t before = files_in(result.folder);
    fclose(result.csv);
    result.csv = fopen("/dev/full", "w");
    assert_non_null(result.csv);
    fputs("lost\n", result.csv);
    assert_false(result_commit(&result, &error));
    assert_int_equal(error.status, STATUS_OUTPUT);
    assert_int_equal(files_in(result.folder), before - 2);
}

static void an_earlier_result_is_none_where_there_is_no_folder(void **state)
{
    (void)state;
    assert_true(earlier_best_ipc(folder, "no-such-cpu") == 0);
}

/* A version says what follows the first space, up to the first dot; there may be neither. */
static void compilers_without_a_version_are_named(void **state)
{
    (void)state;
    struct result result;
    struct error error;
    assert_true(result_open(&result, folder, "cpu", "tcc", "generic", began, &error));
    assert_non_null(strstr(result.stem, "-tcc"));
    result_discard(&result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_under_its_name_before_commit),
        cmocka_unit_test(pairs_are_numbered_never_replaced),
        cmocka_unit_test(half_a_pair_is_not_touched),
        cmocka_unit_test(write_errors_leave_nothing),
        cmocka_unit_test(an_earlier_result_is_none_where_there_is_no_folder),
        cmocka_unit_test(compilers_without_a_version_are_named),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
