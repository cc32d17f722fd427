/* SPDX-License-Identifier: MIT */
#include "timing/cores.h"
#include "analysis/samples.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/stats.h"
#include "base/subprocess.h"
#include "base/tuning.h"
#include "timing/canary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- the watch of a core ---- */

struct watched_canary {
    double seconds, ipc;
};

/* Returns how many samples fit between two disturbances that are so many seconds apart. Each visit
 * begins with a warm-up. */
static double samples_within(double seconds)
{
    double visits = floor(seconds / PLAN_VISIT_SECONDS),
           sampling = seconds - visits * PLAN_VISIT_SECONDS - PLAN_WARMUP_SECONDS;
    return SAMPLES_PER_VISIT * visits + fmax(0, floor(sampling / SAMPLE_WITH_CANARY_SECONDS));
}

/* Computes undisturbed_share and speed from canaries. `length` is the median of their seconds. */
static void compute_shares(const struct watched_canary *canaries, size_t n, double length,
                           struct core_watch *watch)
{
    double all = 0, undisturbed = 0, samples = 0, quiet = 0; /* quiet: since the last disturbance */
    for (size_t i = 0; i < n; i++) {
        double seconds = canaries[i].seconds, ipc = canaries[i].ipc;
        bool is_quiet = ipc_undisturbed(ipc, ipc, watch->reference_ipc) &&
                        seconds < MAX_CANARY_GROWTH * length; /* else it was interrupted */
        all += seconds;
        quiet += is_quiet ? seconds : 0;
        if (!is_quiet || i == n - 1) {
            undisturbed += quiet;
            samples += samples_within(quiet);
            quiet = 0;
        }
    }
    watch->undisturbed_share = undisturbed / all;
    watch->speed = fmin(samples / all * PLAN_VISIT_SECONDS / SAMPLES_PER_VISIT, 1);
}

/* Computes the watch from n consecutive canaries. */
static bool core_watch_compute(const struct watched_canary *canaries, size_t n,
                               struct core_watch *watch, struct error *error)
{
    double *values = xcalloc(n, sizeof *values);
    for (size_t i = 0; i < n; i++)
        values[i] = canaries[i].seconds;
    double length = stats_quantile(values, n, 0.5);
    for (size_t i = 0; i < n; i++)
        values[i] = canaries[i].ipc;
    watch->reference_ipc = canary_reference(values, n);
    bool equal = n > 1 && values[0] == values[n - 1]; /* sorted by now */
    free(values);
    if (equal)
        return fail(error, STATUS_ENVIRONMENT,
                    "%zu measurements of the core's speed are equal to the last digit: the "
                    "system's clock is too coarse",
                    n);
    compute_shares(canaries, n, length, watch);
    return true;
}

/* Reads canaries on the thread's CPU for so many seconds, MAX_WATCH_SECONDS at most. */
static bool core_watch_run(double seconds, struct core_watch *watch, struct error *error)
{
    enum { MAX_CANARIES = 1 << 17 }; /* a canary takes more than 10 us */
    struct watched_canary *canaries = xcalloc(MAX_CANARIES, sizeof *canaries);
    size_t n = 0;
    double start = clock_seconds(), now = start;
    while (n < MAX_CANARIES && now - start < fmin(seconds, MAX_WATCH_SECONDS)) {
        double before = now, ipc = canary_read().ipc;
        now = clock_seconds();
        canaries[n++] = (struct watched_canary){now - before, ipc};
    }
    bool ok = core_watch_compute(canaries, n, watch, error);
    free(canaries);
    return ok;
}

/* ---- CPUs that share a core ---- */

/* Two CPUs may share a core although the system reports two cores: virtual machines often show each
 * hardware thread as a core of its own, or let their CPUs float over the threads of the host. */

struct core_sharing {
    int cpu, other;
    /* Shares of undisturbed canaries on `cpu`, 0 to 1: while `other` idles, and while it works. */
    double alone, together;
    bool separate;      /* `cpu` keeps its speed while `other` works */
    struct error error; /* STATUS_OK: both shares are measured */
};

/* What the other CPU does. */
enum state { IDLE, WORKING, STATES };

static void work(const void *nothing, size_t self, uint32_t what)
{
    (void)nothing, (void)self, (void)what;
    while (!corunners_must_stop())
        canary_read();
}

/* Reads canaries for `seconds`, but drops the canaries of the first `settle` seconds. Returns how
 * many it keeps, `capacity` at most. */
static size_t read_canaries(double *ipc, size_t capacity, double settle, double seconds)
{
    size_t n = 0;
    double start = clock_seconds(), elapsed = 0;
    while (n < capacity && elapsed < seconds) {
        ipc[n] = canary_read().ipc;
        elapsed = clock_seconds() - start;
        if (elapsed > settle)
            n++;
    }
    return n;
}

static double undisturbed_share_of(const double *ipc, size_t n, double reference)
{
    size_t undisturbed = 0;
    for (size_t i = 0; i < n; i++)
        undisturbed += ipc_undisturbed(ipc[i], ipc[i], reference);
    return n ? (double)undisturbed / (double)n : 0;
}

static void measure_in_child(const void *pair, void *result)
{
    static double ipc[STATES][SHARING_WINDOWS / STATES * SHARING_READINGS];
    size_t n[STATES] = {0};
    struct core_sharing *s = result;
    struct pin pin;
    *s = *(const struct core_sharing *)pair;
    bool ok = affinity_set(&(struct affinity_request){.cpu = s->cpu}, &pin, &s->error) &&
              corunners_start(0, &s->other, 1, &(struct corunner_job){.work = work}, &s->error);
    for (int window = 0; ok && window < SHARING_WINDOWS; window++) {
        enum state state = window % STATES;
        ok = state == IDLE || corunners_work(0, 1, 0);
        n[state] += read_canaries(ipc[state] + n[state], SHARING_READINGS, SHARING_SETTLE_SECONDS,
                                  SHARING_WINDOW_SECONDS);
        ok &= corunners_stop();
    }
    if (!ok && s->error.status == STATUS_OK)
        fail(&s->error, STATUS_ENVIRONMENT, "the co-running process on CPU %d exited unexpectedly",
             s->other);
    double reference = canary_reference(ipc[IDLE], n[IDLE]);
    s->alone = undisturbed_share_of(ipc[IDLE], n[IDLE], reference);
    s->together = undisturbed_share_of(ipc[WORKING], n[WORKING], reference);
    s->separate = s->together >= SEPARATE_CORES_SHARE * s->alone;
}

/* Measures whether two CPUs share a core. `other` idles and works by turns, some milliseconds each,
 * so that other tenants disturb both states alike. Takes half a second, in a child process. Errors
 * are those of cores_find(). */
static bool core_sharing_measure(int cpu, int other, struct core_sharing *sharing,
                                 struct error *error)
{
    const struct core_sharing pair = {.cpu = cpu, .other = other};
    char why[FAULT_SIZE];
    if (!run_in_child(measure_in_child, &pair, sharing, sizeof *sharing, SHARING_MAX_SECONDS, why,
                      error))
        return false;
    if (*why)
        return fail(error, STATUS_ENVIRONMENT, "canaries on CPU %d and %d: %s", cpu, other, why);
    *error = sharing->error;
    return error->status == STATUS_OK;
}

/* ---- the CPUs of a run ---- */

/* Returns how good the thread's CPU is for timing: its canary operations per cycle, times the share
 * of canaries that are undisturbed. */
static double quietness(void)
{
    double ipc[QUIETNESS_READINGS];
    size_t n = read_canaries(ipc, QUIETNESS_READINGS, 0, QUIETNESS_SECONDS);
    double reference = canary_reference(ipc, n);
    return undisturbed_share_of(ipc, n, reference) * reference;
}

bool cores_choose(const struct affinity_request *request, struct pin *pin, struct error *error)
{
    int candidates[CORE_CANDIDATES];
    size_t n = request->off || request->cpu >= 0
                   ? 0
                   : affinity_candidates(request, candidates, CORE_CANDIDATES);
    struct affinity_request best = *request;
    double best_quietness = 0;
    for (size_t i = 0; n > 1 && i < n; i++) {
        struct affinity_request one = {.cpu = candidates[i]};
        struct error ignored;
        if (!affinity_set(&one, pin, &ignored) || !pin->pinned)
            continue;
        double q = quietness();
        if (q > QUIETER_FACTOR * best_quietness) {
            best.cpu = candidates[i];
            best_quietness = q;
        }
    }
    return affinity_set(&best, pin, error);
}

/* Records the first pair of CPUs that shares a core or, if no pair does, the first pair. */
static void record_sharing(struct machine *machine, struct cores *cores, const struct pin *pin,
                           const struct core_sharing *pair)
{
    char text[64];
    const char *hidden = pin->smt_shared ? "" : ", though the system reports two";
    if (*cores->shared || (pair->separate && *machine->core_sharing))
        return;
    snprintf(text, sizeof text, "CPU %d and %d %s", pair->cpu, pair->other,
             pair->separate ? "have separate cores" : "share a core");
    snprintf(machine->core_sharing, sizeof machine->core_sharing,
             "%s%s: undisturbed %.0f %% of the time alone, %.0f %% together", text,
             pair->separate ? "" : hidden, 100 * pair->alone, 100 * pair->together);
    if (!pair->separate) {
        snprintf(cores->shared, sizeof cores->shared, "%s", text);
        machine_warn(machine, "%s%s: keep CPU %d idle", text, hidden, pair->other);
    }
}

bool cores_find(const struct pin *pin, size_t wanted, double seconds, struct cores *cores,
                struct machine *machine, struct error *error)
{
    const struct affinity_request any = {.cpu = -1};
    int candidates[MAX_CORUNNERS];
    size_t n = 0;
    *cores = (struct cores){.cpu = pin->cpu};
    if (!core_watch_run(fmax(seconds, MIN_WATCH_SECONDS), &cores->watch, error))
        return false;
    if (pin->pinned && !machine->emulated)
        n = affinity_candidates(&any, candidates,
                                wanted < MAX_CORUNNERS - SHARING_TRIES ? wanted + SHARING_TRIES
                                                                       : MAX_CORUNNERS);
    for (size_t i = 0; i < n && cores->corunner_count < wanted; i++) {
        struct core_sharing pair;
        if (candidates[i] == pin->cpu)
            continue;
        if (!core_sharing_measure(pin->cpu, candidates[i], &pair, error))
            return false;
        record_sharing(machine, cores, pin, &pair);
        if (pair.separate)
            cores->corunners[cores->corunner_count++] = candidates[i];
    }
    return true;
}
