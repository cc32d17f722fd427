/* SPDX-License-Identifier: MIT
 * The constants of the measurement, each with its unit and its reason. Changing one changes
 * results, unless it is a constant of waiting. */
#ifndef TUNING_H
#define TUNING_H

/* ---- Canaries: two short known loads around every sample, see timing/canary.h ---- */

enum {
    /* Independent chains of the wide canary. No core executes more such operations per cycle. */
    CANARY_CHAINS = 8,
    /* Rounds of 100 dependent operations: 24,000 cycles, 6 us at 4 GHz; short beside a sample. */
    CANARY_CHAIN_ROUNDS = 240,
    /* Rounds of 10 operations in each of 8 chains: 96,000 operations, some 5 us at 4 GHz. */
    CANARY_WIDE_ROUNDS = 1200,
    /* Canaries that the clock check reads. The clock must advance during each of them: a coarse
     * clock may advance during a single one by chance. */
    CLOCK_CHECKS = 8,
};

/* ---- Undisturbed samples, see analysis/samples.h ---- */

/* The reference is the highest speed on which canaries agree: REFERENCE_SHARE of them differ by
 * less than REFERENCE_SPREAD of that speed. The single fastest canary may come from a misread
 * clock. */
static const double REFERENCE_SHARE = 0.01, REFERENCE_SPREAD = 0.01;
enum { REFERENCE_CANARIES = 16 }; /* at least this many must agree */
/* Canaries of an undisturbed sample differ from the reference by less than 4 %. A co-tenant on the
 * sibling hyper-thread costs up to half. */
static const double CANARY_TOLERANCE = 0.04;
/* A sample is disturbed if the clock changes by 1 % or more during it, because the cycles of a
 * sample follow from the mean of the clocks before and after it. */
static const double MAX_GHZ_DRIFT = 0.01;

/* ---- Samples of a visit, see timing/worker/visit.c ---- */

/* Length of a sample: long beside the 30 ns of reading the clock, short beside a scheduler's tick
 * of 1 to 4 ms. */
static const double SAMPLE_SECONDS = 1e-4;
/* Calibration doubles the number of queries until a run takes this part of the length of a sample,
 * and then extrapolates. */
static const double CALIBRATION_SHARE = 0.25;
/* A run of twice as many queries may take up to this many times as long, as caches may be too small
 * for it. A longer run is repeated: the core may have been taken. */
static const double MAX_CALIBRATION_GROWTH = 4;
enum { CALIBRATION_TRIES = 4 }; /* runs of one size, at most */
/* A warm-up runs the whole list once, but for no longer than this. */
static const double WARMUP_SECONDS = 1e-3;
/* Time of a sample with its canaries. */
static const double SAMPLE_WITH_CANARY_SECONDS = 1.25e-4;
/* Share of a process's time that its visits take on a quiet machine. */
static const double VISITS_SHARE = 2.0 / 3;

enum {
    /* Samples after one warm-up, which may take as long as ten samples. */
    SAMPLES_PER_VISIT = 8,
    /* Disturbed samples after which a visit ends, and after which a process gives up a row. A row
     * that no other program disturbs reaches neither limit. A row whose samples take 1 ms, on a
     * core that a neighbour uses in bursts, has about 100 disturbed samples. */
    MAX_VISIT_FAILURES = 32,
    MAX_ROW_FAILURES = 600,
    /* A row with co-runners waits for an undisturbed core during this many canaries. If the
     * co-runners themselves disturb the core, waiting longer does not help. */
    MAX_CORUNNER_WAITS = 64,
    /* A warm-up is repeated if the core was taken during it: at most this many in succession. */
    MAX_WARMUPS = 4,
    /* Each row gets at least this many visits, however short the run is. */
    MIN_ROUNDS = 3,
    /* A warm-up divides the list into this many parts, and looks at the clock after each part. */
    LIST_PARTS = 64,
    /* The smallest sizes of a sample; calibration begins with them. */
    MIN_SAMPLE_QUERIES = 64,
    MIN_SAMPLE_GAMES = 2,
    /* Calibration fails at this size, which it reaches if a query takes less than 3 ps. On Zen 5
     * the empty loop takes 40 ps with 64-byte vectors (clang). */
    MAX_SAMPLE_SIZE = 1 << 24,
};

/* A sample with co-runners is disturbed if the slowest of them works at less than this part of its
 * best pace. A sample has some 25 parts of a list, which are counted to within one. */
static const double CORUNNER_PACE = 0.75;

/* ---- Cold caches (mode burst), see timing/cold_cache.h ---- */

enum {
    CACHE_LINE_BYTES = 64,
    /* The random rows of another working set that are read before each burst, as the evaluation by
     * a neural network reads rows between two positions. */
    COLD_CACHE_ROW_BYTES = 1024,
    COLD_CACHE_ROWS = 32,
    /* The largest working set: 1 GiB. */
    MAX_WORKING_SET_KIB = 1 << 20,
};

/* The L1, L2 and L3 sizes of a Zen 5, at index 1 to 3, for systems that report none. */
static const unsigned ASSUMED_CACHE_KIB[] = {0, 48, 1024, 32768};

/* ---- Hangs ---- */

enum {
    HUNG_SECONDS = 30, /* of CPU time, which no visit or calibration of a row takes */
    /* The limit for making views is a second longer for each group of this many views. A view takes
     * at most 2 us on Zen 5, and perhaps fifty times as long in an emulator. */
    VIEWS_PER_SECOND = 10000,
};

/* ---- Results of a row, see analysis/run.h ---- */

enum {
    /* Undisturbed samples that a process needs for a median: two visits. More samples narrow the
     * interval of a row only slowly, whatever share of the time the core is undisturbed. The table
     * has half the width of the interval over 12 processes, in %, as the median of 154 rows (Zen 5,
     * gcc 12; drawn from recorded streams of samples).
     *      undisturbed   7 samples   15     23     47
     *             51 %        1.83   1.63   1.47   1.22
     *             14 %        1.51   1.24   1.32   0.86
     *              2 %        1.19   0.90      -      - */
    MIN_SAMPLES = 15,
    /* Processes that a result needs, unless fewer were requested: the interval over fewer processes
     * has a confidence below 90 %. */
    MIN_PROCESSES = 5,
};

/* The confidence of each row's interval, and of all comparisons in a column together. */
static const double CONFIDENCE = 0.95;
/* Two rows tie if the interval of their ratio comes closer to 1 than this, see stats_verdict().
 * Copies of one function differ by some 0.1 %, by where the linker places them. */
static const double TIE_MARGIN = 0.01;
/* A row is precise, and may be bold, if half the width of the interval of its cycles is below this
 * part of its cycles. */
static const double PRECISE_WIDTH = 0.05;
/* The true time of an unstable row may be as low as this part of its lowest median in a process. */
static const double DOUBT_FACTOR = 0.9;

/* ---- Cores that share hardware, see timing/cores.h ---- */

/* Two CPUs have separate cores if at least this part of the undisturbed time remains on one while
 * the other works. Floating virtual CPUs on a Zen 3 kept a third; separate cores keep all but
 * noise. */
static const double SEPARATE_CORES_SHARE = 0.75;
/* A window, in which the other CPU idles or works, is long beside a canary of 17 us and short
 * beside a co-tenant's work. Its first part is dropped: a CPU takes 0.1 ms to wake up or fall
 * asleep. */
static const double SHARING_WINDOW_SECONDS = 2.5e-3, SHARING_SETTLE_SECONDS = 0.5e-3;

enum {
    /* Windows per pair of CPUs, idle and working ones by turns: half a second. */
    SHARING_WINDOWS = 200,
    /* Canaries per window, an upper limit. */
    SHARING_READINGS = 400,
    /* CPU time after which the measurement hangs. */
    SHARING_MAX_SECONDS = 60,
};

/* ---- Choice of the timed core, see timing/cores.h ---- */

enum {
    /* The timed CPU is the quietest of this many candidates: trying four takes 0.1 s. */
    CORE_CANDIDATES = 4,
    /* A run that needs co-runners measures this many more CPUs than it needs, half a second each,
     * as some may share the core of the timed CPU: all seem to where virtual CPUs float. */
    SHARING_TRIES = 8,
    /* Canaries per candidate, an upper limit. */
    QUIETNESS_READINGS = 1000,
};

/* Time per candidate: a thousand canaries, and longer than a scheduler's tick. */
static const double QUIETNESS_SECONDS = 0.02;
/* Candidates come in order of preference, so a later one must be this many times as quiet. */
static const double QUIETER_FACTOR = 1.1;

/* ---- Processes and repeats, see timing/parent.h ---- */

enum {
    /* A process ends after this many times its time on a quiet machine, even if rows still lack
     * samples. A core that is undisturbed for 5 % of the time takes some 20 times as long. */
    BOUND_FACTOR = 40,
    /* How long to wait before the next look at the progress line and at signals. */
    MESSAGE_POLL_MS = 200,
};

/* The bound of a process is at least this time, which covers some bursts of a neighbour. */
static const double MIN_BOUND_SECONDS = 1;

/* ---- The plan of a run, see timing/cores.h and timing/parent.h ---- */

/* Canaries are read before a run for as long as the run will take, but within these limits. */
static const double MIN_WATCH_SECONDS = 0.1, MAX_WATCH_SECONDS = 1;
/* A canary was interrupted if it takes more than this many times as long as the median one. */
static const double MAX_CANARY_GROWTH = 1.5;
/* Views and calibration, per row and process: 1.4 ms on Zen 5. */
static const double PREPARATION_SECONDS = 2e-3;
/* A warm-up: 1 ms at most, some 0.2 ms for most rows. */
static const double PLAN_WARMUP_SECONDS = 2e-4;
/* A visit: a warm-up and samples. */
static const double PLAN_VISIT_SECONDS =
    PLAN_WARMUP_SECONDS + SAMPLES_PER_VISIT * SAMPLE_WITH_CANARY_SECONDS;
/* Below this undisturbed share a machine is called busy. */
static const double QUIET_SHARE = 0.9;
/* A result that is sent to the project should have at least this many processes. */
enum { SENT_PROCESSES = 12 };

#endif
