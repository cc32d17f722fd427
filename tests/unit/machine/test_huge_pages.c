/* SPDX-License-Identifier: MIT
 * Huge pages with a simulated sysfs and madvise(). */
#include "machine/huge_pages.h"
#include "machine/sysfs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HUGE = 1 << 21 };

static unsigned char tables[4 * HUGE]; /* contains at least three whole huge pages */
static size_t bytes_advised;
static bool fails;

int __wrap_madvise(void *start, size_t length, int advice);

int __wrap_madvise(void *start, size_t length, int advice)
{
    uintptr_t first = (uintptr_t)start, end = first + length;
    assert_int_equal(advice, MADV_HUGEPAGE);
    assert_true(first % HUGE == 0 && length % HUGE == 0 && length > 0);
    for (uintptr_t page = first; page < end; page += HUGE)
        bytes_advised +=
            page >= (uintptr_t)tables && page + HUGE <= (uintptr_t)(tables + sizeof tables);
    return fails ? -1 : 0;
}

/* Writes `state` to the file in sysfs, or removes it if NULL. */
static bool line(const char *state, struct error *error)
{
    char root[] = "/tmp/slidebench-pages-XXXXXX", command[256];
    assert_non_null(mkdtemp(root));
    snprintf(command, sizeof command,
             state ? "cd %s && mkdir -p %s && echo '%s' >%s/enabled" : "true", root,
             "sys/kernel/mm/transparent_hugepage", state, "sys/kernel/mm/transparent_hugepage");
    assert_int_equal(system(command), 0);
    sysfs_root = root;
    bytes_advised = 0;
    *error = (struct error){STATUS_OK, ""};
    bool given = huge_pages_use(error);
    sysfs_root = "";
    snprintf(command, sizeof command, "rm -r %s", root);
    assert_int_equal(system(command), 0);
    return given;
}

static void all_tables_are_advised(void **state)
{
    (void)state;
    struct error error;
    memset(tables, 1, sizeof tables);
    assert_true(line("always [madvise] never", &error));
    assert_in_range(bytes_advised, 3, 4);
    assert_true(line("[always] madvise never", &error));
}

static void missing_huge_pages_are_an_error(void **state)
{
    (void)state;
    static const char *const without[] = {NULL, "", "always madvise [never]",
                                          "[always] madvise never"};
    for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
        struct error error;
        fails = i == 3;
        assert_false(line(without[i], &error));
        assert_int_equal(error.status, STATUS_ENVIRONMENT);
        assert_int_equal(bytes_advised > 0, fails);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_tables_are_advised),
        cmocka_unit_test(missing_huge_pages_are_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
