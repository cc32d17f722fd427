/* SPDX-License-Identifier: MIT
 * A timing process on a machine whose clock, canaries and kernels the test controls. */
#include "timing/worker/worker.c"

#include "support/test.h"
#include "timing/canary.h"
#include "timing/corunners.h"

#include <sys/resource.h>

/* A game has 40 moves, of 10 ns in row 1 and 20 ns in row 2. Row 0 is not timed. A warm-up walks
 * the list of 50 games one by one, which no other run does. */
enum { MOVES = 40, MOVE_NS = 10, GAMES = 50, ROWS = 3, TIMED_ROWS = 2 };
enum {
    ROUNDS = MIN_ROUNDS + MIN_SAMPLES / SAMPLES_PER_VISIT + 1,
    SAMPLES = ROUNDS * SAMPLES_PER_VISIT,
    MAX_VISITS = 1000,
};
static const double GHZ = 3, IPC = 4, CANARY_SECONDS = 17e-6, VISIT_SECONDS = 1.02e-3,
                    ENDLESS_SECONDS = 10;

/* ---- the machine ---- */

/* What happens to a sample, which takes twice as long. */
enum disturbance { MOVED, PREEMPTED, OTHER_CLOCK, SLOW_CORUNNER, DISTURBANCES };

static struct {
    double now, begin;           /* seconds; the time of the first canary            */
    double taken_from, taken_to; /* since `begin`: half of the core's speed is taken */
    bool reads_too_fast;         /* then: faster than any core                            */
    size_t faster_one_in;        /* 3: every third canary reads as 10 % faster; 0: none      */
    enum disturbance disturbance;
    /* For each row: 3 disturbs all samples but the 1st, the 4th and so on; 0 disturbs none. */
    size_t one_in[ROWS];
    bool wrong_warm_ups; /* of row 2 */
    size_t wrong_sample; /* of row 2; the first is 1; 0: none */
    bool corunners_work;
    size_t preempted;      /* run of calibration; 0: none */
    size_t one_canary_in;  /* 3: every third canary loses its CPU; 0: none */
    bool canary_preempted; /* the last one */
    bool warm_ups_preempted;
    bool counters;   /* there are hardware counters; cycles pass twice as fast */
    double ghz_more; /* of the next canary */
    int cpu;
    long switches;
    /* Records: */
    size_t canaries, calibrations, warm_ups[ROWS], samples[ROWS], samples_while_taken,
        samples_after_preemption;
} machine;

static struct timing_plan plan;
static struct mode_spec replay = {.kind = MODE_REPLAY, .name = "replay"};
static int messages_fd;
static struct timed_row row[ROWS];

bool __real_corunners_start(unsigned, const int *, size_t, const struct corunner_job *,
                            struct error *);

double __wrap_clock_seconds(void)
{
    return machine.now;
}

static bool is_taken(void)
{
    double since = machine.now - machine.begin;
    return since >= machine.taken_from && since < machine.taken_to;
}

/* Clock and speed alternate by less than what a sample may show. */
struct canary __wrap_canary_read(void)
{
    double sign = machine.canaries % 2 ? 1 : -1, more = machine.ghz_more;
    if (!machine.canaries++)
        machine.begin = machine.now;
    bool taken = is_taken();
    machine.canary_preempted =
        machine.one_canary_in && machine.canaries % machine.one_canary_in == 0;
    machine.switches += machine.canary_preempted;
    machine.now += CANARY_SECONDS;
    machine.ghz_more = 0;
    assert_true(machine.now - machine.begin < ENDLESS_SECONDS);
    taken = taken || is_taken();
    double slowdown = !taken ? 1 : machine.reads_too_fast ? 0.4 : 2;
    if (machine.faster_one_in && machine.canaries % machine.faster_one_in == 0)
        slowdown /= 1.1;
    return (struct canary){.ghz = GHZ + sign * 0.01 + more, .ipc = (IPC + sign * 0.01) / slowdown};
}

bool __wrap_counters_read(double counts[COUNTERS])
{
    for (int c = 0; c < COUNTERS; c++)
        counts[c] = 2 * GHZ * 1e9 * machine.now;
    return machine.counters;
}

int __wrap_getrusage(int who, struct rusage *usage)
{
    *usage = (struct rusage){.ru_nivcsw = machine.switches};
    return 0;
}

int __wrap_sched_getcpu(void)
{
    return machine.cpu;
}

void __wrap_inputs_prepare(struct timed_rows *rows, size_t i)
{
}

/* There are no co-runners: disturb_sample() counts their parts. */
bool __wrap_corunners_start(unsigned kind, const int *cpus, size_t n,
                            const struct corunner_job *job, struct error *failure)
{
    enum { NONE = 0 };
    return __real_corunners_start(kind, cpus, NONE, job, failure);
}

bool __wrap_corunners_work(unsigned kind, size_t n, uint32_t what)
{
    assert_int_equal(n, replay.cores - 1);
    assert_in_range(what, 0, TIMED_ROWS - 1);
    machine.corunners_work = true;
    return true;
}

bool __wrap_corunners_stop(void)
{
    machine.corunners_work = false;
    return true;
}

/* Counts a sample, and disturbs it if it is to be. Returns whether it does. */
static bool disturb_sample(size_t i)
{
    bool disturbed = machine.one_in[i] && machine.samples[i] % machine.one_in[i];
    machine.samples[i]++;
    assert_true(machine.corunners_work);
    machine.samples_while_taken += is_taken();
    machine.cpu += disturbed && machine.disturbance == MOVED;
    machine.switches += disturbed && machine.disturbance == PREEMPTED;
    machine.ghz_more = !disturbed || machine.disturbance != OTHER_CLOCK ? 0
                       : machine.samples[i] % 2                         ? 0.1
                                                                        : -0.1;
    machine.samples_after_preemption += machine.canary_preempted;
    for (int part = 0; part < 25; part++)
        corunner_part_done(0);
    return disturbed;
}

bool __wrap_kernel_run(struct timed_row *timed, size_t n)
{
    size_t i = (size_t)(timed - row);
    bool disturbed = is_taken();
    timed->steps = MOVES * n;
    timed->seconds = (double)timed->steps * MOVE_NS * 1e-9 * (double)i;
    machine.switches += n == 1 && machine.warm_ups_preempted;
    if (n == 1)
        machine.warm_ups[i] += machine.canaries > 0;
    else if (machine.canaries)
        disturbed = disturb_sample(i) || disturbed;
    else if (++machine.calibrations == machine.preempted)
        timed->seconds += 1e-3;
    timed->seconds *= disturbed ? 2 : 1;
    machine.now += timed->seconds;
    if (i < 2 || !machine.canaries)
        return true;
    return n == 1 ? !machine.wrong_warm_ups : machine.samples[i] != machine.wrong_sample;
}

static size_t lists_run; /* without bursts */

bool __wrap_kernel_warm(const struct timed_row *timed)
{
    lists_run++;
    return true;
}

/* ---- a process ---- */

static const struct scheme schemes_of[ROWS] = {
    {.name = "none"}, {.name = "first"}, {.name = "second"}};
static size_t moves_before[GAMES + 1];
static const struct list games = {.name = "games",
                                  .piece = ALL,
                                  .kind = LIST_OF_GAMES,
                                  .n = GAMES,
                                  .games.moves_before = moves_before};
/* What the process sends. */
static struct {
    struct process_progress progress[MAX_VISITS];
    size_t visits, of_row[ROWS], wrong[ROWS];
    uint32_t order[MAX_VISITS]; /* of the rows that were visited */
    struct process_result result[ROWS];
    double reference_ipc;
} sent;

/* Prepares a process with enough rounds for MIN_SAMPLES. */
static int quiet_machine(void **state)
{
    memset(&machine, 0, sizeof machine);
    machine.begin = INFINITY;
    replay.cores = 1;
    plan =
        (struct timing_plan){.seconds = (ROUNDS + 0.5) * TIMED_ROWS * VISIT_SECONDS / VISITS_SHARE,
                             .bound = 2 * ENDLESS_SECONDS,
                             .reference_ipc = IPC,
                             .seed = 1,
                             .run_rows = ROWS,
                             .cpu = -1};
    for (size_t i = 0; i < ROWS; i++)
        row[i] = (struct timed_row){
            .planned = {.scheme = &schemes_of[i], .list = &games, .mode = &replay},
            .index = (uint32_t)i};
    return 0;
}

static void read_messages(void)
{
    struct message message;
    memset(&sent, 0, sizeof sent);
    while (read_all(messages_fd, &message, sizeof message) && message.kind != MESSAGE_RESULTS) {
        assert_in_range(message.row, 1, TIMED_ROWS);
        assert_true(sent.visits < MAX_VISITS);
        if (message.kind == MESSAGE_WRONG) {
            sent.wrong[message.row]++;
            continue;
        }
        assert_int_equal(message.kind, MESSAGE_VISIT);
        sent.of_row[message.row]++;
        sent.order[sent.visits] = message.row;
        assert_true(read_all(messages_fd, &sent.progress[sent.visits++], sizeof *sent.progress));
    }
    assert_int_equal(message.kind, MESSAGE_RESULTS);
    assert_true(read_all(messages_fd, &sent.reference_ipc, sizeof sent.reference_ipc));
    assert_true(read_all(messages_fd, sent.result, sizeof sent.result));
    assert_false(read_all(messages_fd, &message, 1));
}

/* Runs the process. Its messages go to a file, which is larger than a socket. */
static void run(void)
{
    struct timed_rows rows = {.row = row + 1, .n = TIMED_ROWS};
    FILE *messages = tmpfile();
    assert_non_null(messages);
    messages_fd = fileno(messages);
    assert_ok(time_rows(&rows, &plan, messages_fd, &error));
    lseek(messages_fd, 0, SEEK_SET);
    read_messages();
    fclose(messages);
}

/* Checks the medians of row i: those of undisturbed samples. */
static void assert_measured(size_t i)
{
    const struct process_result *result = &sent.result[i];
    assert_in_range(result->undisturbed, MIN_SAMPLES, result->samples);
    assert_within(result->ns, MOVE_NS * (double)i, 1e-9);
    assert_within(result->cycles, GHZ * MOVE_NS * (double)i, 1e-9);
    assert_within(result->ghz, GHZ, 1e-9);
}

#define TEST_ON_A_QUIET_MACHINE(test) TEST_BETWEEN(quiet_machine, test, NULL)

TEST_ON_A_QUIET_MACHINE(quiet_machine_takes_planned_samples_and_no_more)
{
    run();
    for (size_t i = 1; i < ROWS; i++) {
        assert_measured(i);
        assert_int_equal(sent.result[i].undisturbed, SAMPLES);
        assert_int_equal(sent.result[i].samples, SAMPLES);
        assert_int_equal(machine.samples[i], SAMPLES);
        assert_int_equal(machine.warm_ups[i], ROUNDS * GAMES);
        assert_int_equal(sent.of_row[i], ROUNDS);
        for (int c = 0; c < COUNTERS; c++)
            assert_true(isnan(sent.result[i].counts[c]));
    }
    assert_int_equal(sent.result[0].samples, 0);
    assert_true(isnan(sent.result[0].cycles));
    assert_true(sent.reference_ipc == IPC);
    for (size_t visit = 0; visit < sent.visits; visit++) {
        assert_within(sent.progress[visit].done,
                      (double)(visit + 1) / (double)(TIMED_ROWS * ROUNDS), 1e-6);
        assert_within(sent.progress[visit].undisturbed_share, 1, 1e-6);
    }
}

TEST_ON_A_QUIET_MACHINE(all_tables_are_in_the_caches_before_bursts)
{
    static const struct mode_spec burst = {.kind = MODE_BURST, .queries = 4};
    struct timed_rows rows = {.row = row + 1, .n = TIMED_ROWS};
    struct visit_context context = {.rows = &rows, .cpu_state = cpu_state()};
    lists_run = 0;
    assert_true(calibrate(&context, &row[1]));
    assert_int_equal(lists_run, 0);
    row[1].planned.mode = &burst;
    assert_true(calibrate(&context, &row[1]));
    assert_int_equal(lists_run, 1);
    assert_int_equal(row[1].sample_size % burst.queries, 0);
}

/* A second warm-up is only needed if the core is taken during the first one. */
TEST_ON_A_QUIET_MACHINE(visit_waits_while_core_is_taken)
{
    for (size_t during_warm_up = 0; during_warm_up < 2; during_warm_up++) {
        quiet_machine(NULL);
        machine.taken_from = during_warm_up ? 1.5 * CANARY_SECONDS : 0;
        machine.taken_to = 5e-3;
        run();
        double lost = machine.taken_to / SAMPLE_WITH_CANARY_SECONDS, all = 0;
        for (size_t i = 1; i < ROWS; i++) {
            assert_measured(i);
            assert_int_equal(machine.samples[i], sent.result[i].undisturbed);
            all += sent.result[i].samples - sent.result[i].undisturbed;
        }
        assert_int_equal(machine.samples_while_taken, 0);
        assert_int_equal(machine.warm_ups[1] + machine.warm_ups[2],
                         (sent.visits + during_warm_up) * GAMES);
        assert_within(all, lost, 2);
        assert_within(sent.progress[0].undisturbed_share,
                      SAMPLES_PER_VISIT / (SAMPLES_PER_VISIT + lost), 0.01);
    }
}

/* All that counts are the rare undisturbed ones. */
TEST_ON_A_QUIET_MACHINE(disturbed_samples_do_not_count)
{
    for (enum disturbance d = 0; d < DISTURBANCES; d++) {
        quiet_machine(NULL);
        machine.disturbance = d;
        machine.one_in[1] = machine.one_in[2] = 3;
        replay.cores = d == SLOW_CORUNNER ? 2 : 1;
        run();
        for (size_t i = 1; i < ROWS; i++) {
            assert_measured(i);
            assert_int_equal(sent.result[i].undisturbed, (machine.samples[i] + 2) / 3);
            assert_true(sent.result[i].samples >= machine.samples[i]);
        }
    }
}

/* Its clock is wrong, so that the sample after it would be, too, also after the last warm-up. */
TEST_ON_A_QUIET_MACHINE(no_sample_begins_after_a_preempted_canary)
{
    for (size_t one_in = 3; one_in < 12; one_in++) {
        quiet_machine(NULL);
        machine.one_canary_in = one_in;
        machine.warm_ups_preempted = true;
        run();
        assert_true(machine.samples[1] && machine.samples[2]);
        assert_int_equal(machine.samples_after_preemption, 0);
    }
}

/* Counters count all that runs between two readings: of bursts also what comes before each. */
TEST_ON_A_QUIET_MACHINE(cycles_are_counted_but_for_bursts)
{
    static const enum mode kinds[] = {MODE_REPLAY, MODE_BURST};
    for (size_t k = 0; k < 2; k++) {
        quiet_machine(NULL);
        machine.counters = true;
        replay.kind = kinds[k];
        replay.queries = 1;
        run();
        for (size_t i = 1; i < ROWS; i++)
            assert_within(sent.result[i].cycles, (k ? 1 : 2) * GHZ * MOVE_NS * (double)i, 1e-4);
    }
    replay.kind = MODE_REPLAY;
}

/* Row 2 gets few undisturbed samples per visit, but enough before it is given up. */
TEST_ON_A_QUIET_MACHINE(only_rows_that_lack_samples_get_further_rounds)
{
    machine.disturbance = PREEMPTED;
    machine.one_in[2] = MAX_ROW_FAILURES / MIN_SAMPLES / 2;
    run();
    assert_measured(1);
    assert_measured(2);
    assert_in_range(sent.of_row[1], 1, ROUNDS);
    assert_true(sent.of_row[2] > sent.of_row[1]);
    assert_in_range(sent.result[2].undisturbed, MIN_SAMPLES, MIN_SAMPLES + SAMPLES_PER_VISIT - 1);
    assert_within(sent.progress[sent.visits - 1].done, 1, 1e-6);
}

TEST_ON_A_QUIET_MACHINE(row_that_is_always_disturbed_is_given_up)
{
    machine.disturbance = PREEMPTED;
    machine.one_in[2] = SIZE_MAX;
    run();
    assert_measured(1);
    assert_in_range(machine.samples[2], MAX_ROW_FAILURES, MAX_ROW_FAILURES + MAX_VISIT_FAILURES);
    assert_int_equal(sent.result[2].undisturbed, 1);
    assert_true(isnan(sent.result[2].cycles));
}

/* The core is taken for good after half a visit. */
TEST_ON_A_QUIET_MACHINE(bound_ends_process_that_hands_in_what_it_has)
{
    machine.taken_from = VISIT_SECONDS / 2;
    machine.taken_to = INFINITY;
    plan.bound = 0.05;
    run();
    assert_within(machine.now - machine.begin, plan.bound, VISIT_SECONDS);
    double undisturbed = sent.result[1].undisturbed + sent.result[2].undisturbed;
    double lost = sent.result[1].samples + sent.result[2].samples - undisturbed;
    assert_true(undisturbed > 0 && undisturbed < SAMPLES_PER_VISIT);
    assert_within(lost, (plan.bound - machine.taken_from) / SAMPLE_WITH_CANARY_SECONDS,
                  1 + TIMED_ROWS);
    assert_true(isnan(sent.result[1].cycles) && isnan(sent.result[2].cycles));
    assert_true(sent.result[1].samples && sent.result[2].samples); /* also of one not visited */
    assert_true(sent.progress[0].done < 1);
}

/* Its co-runners may be what takes the core: waiting for its end would be in vain. */
TEST_ON_A_QUIET_MACHINE(row_with_corunners_waits_for_some_canaries_only)
{
    replay.cores = 2;
    machine.taken_to = INFINITY;
    run();
    assert_int_equal(machine.canaries, sent.visits * (MAX_CORUNNER_WAITS + 1));
    for (size_t i = 1; i < ROWS; i++) {
        assert_int_equal(sent.result[i].undisturbed, 0);
        assert_true(sent.of_row[i] > 1 && sent.result[i].samples > sent.of_row[i]);
    }
}

/* The core was taken when its reference was measured, and during most of the planned time. */
TEST_ON_A_QUIET_MACHINE(higher_reference_drops_earlier_samples)
{
    plan.reference_ipc = IPC / 2;
    machine.taken_to = 0.7 * plan.seconds;
    run();
    assert_within(sent.reference_ipc, IPC, 0.011);
    for (size_t i = 1; i < ROWS; i++) {
        assert_measured(i);
        assert_true(machine.samples[i] > sent.result[i].undisturbed + SAMPLES_PER_VISIT);
        assert_true(sent.result[i].samples >= machine.samples[i]);
    }
}

/* Nor are single canaries that agree, as where interrupts fall into them. */
TEST_ON_A_QUIET_MACHINE(impossible_speed_is_no_reference)
{
    machine.taken_to = 5e-3;
    machine.reads_too_fast = true;
    run();
    assert_true(sent.reference_ipc == IPC);
    assert_measured(1);
    quiet_machine(NULL);
    machine.faster_one_in = 3;
    run();
    assert_true(sent.reference_ipc == IPC);
}

/* The checksum of every sample is compared, also of the last one. */
TEST_ON_A_QUIET_MACHINE(wrong_row_is_reported_once)
{
    static const size_t wrong[] = {0, 1, SAMPLES}; /* 0: warm-ups */
    for (size_t w = 0; w < COUNT(wrong); w++) {
        quiet_machine(NULL);
        machine.wrong_warm_ups = !wrong[w];
        machine.wrong_sample = wrong[w];
        run();
        assert_measured(1);
        assert_int_equal(sent.wrong[1], 0);
        assert_int_equal(sent.wrong[2], 1);
        assert_int_equal(machine.samples[2], wrong[w]);
        assert_int_equal(sent.of_row[2], w < 2 ? 0 : ROUNDS - 1);
        assert_int_equal(row[2].planned.status, ROW_WRONG);
    }
}

/* A row's neighbours in time must not be the same in all processes of a run. */
TEST_ON_A_QUIET_MACHINE(each_process_has_orders_of_its_own)
{
    uint32_t first[MAX_VISITS];
    bool differs = false;
    run();
    memcpy(first, sent.order, sizeof first);
    for (uint32_t process = 0; process < 9; process++) {
        quiet_machine(NULL);
        plan.process = process;
        run();
        differs = differs || memcmp(sent.order, first, sizeof first);
        assert_true(process || !differs);
    }
    assert_true(differs);
}

/* 0.1 ms are 250 games of row 1. */
TEST_ON_A_QUIET_MACHINE(preempted_calibration_does_not_shorten_samples)
{
    run();
    for (size_t i = 1, runs = machine.calibrations; i <= runs; i++) {
        quiet_machine(NULL);
        machine.preempted = i;
        run();
        assert_in_range(row[1].sample_size, 250, 251);
        assert_in_range(row[2].sample_size, 125, 126);
    }
}

/* ---- where its tables lie ---- */

static int scattered_fd;
static bool pages_are_huge;

bool __wrap_pages_use_huge(struct error *failure)
{
    return pages_are_huge = true;
}

/* Huge pages are asked for before tables have any. */
void __wrap_pages_scatter_tables(struct random *random)
{
    const uint64_t drawn = random_next(random);
    if (pages_are_huge)
        write_all(scattered_fd, &drawn, sizeof drawn);
    _exit(STATUS_OK);
}

static void start_worker(const void *ignored, int fd)
{
    scattered_fd = fd;
    worker_run(fd, &error);
}

/* Returns what a process of a plan without rows draws for its pages. */
static uint64_t pages_of_process(uint32_t process)
{
    struct subprocess worker;
    struct message message;
    uint64_t drawn = 0;
    plan.process = process;
    plan.run_rows = plan.timed_rows = 0;
    plan.huge_pages = true;
    assert_ok(subprocess_start(&worker, start_worker, NULL, "timing process", &error));
    assert_true(write_all(worker.fd, &plan, sizeof plan));
    assert_true(read_all(worker.fd, &message, sizeof message));
    assert_true(message_read_build(worker.fd, &message));
    assert_true(read_all(worker.fd, &drawn, sizeof drawn));
    subprocess_wait(&worker);
    return drawn;
}

/* Where pages lie is common to all samples of a process: the interval contains it only if each
 * process draws anew. */
TEST_ON_A_QUIET_MACHINE(each_process_has_pages_of_its_own)
{
    assert_true(pages_of_process(0) == pages_of_process(0));
    assert_true(pages_of_process(0) != pages_of_process(1));
}

/* No draw decides another one, in no process of no run. */
TEST(every_draw_has_its_own_stream)
{
    enum { SEEDS = 4, PROCESSES = 40 };
    static uint64_t first[SEEDS * PROCESSES * RANDOM_USES];
    size_t n = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        for (uint32_t process = 0; process < PROCESSES; process++)
            for (enum random_for what = 0; what < RANDOM_USES; what++) {
                struct timing_plan drawn = {.seed = seed, .process = process};
                struct random random = process_random(&drawn, what);
                first[n++] = random_next(&random);
            }
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < a; b++)
            assert_int_not_equal(first[a], first[b]);
}

RUN_TESTS(NULL, NULL)
