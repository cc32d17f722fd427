/* SPDX-License-Identifier: MIT */
#include "timing/core_sharing.h"
#include "timing/canary.h"
#include "base/clock.h"
#include "base/subprocess.h"
#include "machine/affinity.h"
#include "timing/corunners.h"
#include "base/stats.h"

#include <stdio.h>
#include <string.h>

/* A window is long beside a canary of 20 us, short beside a neighbour's work. What a window begins with is dropped: a
 * CPU that wakes up or falls asleep takes some 0.1 ms. */
static const double WINDOW_SECONDS = 2.5e-3, SETTLE_SECONDS = 0.5e-3;

enum { WINDOWS = 200, IDLE = 0, WORKING = 1, CHILD_SECONDS = 60 };

static void work(const void *nothing, size_t self, size_t n)
{
    (void)nothing;
    (void)self;
    (void)n;
    while (!corunners_must_stop())
        canary_read();
}

/* Reads canaries for one window; returns their number. */
static size_t read_window(double *ipc, size_t capacity)
{
    size_t n = 0;
    double start = clock_seconds(), past = 0;
    while (n < capacity && past < WINDOW_SECONDS) {
        ipc[n] = canary_read().ipc;
        past = clock_seconds() - start;
        if (past > SETTLE_SECONDS)
            n++;
    }
    return n;
}

static double share_near(const double *ipc, size_t n, double reference)
{
    size_t near = 0;
    for (size_t i = 0; i < n; i++)
        near += ipc[i] > 0.96 * reference && ipc[i] < 1.04 * reference;
    return n ? (double)near / (double)n : 0;
}

struct measurement {
    struct core_sharing sharing;
    struct error error;
    bool ok;
};

static void measure(const void *pair, void *result)
{
    enum { A_WINDOW = 400 };
    static double ipc[2][WINDOWS / 2 * A_WINDOW];
    size_t n[2] = {0};
    struct measurement *m = result;
    struct pin pin;
    *m = (struct measurement){.sharing = *(const struct core_sharing *)pair, .error.text = ""};
    m->ok = affinity_set(&(struct affinity_request){.cpu = m->sharing.cpu}, &pin, &m->error) &&
            corunners_start(&m->sharing.other, 1, &m->error);
    for (int window = 0; m->ok && window < WINDOWS; window++) {
        int state = window % 2;
        if (state == WORKING)
            corunners_work(work, NULL, 1);
        n[state] += read_window(ipc[state] + n[state], A_WINDOW);
        corunners_stop();
    }
    /* The 95th percentile, for the largest of many readings is a misread clock. */
    double reference = stats_quantile(ipc[IDLE], n[IDLE], 0.95);
    m->sharing.alone = share_near(ipc[IDLE], n[IDLE], reference);
    m->sharing.together = share_near(ipc[WORKING], n[WORKING], reference);
}

bool core_sharing_measure(int cpu, int other, struct core_sharing *sharing, struct error *error)
{
    struct measurement m;
    char why[64];
    *sharing = (struct core_sharing){.cpu = cpu, .other = other};
    if (!run_in_child(measure, sharing, &m, sizeof m, CHILD_SECONDS, why, error))
        return false;
    if (*why)
        return fail(error, STATUS_ENVIRONMENT, "canaries on CPU %d and %d: %s", cpu, other, why);
    if (!m.ok) {
        *error = m.error;
        return false;
    }
    *sharing = m.sharing;
    return true;
}

bool core_sharing_separate(const struct core_sharing *sharing)
{
    return sharing->together >= SEPARATE_CORES * sharing->alone;
}

const char *core_sharing_text(const struct core_sharing *s, char text[static 64])
{
    const char *how = core_sharing_separate(s)         ? "have separate cores"
                      : s->together >= 0.5 * s->alone  ? "share a core now and then"
                      : s->together >= 0.05 * s->alone ? "share a core most of the time"
                                                       : "share a core";
    snprintf(text, 64, "CPU %d and %d %s", s->cpu, s->other, how);
    return text;
}
