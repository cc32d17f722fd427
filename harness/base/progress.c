/* SPDX-License-Identifier: MIT */
#include "base/progress.h"
#include "base/clock.h"

#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

/* Seconds between two lines: on a terminal, where each overwrites the one before, and elsewhere. */
static const double TERMINAL_INTERVAL = 0.1, LOG_INTERVAL = 60;
/* The remaining time, which is an estimate, is shown when more than this share is done. */
static const double MIN_ESTIMATE_SHARE = 0.05;

static bool is_quiet;

static struct {
    const char *phase;
    double phase_start, last_shown;
} line;

void progress_quiet(void)
{
    is_quiet = true;
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
    if (is_quiet)
        return;
    const bool terminal = isatty(STDERR_FILENO);
    double now = clock_seconds(), pause = terminal ? TERMINAL_INTERVAL : LOG_INTERVAL;
    if (phase != line.phase) {
        line.phase = phase;
        line.phase_start = now;
        line.last_shown = terminal ? 0 : now;
    }
    if (now - line.last_shown < pause)
        return;
    line.last_shown = now;
    fprintf(stderr, "%s%s: %.0f %%", terminal ? "\r\033[K" : "", phase, 100 * share);
    if (share > MIN_ESTIMATE_SHARE)
        print_left((now - line.phase_start) / share * (1 - share));
    if (detail)
        fprintf(stderr, ", %s", detail);
    if (!terminal)
        fputc('\n', stderr);
}

void progress_note(const char *text)
{
    progress_end();
    if (!is_quiet)
        fprintf(stderr, "%s\n", text);
}

void progress_end(void)
{
    if (line.phase && isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
    line.phase = NULL;
}
