/* SPDX-License-Identifier: MIT
 * The lines below the tables of a made-up run. */
#include "analysis/columns.h"
#include "output/views.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "support/captured_text.h"
#include "support/made_up_run.h"

static const struct scheme pext = {.name = "pext",
                                   .needs = "bmi2",
                                   .traits = BRANCHLESS | MULTIPLY_FREE},
                           magic = {.name = "magic", .traits = BRANCHLESS},
                           magic_2 = {.name = "magic_2", .traits = BRANCHLESS},
                           loop = {.name = "loop", .traits = MULTIPLY_FREE},
                           twin = {.name = "magic_twin", .twin = "magic", .traits = BRANCHLESS};

static const struct list games[ROW_PIECES] = {
    [ROOK] = {.name = "games", .piece = ROOK},
    [BISHOP] = {.name = "games", .piece = BISHOP},
    [QUEEN] = {.name = "games", .piece = QUEEN},
    [BOTH] = {.name = "games", .piece = BOTH},
    [ALL] = {.name = "games", .piece = ALL},
    [MIX_NNUE] = {.name = "games", .piece = MIX_NNUE},
    [MIX_HAND_MADE] = {.name = "games", .piece = MIX_HAND_MADE},
};
static const struct list sparse = {.name = "random", .piece = QUEEN};

static const struct mode_spec throughput = {.kind = MODE_THROUGHPUT, .name = "throughput"},
                              latency = {.kind = MODE_LATENCY, .name = "latency"},
                              hot = {.kind = MODE_BURST, .name = "burst-0-8"},
                              cold = {.kind = MODE_BURST, .name = "burst-L2-8", .kib = 512},
                              cold_16 = {.kind = MODE_BURST, .name = "burst-L2-16", .kib = 512},
                              colder = {.kind = MODE_BURST, .name = "burst-16L2-8", .kib = 8192},
                              replay = {.kind = MODE_REPLAY, .name = "replay"},
                              setwise = {.kind = MODE_SETWISE, .name = "setwise"};

static struct machine machine;
static struct run_request request;
static struct report report;

static int start(void **state)
{
    (void)state;
    start_run(MOST_PROCESSES);
    machine = (struct machine){.cpus = 4, .load = 1, .l2_bytes = 512 << 10};
    request = (struct run_request){.given_count = 0};
    report = (struct report){.run = &run, .machine = &machine, .request = &request, .saved = ""};
    return 0;
}

static void add_column(const struct list *list, const struct mode_spec *mode)
{
    add_row(&pext, list, mode, 5);
    add_row(&magic, list, mode, 10);
    add_row(&loop, list, mode, 50);
}

static char *lines(void)
{
    FILE *out = capture();
    for (size_t i = 0; i < run.n; i++)
        if (is_first_of_column(&run, &rows[i]))
            rank_column(&run, &rows[i]);
    conclusions_write(&report, "build/native/slidebench", out);
    return captured();
}

static void contains(const char *expected)
{
    char *got = lines();
    if (!strstr(got, expected))
        assert_string_equal(got, expected);
}

static void best_schemes_and_ratios(void **state)
{
    (void)state;
    add_row(&magic_2, &games[ROOK], &throughput, 10.05);
    add_row(&magic, &games[ROOK], &throughput, 10);
    add_column(&games[QUEEN], &throughput);
    add_row(&pext, &games[QUEEN], &latency, 20);
    add_row(&magic, &games[QUEEN], &latency, 16);
    add_column(&games[MIX_NNUE], &throughput);
    add_row(&loop, &sparse, &throughput, 1); /* another list */
    assert_string_equal(
        lines(),
        "\n"
        "best on games   throughput      latency  (=N: N others tie)\n"
        "rook            magic 10.00 =1\n"
        "queen           pext 5.00       magic 16.00\n"
        "mix-nnue        pext 5.00\n"
        "queen multiply-free / multiplies: throughput 0.50 [0.50, 0.50], latency 1.25 [1.25, "
        "1.25]\n"
        "queen branchless / branchy: throughput 0.10 [0.10, 0.10]\n"
        "next: build/native/slidebench bench --full --out results   (cold caches; a result to "
        "send), or "
        "build/native/slidebench recommend\n");
}

/* All pieces and three modes, whatever was run. */
static void lines_are_twelve_at_most(void **state)
{
    (void)state;
    static const struct mode_spec *const modes[] = {&throughput, &latency, &hot,    &cold,
                                                    &colder,     &replay,  &setwise};
    for (enum piece piece = 0; piece < ROW_PIECES; piece++)
        for (size_t m = 0; m < sizeof modes / sizeof *modes; m++)
            add_column(&games[piece], modes[m]);
    run.unstable = 3;
    char *text = lines();
    size_t count = 0;
    for (const char *line = text + 1; *line; line = strchr(line, '\n') + 1)
        count++;
    assert_int_equal(count, 12);
    HAS(text, "  throughput  latency    burst-L2-8\n");
    HAS_NOT(text, "replay");
    HAS(text, "\nmix-hand-made ");
}

/* Cold modes of one column share the first part of their names. */
static void cold_modes_are_those_after_l2(void **state)
{
    (void)state;
    add_row(&magic, &games[QUEEN], &hot, 1);
    add_row(&magic, &games[QUEEN], &cold, 2);
    add_row(&magic, &games[QUEEN], &colder, 3);
    add_row(&magic, &games[MIX_NNUE], &cold_16, 4);
    contains(
        "\nbest on games   burst-L2\nqueen           magic 2.00\nmix-nnue        magic 4.00\n");
}

/* A recorded run may have a scheme of any name. */
static void long_names_are_cut(void **state)
{
    (void)state;
    static char name[300];
    memset(name, 'x', sizeof name - 1);
    const struct scheme named = {.name = name}, other = {.name = "other"};
    add_row(&named, &games[QUEEN], &throughput, 10);
    add_row(&other, &games[QUEEN], &throughput, 10.01);
    char *text = lines();
    assert_int_equal(strspn(strchr(text, 'x'), "x"), 40);
    HAS(text, "x 10.00 =1\n");
}

static void nothing_to_take_with_care(void **state)
{
    (void)state;
    add_column(&games[QUEEN], &throughput);
    add_row(&twin, &games[QUEEN], &throughput, 10.01);
    HAS_NOT(lines(), "take with care");
}

static void figures_to_take_with_care(void **state)
{
    (void)state;
    run.processes_ended = run.min_processes = 5;
    const struct mode_spec *const modes[] = {&throughput, &latency, &hot, &cold};
    for (size_t m = 0; m < 4; m++) {
        struct measured_row *best = add_row(&pext, &games[QUEEN], modes[m], 10);
        best->cycles = (struct interval){10, 9, m == 3 ? 9.9 : 10.2};
        add_row(&magic, &games[QUEEN], modes[m], 20);
    }
    add_row(&twin, &games[QUEEN], &throughput, 20.18);
    run.unstable = 1;
    contains(
        "\ntake with care: 5 processes give intervals of 94 % confidence, not 95 %; games queen "
        "throughput ±6 %; games queen latency ±6 %; 1 more column ± over 5 %; 1 row unstable; "
        "identical copies of a scheme (twins) differ by up to 0.9 %\n");
    run.min_processes = 1;
    contains("take with care: a single process gives no interval; ");
}

/* Six processes allow intervals of 95 %, and one comparison. */
static void few_processes_correct_few_comparisons(void **state)
{
    (void)state;
    run.processes_ended = run.min_processes = 6;
    add_column(&games[QUEEN], &throughput);
    contains("\ntake with care: ranks hold together for 1 of 2 comparisons\n");
}

static void next_command(void **state)
{
    (void)state;
    add_column(&games[QUEEN], &throughput);
    report.request = NULL;
    contains("\nnext: build/native/slidebench bench --full --out results   (cold");
    report.request = &request;
    contains(", or build/native/slidebench recommend\n");
    run.in_doubt = 1;
    contains("\nnext: build/native/slidebench bench --preset standard --out results   (");
    struct given_option given[] = {{"processes", "12"}, {"full", NULL}};
    request.given = given;
    request.given_count = 2;
    contains(
        "\nnext: build/native/slidebench bench --full --out results   (on a quiet machine, for a "
        "result to send)\n");
    report.saved = "results/x/y.jsonl.gz";
    contains("\nnext: build/native/slidebench bench --resume results/x/y.jsonl.gz\n");
    report.saved = "";
    run.in_doubt = 0;
    rows[0].samples_total = 100;
    rows[0].undisturbed_share = 0.89;
    contains("\ntake with care: core undisturbed 89 % of the time\n");
    contains(
        "\nnext: build/native/slidebench bench --full --out results   (on a quiet machine, for a "
        "result to send)\n");
    rows[0].undisturbed_share = 0.9;
    contains(
        "\nnext: build/native/slidebench bench --full --out results   (writes a log to send)\n");
    report.saved = "results/x/y.jsonl.gz";
    contains("\nnext: send results/x/y.jsonl.gz in a pull request\n");
    run.processes_ended = 11;
    contains(
        "\nnext: build/native/slidebench bench --full --out results   (12 processes or more, for a "
        "result to send)\n");
    report.partial = true;
    contains("\nnext: build/native/slidebench bench --resume results/x/y.jsonl.gz\n");
}

static void nothing_ranked(void **state)
{
    (void)state;
    assert_string_equal(lines(), "");
    add_row(&pext, &games[QUEEN], &throughput, 5)->planned.status = ROW_UNSTABLE;
    run.unstable = 1;
    assert_string_equal(
        lines(),
        "\ntake with care: 1 row unstable\n"
        "next: build/native/slidebench bench --full --out results   (cold caches; a result to "
        "send), or "
        "build/native/slidebench recommend\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(best_schemes_and_ratios, start),
        cmocka_unit_test_setup(lines_are_twelve_at_most, start),
        cmocka_unit_test_setup(cold_modes_are_those_after_l2, start),
        cmocka_unit_test_setup(long_names_are_cut, start),
        cmocka_unit_test_setup(nothing_to_take_with_care, start),
        cmocka_unit_test_setup(figures_to_take_with_care, start),
        cmocka_unit_test_setup(few_processes_correct_few_comparisons, start),
        cmocka_unit_test_setup(next_command, start),
        cmocka_unit_test_setup(nothing_ranked, start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
