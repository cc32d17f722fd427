/* SPDX-License-Identifier: MIT */
#include "base/progress.h"
#include "base/clock.h"
#include "base/tuning.h"

#include <stdio.h>
#include <unistd.h>

enum output { UNKNOWN, TERMINAL, FILE_OR_PIPE, QUIET };

static struct {
    const char *phase;
    double phase_start, last_shown;
    enum output output;
} line;

static enum output output(void)
{
    if (line.output == UNKNOWN)
        line.output = isatty(STDERR_FILENO) ? TERMINAL : FILE_OR_PIPE;
    return line.output;
}

void progress_quiet(void)
{
    line.output = QUIET;
}

static void print_left(double seconds)
{
    if (seconds < 100)
        fprintf(stderr, ", %.0f s left", seconds);
    else
        fprintf(stderr, ", %.0f min left", seconds / 60);
}

void progress_show(const char *phase, const char *detail, double share)
{
    if (output() == QUIET)
        return;
    double now = clock_seconds(),
           pause = output() == TERMINAL ? TERMINAL_INTERVAL_SECONDS : LOG_INTERVAL_SECONDS;
    if (phase != line.phase) {
        line.phase = phase;
        line.phase_start = now;
        line.last_shown = output() == TERMINAL ? 0 : now;
    }
    if (now - line.last_shown < pause)
        return;
    line.last_shown = now;
    fprintf(stderr, "%s%s: %.0f %%", output() == TERMINAL ? "\r\033[K" : "", phase, 100 * share);
    if (share > MIN_ESTIMATE_SHARE)
        print_left((now - line.phase_start) / share * (1 - share));
    if (detail)
        fprintf(stderr, ", %s", detail);
    if (output() != TERMINAL)
        fputc('\n', stderr);
}

void progress_note(const char *text)
{
    progress_end();
    if (output() != QUIET)
        fprintf(stderr, "%s\n", text);
}

void progress_end(void)
{
    if (line.phase && output() == TERMINAL)
        fprintf(stderr, "\r\033[K");
    line.phase = NULL;
}
