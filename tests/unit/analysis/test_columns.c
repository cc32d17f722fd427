/* SPDX-License-Identifier: MIT
 * The order of a run's columns. */
#include "analysis/run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { SCHEMES = 3, MODES_TIMED = 4 };

static const struct scheme of_schemes[SCHEMES] = {{.name = "1"}, {.name = "2"}, {.name = "3"}};
static const struct list queries = {.name = "games", .piece = QUEEN};
static const struct mode_spec modes[MODES_TIMED] = {
    {.name = "a"}, {.name = "b"}, {.name = "c"}, {.name = "d"}};

/* Makes a run from words of scheme and mode, such as "1a 2c". Its rows are allocated, so that a
 * read before the first or past the last is reported. */
static struct run run_of(const char *words)
{
    size_t n = (strlen(words) + 1) / 3;
    struct run run = {.n = n, .row = calloc(n, sizeof *run.row)};
    for (size_t i = 0; i < n; i++)
        run.row[i].planned = (struct row){.scheme = &of_schemes[words[3 * i] - '1'],
                                          .list = &queries,
                                          .mode = &modes[words[3 * i + 1] - 'a']};
    return run;
}

static void assert_order(const char *words, const char *expected)
{
    struct run run = run_of(words);
    struct columns columns;
    char order[MODES_TIMED + 1] = "";
    columns_make(&columns, &run);
    for (size_t c = 0; c < columns.n; c++)
        strcat(order, columns.first[c]->planned.mode->name);
    assert_string_equal(order, expected);
    columns_free(&columns);
    assert_null(columns.first);
    assert_int_equal(columns.n, 0);
    free(run.row);
}

static void columns_are_in_the_order_of_every_scheme(void **state)
{
    (void)state;
    assert_order("", "");
    assert_order("1c", "c");
    assert_order("1b 1a 2b 2a", "ba");
    assert_order("1a 1d 2a 2b 2c 2d", "abcd");
    assert_order("1d 2b 2d 3a 3b 3c 3d", "abcd");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_in_the_order_of_every_scheme),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
