/* SPDX-License-Identifier: MIT
 * Output to stderr, on a terminal and elsewhere, with a simulated clock. */
#include "base/clock.h"
#include "base/progress.h"
#include "support/test.h"

#include <unistd.h>

static double now;
static int terminal;

double __wrap_clock_seconds(void)
{
    return now;
}

int __wrap_isatty(int fd)
{
    return terminal;
}

#define CLEAR "\r\033[K"

static const struct example {
    int on_terminal;
    const char *detail;
    struct {
        double at, share; /* seconds on the clock; 0 ends the list */
    } calls[8];           /* after them comes a note */
    const char *expected;
} examples[] = {
    {0,
     "process 2 of 4",
     {{1000, 0}, {1059, 0.04}, {1060, 0.05}, {1119, 0.09}, {1120, 0.1}, {1180, 0.15}},
     "timing: 5 %, process 2 of 4\n"
     "timing: 10 %, 18 min left, process 2 of 4\n"
     "timing: 15 %, 17 min left, process 2 of 4\n"
     "a note\n"},
    /* Less than a minute. */
    {0, NULL, {{1000, 0}, {1050, 0.5}}, "a note\n"},
    /* Every tenth of a second. */
    {1,
     "row",
     {{1000, 0}, {1000.08, 0.01}, {1000.15, 0.02}, {1000.2, 0.03}, {1000.26, 0.04}},
     CLEAR "timing: 0 %, row" CLEAR "timing: 2 %, row" CLEAR "timing: 4 %, row" CLEAR "a note\n"},
};

/* Returns what the calls of an example write to stderr. */
static const char *written_by(const struct example *example)
{
    static const char phase[] = "timing";
    static char text[1 << 12];
    FILE *file = tmpfile();
    const int own = dup(STDERR_FILENO);
    assert_non_null(file);
    dup2(fileno(file), STDERR_FILENO);
    terminal = example->on_terminal;
    for (size_t i = 0; (now = example->calls[i].at) > 0; i++)
        progress_show(phase, example->detail, example->calls[i].share);
    progress_note("a note"); /* which clears a line */
    progress_end();          /* nothing is left to clear */
    dup2(own, STDERR_FILENO);
    close(own);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

TEST(time_that_is_left_is_estimated)
{
    static const struct {
        double seconds, share;
        const char *shown;
    } cases[] = {{100, 0.5, "50 %, 2 min left"},    {99, 0.5, "50 %, 99 s left"},
                 {4000, 0.1, "10 %, 600 min left"}, {10, 1, "100 %, 0 s left"},
                 {10, 0.0555, "6 %, 3 min left"},   {10, 0.05, "5 %"}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        const struct example example = {
            1, NULL, {{0.5, 0}, {0.5 + cases[i].seconds, cases[i].share}}, NULL};
        char expected[100];
        snprintf(expected, sizeof expected,
                 CLEAR "timing: 0 %%" CLEAR "timing: %s" CLEAR "a note\n", cases[i].shown);
        assert_string_equal(written_by(&example), expected);
    }
}

TEST(output_is_exact)
{
    for (size_t i = 0; i < COUNT(examples); i++)
        assert_string_equal(written_by(&examples[i]), examples[i].expected);
    progress_quiet(); /* from now on */
    for (size_t i = 0; i < COUNT(examples); i++)
        assert_string_equal(written_by(&examples[i]), "");
}

RUN_TESTS(NULL, NULL)
