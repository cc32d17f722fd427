/* SPDX-License-Identifier: MIT
 * Output to stderr, on a terminal and elsewhere, with a simulated clock. */
#include "base/clock.h"
#include "base/progress.h"
#include "support/test.h"

#include <sys/wait.h>
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

/* Runs a function in a child, because the kind of output is determined once per process. Returns
 * its output. */
static const char *written_by(void (*act)(void), int on_terminal)
{
    static char text[1 << 16];
    FILE *file = tmpfile();
    assert_non_null(file);
    terminal = on_terminal;
    pid_t pid = fork();
    if (pid == 0) {
        dup2(fileno(file), STDERR_FILENO);
        act();
        fflush(stderr);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

/* Shows the first half of a phase of twenty minutes, with one call per second. */
static void ten_minutes(void)
{
    static const char phase[] = "timing";
    progress_note("about 12 min");
    for (now = 1000; now <= 1600; now++)
        progress_show(phase, "process 2 of 4", (now - 1000) / 1200);
    progress_end();
}

static void quiet_minutes(void)
{
    progress_quiet();
    ten_minutes();
}

/* Less than a minute. */
static void short_phase(void)
{
    static const char phase[] = "verifying";
    for (now = 1000; now <= 1050; now++)
        progress_show(phase, NULL, (now - 1000) / 100);
}

/* Phases with two calls: the time between them, and the share that is done after it. */
static void exact_shares(void)
{
    static const char phase[] = "timing";
    static const double ends[][2] = {{100, 0.5}, {99, 0.5},    {4000, 0.1},
                                     {10, 1},    {10, 0.0555}, {10, 0.05}};
    for (size_t i = 0; i < COUNT(ends); i++) {
        now = 0.5;
        progress_show(phase, NULL, 0);
        now += ends[i][0];
        progress_show(phase, NULL, ends[i][1]);
        progress_end();
        progress_end();
    }
}

/* Only every tenth of a second is shown, and a note clears the line before it. */
static void often(void)
{
    static const char phase[] = "timing";
    static const double moments[] = {1000, 1000.08, 1000.15, 1000.2, 1000.26};
    for (size_t i = 0; i < COUNT(moments); i++) {
        now = moments[i];
        progress_show(phase, "row", (double)i / 100);
    }
    progress_note("a note");
}

TEST(output_is_exact)
{
    static const struct {
        void (*act)(void);
        int on_terminal;
        const char *expected;
    } cases[] = {
        {ten_minutes, 0,
         "about 12 min\n"
         "timing: 5 %, process 2 of 4\n"
         "timing: 10 %, 18 min left, process 2 of 4\n"
         "timing: 15 %, 17 min left, process 2 of 4\n"
         "timing: 20 %, 16 min left, process 2 of 4\n"
         "timing: 25 %, 15 min left, process 2 of 4\n"
         "timing: 30 %, 14 min left, process 2 of 4\n"
         "timing: 35 %, 13 min left, process 2 of 4\n"
         "timing: 40 %, 12 min left, process 2 of 4\n"
         "timing: 45 %, 11 min left, process 2 of 4\n"
         "timing: 50 %, 10 min left, process 2 of 4\n"},
        {quiet_minutes, 0, ""},
        {quiet_minutes, 1, ""},
        {short_phase, 0, ""},
        {exact_shares, 1,
         "\r\033[Ktiming: 0 %\r\033[Ktiming: 50 %, 2 min left\r\033[K"
         "\r\033[Ktiming: 0 %\r\033[Ktiming: 50 %, 99 s left\r\033[K"
         "\r\033[Ktiming: 0 %\r\033[Ktiming: 10 %, 600 min left\r\033[K"
         "\r\033[Ktiming: 0 %\r\033[Ktiming: 100 %, 0 s left\r\033[K"
         "\r\033[Ktiming: 0 %\r\033[Ktiming: 6 %, 3 min left\r\033[K"
         "\r\033[Ktiming: 0 %\r\033[Ktiming: 5 %\r\033[K"},
        {often, 1,
         "\r\033[Ktiming: 0 %, row\r\033[Ktiming: 2 %, row\r\033[Ktiming: 4 %, row"
         "\r\033[Ka note\n"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_string_equal(written_by(cases[i].act, cases[i].on_terminal), cases[i].expected);
}

RUN_TESTS(NULL, NULL)
