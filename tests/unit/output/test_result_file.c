/* SPDX-License-Identifier: MIT */
#include "output/result_file.h"
#include "output/recorded/previous_runs.h"
#include "support/within.h"

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

static void open_result(struct result_file *result)
{
    struct error error;
    assert_true(
        result_file_open(result, folder, "some-cpu", "gcc 12.2.0", "x86-64-v3", began, &error));
}

static void write_text(struct result_file *result, const char *text)
{
    struct error error;
    assert_true(result_file_create_files(result, &error));
    fputs(text, result->csv);
    fputs(text, result->json);
}

static void save(struct result_file *result, const char *text, bool partial)
{
    struct error error;
    write_text(result, text);
    assert_true(result_file_commit(result, partial, &error));
}

static void assert_holds(const char *path, const char *text)
{
    char got[64] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(got, 1, sizeof got - 1, file) > 0);
    fclose(file);
    assert_string_equal(got, text);
}

/* Runs before each test. */
static int empty_folder(void **state)
{
    char command[80];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s/*", folder);
    return system(command);
}

static void no_file_has_its_name_before_commit(void **state)
{
    (void)state;
    struct result_file result;
    open_result(&result);
    assert_int_equal(files_in(result.folder), 0);
    write_text(&result, "x");
    assert_non_null(strstr(result.temporary.csv, "/."));
    assert_int_equal(files_in(result.folder), 2);
    result_file_discard(&result);
    result_file_discard(&result); /* does nothing the second time */
    assert_int_equal(files_in(result.folder), 0);
}

static void pairs_are_numbered_not_replaced(void **state)
{
    (void)state;
    for (int i = 1; i <= 3; i++) {
        struct result_file result;
        char text[8];
        snprintf(text, sizeof text, "%d\n", i);
        open_result(&result);
        save(&result, text, false);
        assert_holds(result.saved.csv, text);
        assert_holds(result.saved.json, text);
        assert_non_null(strstr(result.saved.csv, i == 1   ? "/20261122-gcc-12-x86-64-v3.csv"
                                                 : i == 2 ? "-v3-2.csv"
                                                          : "-v3-3.csv"));
        assert_int_equal(files_in(result.folder), 2 * (size_t)i);
    }
}

/* If only the .json of a name exists, the next pair gets another name. */
static void single_file_is_not_touched(void **state)
{
    (void)state;
    struct result_file first, second;
    open_result(&first);
    save(&first, "first", false);
    assert_int_equal(unlink(first.saved.csv), 0);
    open_result(&second);
    save(&second, "second", false);
    assert_string_not_equal(first.saved.json, second.saved.json);
    assert_holds(first.saved.json, "first");
    assert_int_equal(access(first.saved.csv, F_OK), -1);
}

static void run_replaces_its_own_partial_pair_only(void **state)
{
    (void)state;
    struct result_file one, two;
    open_result(&one);
    open_result(&two);
    save(&one, "one after 1", true);
    save(&two, "two after 1", true);
    save(&one, "one after 2", true);
    assert_int_equal(files_in(one.folder), 4);
    assert_holds(one.partial.json, "one after 2");
    assert_holds(two.partial.csv, "two after 1");
    assert_non_null(strstr(one.partial.csv, "-v3-partial.csv"));
    assert_non_null(strstr(two.partial.csv, "-v3-partial-2.csv"));
    save(&one, "one", false);
    assert_int_equal(files_in(one.folder), 4);
    assert_non_null(strstr(one.saved.csv, "-v3.csv"));
    assert_holds(two.partial.json, "two after 1");
}

static bool reopen(struct result_file *result, const char *json_path, struct error *error)
{
    return result_file_reopen(result, json_path, "gcc 12.2.0", "x86-64-v3", began, error);
}

static void reopened_result_keeps_its_name(void **state)
{
    (void)state;
    struct result_file killed, next;
    struct error error;
    open_result(&killed);
    save(&killed, "after 1", true);
    assert_true(reopen(&next, killed.partial.json, &error));
    save(&next, "after 2", true);
    assert_int_equal(files_in(killed.folder), 2);
    assert_holds(killed.partial.csv, "after 2");
    save(&next, "whole", false);
    assert_int_equal(files_in(killed.folder), 2);
    assert_non_null(strstr(next.saved.json, "/20261122-gcc-12-x86-64-v3.json"));
    const char *const others[] = {"x-partial.csv", "-partial", "json", ""};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_false(reopen(&next, others[i], &error));
        assert_int_equal(error.status, STATUS_INPUT);
    }
}

/* The second one of a day, too, continues under the first free name, as does its partial pair. */
static void whole_result_remains_when_it_is_reopened(void **state)
{
    (void)state;
    struct result_file first, second, next, last;
    struct error error;
    open_result(&first);
    save(&first, "first", false);
    open_result(&second);
    save(&second, "second", false);
    assert_true(reopen(&next, second.saved.json, &error));
    save(&next, "third after 1", true);
    assert_non_null(strstr(next.partial.json, "/20261122-gcc-12-x86-64-v3-partial.json"));
    assert_true(reopen(&last, next.partial.json, &error));
    save(&last, "third", false);
    assert_non_null(strstr(last.saved.json, "/20261122-gcc-12-x86-64-v3-3.json"));
    assert_int_equal(files_in(first.folder), 6);
    assert_holds(first.saved.csv, "first");
    assert_holds(second.saved.json, "second");
}

static void write_errors_leave_no_file(void **state)
{
    (void)state;
    struct error error;
    struct result_file result;
    open_result(&result);
    save(&result, "after 1", true);
    write_text(&result, "");
    fclose(result.csv);
    result.csv = fopen("/dev/full", "w");
    assert_non_null(result.csv);
    fputs("lost\n", result.csv);
    assert_false(result_file_commit(&result, false, &error));
    assert_int_equal(error.status, STATUS_OUTPUT);
    assert_int_equal(files_in(result.folder), 2);
    assert_holds(result.partial.csv, "after 1");
}

/* A killed process of the same id left the files, for example in another container. */
static void temporary_name_that_exists(void **state)
{
    (void)state;
    struct result_file result;
    char path[5000];
    open_result(&result);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/.%s.csv.%ld-%d", result.folder, result.stem, (long)getpid(),
                 i);
        fclose(fopen(path, "w"));
    }
    save(&result, "x", false);
    assert_holds(result.saved.csv, "x");
    assert_int_equal(files_in(result.folder), 5);
}

/* Only old files with names of killed runs are removed. */
static void stale_temporary_files_are_removed(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int age, stays;
    } files[] = {
        {".20261121-gcc-12-native.csv.7", 3600, 0},   {".20261121-gcc-12-native.json.7-0", 3600, 0},
        {".20261121-gcc-12-native.csv.8", 60, 1},     {".2026-notes.csv.bak", 3600, 1},
        {"20261121-gcc-12-native.csv", 3600, 1},      {".20261121-notes.txt", 3600, 1},
        {"20261121-gcc-12-native.csv.orig", 3600, 1},
    };
    struct result_file result;
    char path[5000];
    open_result(&result);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", result.folder, files[i].name);
        fclose(fopen(path, "w"));
        struct timespec then[2] = {{.tv_sec = time(NULL) - files[i].age}};
        then[1] = then[0];
        assert_int_equal(utimensat(AT_FDCWD, path, then, 0), 0);
    }
    open_result(&result);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", result.folder, files[i].name);
        assert_int_equal(access(path, F_OK) == 0, files[i].stays);
    }
}

/* A removed folder is created again; where that is impossible, the result goes to the cache
 * folder. */
static void result_survives_a_removed_folder(void **state)
{
    (void)state;
    struct result_file result;
    struct error error;
    char cache[64];
    snprintf(cache, sizeof cache, "%s/cache", folder);
    setenv("XDG_CACHE_HOME", cache, 1);
    mkdir(cache, 0700);
    open_result(&result);
    assert_int_equal(rmdir(result.folder), 0);
    save(&result, "again", false);
    assert_holds(result.saved.csv, "again");

    empty_folder(state);
    mkdir(cache, 0700);
    fclose(fopen(result.folder, "w"));
    assert_false(result_file_create_files(&result, &error));
    assert_int_equal(error.status, STATUS_OUTPUT);
    assert_true(result_file_use_cache_folder(&result, "some-cpu"));
    save(&result, "elsewhere", false);
    assert_non_null(strstr(result.saved.csv, "/cache/slidebench/results/some-cpu/20261122-gcc"));
    assert_holds(result.saved.json, "elsewhere");
    unsetenv("XDG_CACHE_HOME");
    setenv("HOME", "", 1);
    assert_false(result_file_use_cache_folder(&result, "some-cpu"));
}

/* Opening a pipe must not block. No core exceeds 8 operations per cycle, the number of chains.
 */
static void previous_runs_ignore_other_files(void **state)
{
    (void)state;
    static const char *const texts[] = {"{\"canary_ipc_reference\": 99}",
                                        "{\"canary_ipc_reference\": -1}",
                                        "{\"canary_ipc_reference\": 8.1}",
                                        "{\"canary_ipc_reference\": 3.25}",
                                        "[]",
                                        "{",
                                        "{\"canary_ipc_reference\": 3.5}",
                                        "{\"reference_ipc\": 4}"};
    char path[128];
    snprintf(path, sizeof path, "%s/pipe.json", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    snprintf(path, sizeof path, "%s/folder.json", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        snprintf(path, sizeof path, "%s/%zu.json", folder, i);
        FILE *file = fopen(path, "w");
        fputs(texts[i], file);
        fclose(file);
    }
    assert_within(previous_runs_best_ipc(folder), 3.5, 0);
}

static void no_previous_runs_without_a_folder(void **state)
{
    (void)state;
    assert_true(previous_runs_best_ipc("no/such/folder") == 0);
}

/* The version is the text between the first space and the first dot; both may be missing. */
static void compiler_without_a_version(void **state)
{
    (void)state;
    struct result_file result;
    struct error error;
    assert_true(result_file_open(&result, folder, "cpu", "tcc", "generic", began, &error));
    assert_non_null(strstr(result.stem, "-tcc"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(no_file_has_its_name_before_commit, empty_folder),
        cmocka_unit_test_setup(pairs_are_numbered_not_replaced, empty_folder),
        cmocka_unit_test_setup(single_file_is_not_touched, empty_folder),
        cmocka_unit_test_setup(run_replaces_its_own_partial_pair_only, empty_folder),
        cmocka_unit_test_setup(reopened_result_keeps_its_name, empty_folder),
        cmocka_unit_test_setup(whole_result_remains_when_it_is_reopened, empty_folder),
        cmocka_unit_test_setup(write_errors_leave_no_file, empty_folder),
        cmocka_unit_test_setup(temporary_name_that_exists, empty_folder),
        cmocka_unit_test_setup(stale_temporary_files_are_removed, empty_folder),
        cmocka_unit_test_setup(result_survives_a_removed_folder, empty_folder),
        cmocka_unit_test_setup(previous_runs_ignore_other_files, empty_folder),
        cmocka_unit_test_setup(no_previous_runs_without_a_folder, empty_folder),
        cmocka_unit_test_setup(compiler_without_a_version, empty_folder),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
