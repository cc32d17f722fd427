/* SPDX-License-Identifier: MIT
 * The constants of measuring, each with its unit and its reason. A change of one changes results,
 * except those of waiting and of progress. */
#ifndef TUNING_H
#define TUNING_H

/* ---- Canaries: two short known loads around every sample, see timing/canary.h ---- */

enum {
    /* Independent chains of the wide canary: no core executes more such operations per cycle. */
    CANARY_CHAINS = 8,
    /* Rounds of 100 dependent operations: 24,000 cycles, 6 us at 4 GHz; short beside a sample. */
    CANARY_CHAIN_ROUNDS = 240,
    /* Rounds of 10 operations in each of 8 chains: 96,000 operations, some 5 us at 4 GHz. */
    CANARY_WIDE_ROUNDS = 1200,
    /* Canaries of the clock check: one reading may fall within a tick of a coarse clock. */
    CLOCK_CHECKS = 8,
};

/* ---- Undisturbed samples, see analysis/undisturbed_samples.h ---- */

/* The reference is this quantile of all canaries. It needs an undisturbed core for a twentieth of
 * the time; the maximum would be a misread clock. */
static const double REFERENCE_QUANTILE = 0.95;
/* Canaries of an undisturbed sample differ from the reference by less than 4 %. A co-tenant on the
 * sibling hyper-thread costs up to half. */
static const double IPC_TOLERANCE = 0.04;
/* The clock before and after an undisturbed sample differs by less than 1 %, as a sample takes the
 * mean of both. */
static const double MAX_GHZ_DRIFT = 0.01;

/* ---- Samples of a visit, see timing/worker/sampling.h and timing/worker/calibration.h ---- */

/* Length of a sample: long beside the clock's 30 ns, short beside a scheduler's tick of 1 to 4
 * ms. */
static const double SAMPLE_SECONDS = 1e-4;
/* Calibration doubles the size until a run takes this part of a sample, then extrapolates. */
static const double CALIBRATION_SHARE = 0.25;
/* Upper limit of a warm-up, which runs the whole list once if that is shorter. */
static const double WARMUP_SECONDS = 1e-3;
/* Time of a sample with its canaries, in samples. */
static const double SAMPLE_WITH_CANARY = 1.25;
/* Share of the time that is reserved for repeating disturbed samples. */
static const double RETRY_SHARE = 1.0 / 3;

enum {
    /* Samples after one warm-up: they share its cost of up to ten samples. */
    SAMPLES_PER_VISIT = 8,
    /* Times that a disturbed sample is taken, the first included. */
    MAX_TRIES = 32,
    /* Warm-ups in a row while the thread loses its CPU during each. */
    MAX_WARMUPS = 4,
    /* Visits to each row, however short the run. */
    MIN_ROUNDS = 3,
    /* Parts of a list that a warm-up or a co-runner walks without looking at clock or flag. */
    LIST_PARTS = 64,
    /* Smallest sizes of samples, with which calibration begins. */
    MIN_SAMPLE_QUERIES = 64,
    MIN_SAMPLE_GAMES = 2,
    MIN_SAMPLE_PERFT = 8, /* positions, which differ widely */
    /* 3 ps per query. On Zen 5 the empty loop takes 40 ps with 64-byte vectors (clang). */
    MAX_SAMPLE_SIZE = 1 << 24,
};

/* ---- Cold caches (mode burst), see timing/cold_cache.h ---- */

enum {
    COLD_CACHE_LINE_BYTES = 64,
    /* Rows of the other working set that are read before each burst, as a neural network's
     * evaluation reads them between two positions. */
    COLD_CACHE_ROW_BYTES = 1024,
    COLD_CACHE_ROWS = 32,
    /* The largest working set: 1 GiB. */
    MAX_WORKING_SET_KIB = 1 << 20,
};

/* L1, L2 and L3, from index 1 on, where the system does not report them: those of a Zen 5. */
static const double ASSUMED_CACHE_KIB[] = {0, 48, 1024, 32768};

/* ---- Hangs: more CPU time than this is one ---- */

enum {
    HUNG_SECONDS = 30,
    /* A view takes 2 us at most on Zen 5; an emulator may need fifty times as long. */
    VIEWS_PER_SECOND = 10000,
};

/* ---- Results of a row, see analysis/process_results.h and analysis/conclude.h ---- */

enum {
    /* Undisturbed samples that a process needs for a median. */
    MIN_SAMPLES = 15,
    /* Processes that a result needs, if as many were requested: the interval of fewer has a
     * confidence below 90 %. */
    MIN_PROCESSES = 5,
};

/* Of each row's interval, and of all comparisons in a column together. */
static const double CONFIDENCE = 0.95;
/* Ratios closer to 1 than this are ties. Copies of one function differ by some 0.1 %, by where the
 * linker places them. */
static const double MARGIN = 0.01;
/* Of all samples; with fewer undisturbed ones no row has a result. 5 % are undisturbed by
 * construction, as the reference is the 95th percentile. */
static const double MIN_UNDISTURBED_SHARE = 0.1;
/* Lower bound of an unstable row's cycles: its lowest process median times this. */
static const double DOUBT_FACTOR = 0.9;
/* Without a process median: this quantile of its samples, halved, as a co-tenant on the sibling
 * hyper-thread at most halves a core's speed. */
static const double DOUBT_QUANTILE = 0.1, SHARED_CORE_FACTOR = 0.5;

/* ---- Cores that share hardware, see timing/core_sharing.h ---- */

/* Two CPUs have separate cores if this part of the undisturbed time remains while the other works.
 * Floating virtual CPUs on a Zen 3 kept a third; separate cores keep all but noise. */
static const double SEPARATE_CORES_SHARE = 0.75;
/* Below these shares the report prints "share a core most of the time" and "share a core". */
static const double SOMETIMES_SHARED = 0.5, MOSTLY_SHARED = 0.05;
/* A window is long beside a canary of 17 us and short beside a co-tenant's work. Its first part is
 * dropped, as a CPU takes some 0.1 ms to wake up or fall asleep. */
static const double SHARING_WINDOW_SECONDS = 2.5e-3, SHARING_SETTLE_SECONDS = 0.5e-3;

enum {
    /* Windows per pair of CPUs, idle and working by turns: half a second. */
    SHARING_WINDOWS = 200,
    /* Canaries per window, an upper limit. */
    SHARING_READINGS = 400,
    /* CPU time after which the measurement hangs. */
    SHARING_MAX_SECONDS = 60,
};

/* ---- Choice of the timed core, see timing/cores.h ---- */

enum {
    /* Trying four takes 0.1 s. */
    CORE_CANDIDATES = 4,
    /* Canaries per candidate, an upper limit. */
    QUIETNESS_READINGS = 1000,
};

/* Per candidate: a thousand canaries, and longer than a scheduler's tick. */
static const double QUIETNESS_SECONDS = 0.02;
/* A later candidate must be this much quieter, as candidates come in order of preference. */
static const double QUIETER_FACTOR = 1.1;

/* ---- Processes and repeats, see timing/parent.h ---- */

enum {
    /* Processes that repeat incomplete rows, at most, per requested process. */
    MAX_REPEATS = 4,
    /* Interval of computing the undisturbed share anew: a million samples take 0.1 s. */
    SHARE_INTERVAL_SECONDS = 20,
    /* Waits between looks at the progress line and at signals. */
    MESSAGE_POLL_MS = 200,
    TURN_POLL_MS = 100,
};

/* A process that repeats few rows gets at least this part of its time. */
static const double MIN_REPEAT_SHARE = 0.25;

/* ---- The line before a long run, see cli/bench/bench_plan.c ---- */

/* Views and calibration, per row and process: 1.4 ms on Zen 5. */
static const double PREPARATION_SECONDS = 2e-3;
/* Below this undisturbed share the line also states how long a busy machine takes: repeats double
 * the time at most. */
static const double QUIET_SHARE = 0.9, BUSY_TIME_FACTOR = 2;
/* Shorter runs begin without that line. */
static const double ANNOUNCED_MINUTES = 1;

/* ---- Processes of --full, and of `recommend`, see cli/command_recommend.c ---- */

enum {
    /* 95 % for all comparisons of a column: twelve are enough for 102, thirteen for 204. */
    CORRECTED_PROCESSES = 13,
    /* The fewest of a result to send, also in scripts/slidebench_results/validate.py. */
    SENT_PROCESSES = 12,
};

/* `recommend`: per row and process: 80 samples, of which a result needs 15. */
static const double RECOMMEND_ROW_SECONDS = 0.01;

/* ---- Progress, see base/progress.h ---- */

/* Between two lines on a terminal, which they overwrite, and elsewhere. */
static const double TERMINAL_INTERVAL_SECONDS = 0.1, LOG_INTERVAL_SECONDS = 60;
/* The remaining time is an estimate; it is shown from this share on. */
static const double MIN_ESTIMATE_SHARE = 0.05;

#endif
