/* SPDX-License-Identifier: MIT */
#include "progress.h"
#include "canary.h"

#include <stdio.h>
#include <unistd.h>

static struct {
    const char *phase;
    double phase_start, last_shown;
    int terminal; /* 0: not asked yet, 1: yes, -1: no */
} line;

void progress_show(const char *phase, const char *detail, double share)
{
    if (!line.terminal)
        line.terminal = isatty(STDERR_FILENO) ? 1 : -1;
    double now = line.terminal > 0 ? clock_seconds() : 0;
    if (line.terminal < 0 || (phase == line.phase && now - line.last_shown < 0.1))
        return;
    if (phase != line.phase) {
        line.phase = phase;
        line.phase_start = now;
    }
    line.last_shown = now;
    fprintf(stderr, "\r\033[K%s %3.0f %%", phase, 100 * share);
    if (share > 0.05)
        fprintf(stderr, "  %.0f s left", (now - line.phase_start) / share * (1 - share));
    if (detail)
        fprintf(stderr, "  %s", detail);
}

void progress_end(void)
{
    if (line.phase)
        fprintf(stderr, "\r\033[K");
    line.phase = NULL;
}
