/* SPDX-License-Identifier: MIT
 * What reaches stderr, on a terminal and elsewhere, by a clock that the test sets. */
#include "canary.h"
#include "progress.h"

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

/* In a child, for the kind of output is found once a process. Returns what it wrote. */
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

/* The first half of twenty minutes, a call a second. */
static void ten_minutes(void)
{
    static const char phase[] = "timing";
    for (now = 1000; now <= 1600; now++)
        progress_show(phase, "process 2 of 4", (now - 1000) / 1200);
    progress_end();
}

static void a_file_gets_a_line_a_minute(void **state)
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

static void a_terminal_gets_one_line(void **state)
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

static void less_than_a_minute_needs_no_line(void **state)
{
    (void)state;
    assert_string_equal(written_by(seconds, 0), "");
    assert_non_null(strstr(written_by(seconds, 1), "verifying: 50 %, 50 s left"));
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

static void a_note_stays_and_quiet_silences_all(void **state)
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
        cmocka_unit_test(a_file_gets_a_line_a_minute),
        cmocka_unit_test(a_terminal_gets_one_line),
        cmocka_unit_test(less_than_a_minute_needs_no_line),
        cmocka_unit_test(a_note_stays_and_quiet_silences_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
