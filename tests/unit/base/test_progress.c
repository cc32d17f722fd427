/* SPDX-License-Identifier: MIT
 * Output to stderr, on a terminal and elsewhere, with a simulated clock. */
#include "base/progress.h"
#include "base/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static double now;
static int terminal;

double __wrap_clock_seconds(void);
int __wrap_isatty(int fd);

double __wrap_clock_seconds(void)
{
    return now;
}

int __wrap_isatty(int fd)
{
    (void)fd;
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
    for (now = 1000; now <= 1600; now++)
        progress_show(phase, "process 2 of 4", (now - 1000) / 1200);
    progress_end();
}

static void file_gets_one_line_per_minute(void **state)
{
    (void)state;
    const char *text = written_by(ten_minutes, 0);
    size_t lines = 0;
    for (const char *end = text; (end = strchr(end, '\n')); end++)
        lines++;
    assert_int_equal(lines, 10);
    assert_null(strpbrk(text, "\r\033"));
    assert_int_equal(strncmp(text, "timing: 5 %, process 2 of 4\n", 28), 0);
    assert_non_null(strstr(text, "timing: 50 %, 10 min left, process 2 of 4\n"));
}

static void terminal_gets_one_line(void **state)
{
    (void)state;
    const char *text = written_by(ten_minutes, 1);
    assert_null(strchr(text, '\n'));
    assert_non_null(strstr(text, "\r\033[Ktiming: 50 %, 10 min left, process 2 of 4"));
    assert_string_equal(text + strlen(text) - 4, "\r\033[K");
}

static void seconds(void)
{
    static const char phase[] = "verifying";
    for (now = 1000; now <= 1050; now++)
        progress_show(phase, NULL, (now - 1000) / 100);
}

static void short_phases_print_no_line(void **state)
{
    (void)state;
    assert_string_equal(written_by(seconds, 0), "");
    assert_non_null(strstr(written_by(seconds, 1), "verifying: 50 %, 50 s left"));
}

/* Ten seconds after the start; remaining are 100 s, 600 min and 0 s. */
static void exact_shares(void)
{
    static const char phase[] = "timing";
    static const double ends[][2] = {{100, 0.5}, {99, 0.5},    {4000, 0.1},
                                     {10, 1},    {10, 0.0555}, {10, 0.05}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        now = 0.5;
        progress_show(phase, NULL, 0);
        now += ends[i][0];
        progress_show(phase, NULL, ends[i][1]);
        progress_end();
        progress_end();
    }
}

static void shares_and_times_are_exact(void **state)
{
    (void)state;
    assert_string_equal(written_by(exact_shares, 1),
                        "\r\033[Ktiming: 0 %\r\033[Ktiming: 50 %, 2 min left\r\033[K"
                        "\r\033[Ktiming: 0 %\r\033[Ktiming: 50 %, 99 s left\r\033[K"
                        "\r\033[Ktiming: 0 %\r\033[Ktiming: 10 %, 600 min left\r\033[K"
                        "\r\033[Ktiming: 0 %\r\033[Ktiming: 100 %, 0 s left\r\033[K"
                        "\r\033[Ktiming: 0 %\r\033[Ktiming: 6 %, 3 min left\r\033[K"
                        "\r\033[Ktiming: 0 %\r\033[Ktiming: 5 %\r\033[K");
}

static void often(void)
{
    static const char phase[] = "timing";
    static const double moments[] = {1000, 1000.08, 1000.15, 1000.2, 1000.26};
    for (size_t i = 0; i < sizeof moments / sizeof *moments; i++) {
        now = moments[i];
        progress_show(phase, NULL, (double)i / 100);
    }
    progress_note("a note");
}

/* Also: a note clears the line before it. */
static void terminal_is_updated_ten_times_per_second(void **state)
{
    (void)state;
    assert_string_equal(written_by(often, 1),
                        "\r\033[Ktiming: 0 %\r\033[Ktiming: 2 %\r\033[Ktiming: 4 %"
                        "\r\033[Ka note\n");
}

static void note(void)
{
    progress_note("about 12 min");
    ten_minutes();
}

static void quiet_note(void)
{
    progress_quiet();
    note();
}

static void note_is_permanent_and_quiet_suppresses_all_output(void **state)
{
    (void)state;
    assert_int_equal(strncmp(written_by(note, 0), "about 12 min\ntiming: 5 %", 24), 0);
    assert_int_equal(strncmp(written_by(note, 1), "about 12 min\n\r", 14), 0);
    assert_string_equal(written_by(quiet_note, 0), "");
    assert_string_equal(written_by(quiet_note, 1), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(file_gets_one_line_per_minute),
        cmocka_unit_test(terminal_gets_one_line),
        cmocka_unit_test(short_phases_print_no_line),
        cmocka_unit_test(shares_and_times_are_exact),
        cmocka_unit_test(terminal_is_updated_ten_times_per_second),
        cmocka_unit_test(note_is_permanent_and_quiet_suppresses_all_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
