/* SPDX-License-Identifier: MIT
 * The notes and the conclusions below the tables of planted runs. */
#include "output/output.h"

#include "support/planted_run.h"

static struct machine machine;
static struct pin pin;
static struct run_request request;
static struct result result;

static int start(void **state)
{
    machine =
        (struct machine){.slug = "some-cpu", .microarchitecture = "Some", .l2_bytes = 512 << 10};
    pin = (struct pin){.description = "CPU 3"};
    request = (struct run_request){.full = false};
    result = (struct result){.run = &run,
                             .machine = &machine,
                             .pin = &pin,
                             .build = {.level = "native", .compiler = "gcc 12"},
                             .request = &request,
                             .saved = ""};
    return 0;
}

/* ---- notes ---- */

static char *notes(void)
{
    notes_write(&result, capture());
    return captured();
}

TEST_BETWEEN(start, notes_count_rows, NULL)
{
    plant_and_conclude(6,
                       "rays: 5; loop: -; loop bishop: -; loop rook: -; loop both: -;"
                       "loop queen games latency: -; loop queen games burst-9-8: -;"
                       "loop queen random: -; magic: 50 -; magic_2: 50 -;"
                       "pext queen games setwise: wrong");
    char *text = notes();
    HAS(text, "\nsome-cpu (Some), 3.00 GHz, CPU 3; level native, gcc 12\n");
    HAS(text, "6 processes; core undisturbed ");
    HAS(text, " % of the time; 9 rows unstable, 0 unsupported, 1 wrong\n");
    HAS(text, "wrong: pext games queen setwise: as planted\n");
    HAS(text, "unstable, in doubt: loop games bishop throughput: 0 of 6 processes had 15 ");
    HAS(text, "unstable, in doubt: 2 more rows\n");
    HAS(text, "unstable, but not the best: 2 rows of their columns\n");
    HAS_NOT(text, "warning");

    machine.microarchitecture[0] = '\0';
    snprintf(pin.warning, sizeof pin.warning, "not pinned");
    machine_warn(&machine, "on battery");
    result.partial = true;
    result.resumed = (struct resumptions){{2, 4}, 2};
    text = notes();
    HAS(text, "some-cpu (unknown), ");
    HAS(text, "6 processes (interrupted), resumed after 2, 4; ");
    HAS(text, "warning: not pinned\nwarning: on battery\n");
    plant_and_conclude(6, "loop: crashed");
    HAS_NOT(notes(), "GHz");
}

/* Ten times too slow or too fast. */
TEST_BETWEEN(start, wrong_clock_is_a_warning, NULL)
{
    plant_and_conclude(6, "loop: 5");
    for (double factor = 0.1; factor < 11; factor *= 10) {
        for (size_t p = 0; p < 6; p++)
            run.row->process[p].ghz = 3 * factor;
        conclude(&run, 0);
        char *text = notes();
        assert_int_equal(strstr(text, "GHz: the system's clock is wrong") != NULL, factor != 1);
    }
}

/* Those that widen a column's intervals have a line each. */
TEST_BETWEEN(start, notes_of_twins, NULL)
{
    plant_and_conclude(6, "magic: 10 6*-; magic_twin: 10");
    HAS_NOT(notes(), "twin");
    plant_and_conclude(6,
                       "magic: 10; magic_twin: 10.1;"
                       "magic queen games latency: 10; magic_twin queen games latency: 10;"
                       "magic queen games burst-8-8: 10; magic_twin queen games burst-8-8: 9.9");
    HAS(notes(),
        "\ntwin: magic_twin / magic, games queen burst-8-8: ratio 0.9900 [0.9900, 0.9900]; "
        "all intervals of this column are wider by this difference\n"
        "twins: 2 of 3 identical copies tie with their originals; ratios from 0.9900 "
        "to 1.0100\n");
}

/* Those that were measured wrong have a line each. */
TEST_BETWEEN(start, notes_of_controls, NULL)
{
    plant_and_conclude(6, "delayed: 11; delayed_20: 3*20.9 3*21.02; delayed queen random:5: 11.7");
    HAS(notes(),
        "\ncontrol: +10 cycles measured as 10.70 [10.70, 10.70]: wrong, delayed random:5 queen "
        "throughput\ncontrols: 2 of 3 known times were measured right\n");
}

/* ---- conclusions ---- */

static char *lines(void)
{
    conclusions_write(&result, "slidebench", capture());
    return captured();
}

#define SEND                                                                                       \
    "next, for all modes, and a log to send:\n        slidebench bench --full --out results\n"

TEST_BETWEEN(start, costs_in_what_engines_look_up, NULL)
{
    plant_and_conclude(
        12,
        "magic_2 rook: 10.05; pext queen: 5; pext queen games latency: 20; pext mix-hce: 5;"
        "magic rook: 10; magic queen: 10; magic queen games latency: 16; magic mix-hce: 10;"
        "loop queen: 50; loop mix-hce: 50; loop queen games batch: 1; loop queen random: 1");
    HAS(lines(),
        "\nmultiply-free / multiplying, time of the best: queen warm 0.50 [0.50, 0.50], "
        "queen chain 1.25 [1.25, 1.25], HCE warm 0.50 [0.50, 0.50]\n"
        "branchless / branchy, time of the best: queen warm 0.10 [0.10, 0.10], "
        "HCE warm 0.10 [0.10, 0.10]\n");
    machine.l2_bytes = 0; /* hidden */
    plant_and_conclude(12,
                       "pext mix-nnue games burst-1024-16: 5; pext mix-hce: 5;"
                       "magic mix-nnue games burst-1024-16: 10; magic mix-hce: 10");
    HAS(lines(), "multiplying, time of the best: NNUE cold 0.50 [0.50, 0.50], HCE warm 0.50 ");
    plant_and_conclude(12, "pext rook games batch: 5; magic rook games batch: 10");
    assert_string_equal(
        lines(),
        "\nmultiply-free / multiplying, time of the best: rook batch 0.50 [0.50, 0.50]\n" SEND);
}

/* Of a run with many columns, too. */
TEST_BETWEEN(start, lines_are_few, NULL)
{
    static const char *const schemes_of[][2] = {{"pext", "5"}, {"magic", "10"}, {"loop", "50"}},
                             *const modes[] = {"throughput", "latency",      "burst-L2-16",
                                               "burst-L2-8", "burst-16L2-8", "setwise",
                                               "batch"};
    static char rows[8192];
    for (size_t s = 0; s < 3; s++)
        for (enum piece piece = 0; piece < ROW_PIECES; piece++)
            for (size_t m = 0; m < 7; m++)
                snprintf(rows + strlen(rows), sizeof rows - strlen(rows), "%s %s games %s: %s;",
                         schemes_of[s][0], piece_names[piece], modes[m], schemes_of[s][1]);
    strcat(rows, "rays: -");
    plant_and_conclude(12, rows);
    char *text = lines();
    size_t count = 0, compared = 0;
    for (const char *line = text + 1; *line; line = strchr(line, '\n') + 1)
        count++;
    for (const char *at = text; (at = strstr(at, " 0.50 [")); at++)
        compared++;
    assert_int_equal(count, 6);
    assert_int_equal(compared, 6);
    HAS_NOT(text, "batch");
    HAS(text, "\ntake pext for an engine with a hand-crafted evaluation\n");
}

#define COLD " mix-nnue games burst-L2-16: "
#define WARM " mix-hce games throughput: "

TEST_BETWEEN(start, lines_of_a_run, NULL)
{
    static const struct {
        size_t processes;
        const char *rows, *text;
    } cases[] = {
        /* Figures to take with care. */
        {5,
         "pext: 9 10 10 10 10.2; pext queen games latency: 9 10 10 10 10.2;"
         "pext queen games burst-0-8: 9 10 10 10 10.2; pext queen games burst-L2-8: 9.2 10 10 10 "
         "9.9;"
         "magic: 20; loop: 99 -",
         "\ntake with care: 5 processes give intervals of 94 % confidence, not 95 %; best of games "
         "queen warm ±6 %; best of games queen chain ±6 %; 1 more column ± over 5 %\n"},
        {1, "pext: 5; magic: 10", "take with care: a single process gives no interval\n"},
        {12, "pext: 5; magic: 10; loop: 50; magic_twin: 10.01",
         "branchy, time of the best: queen warm 0.10 [0.10, 0.10]\nnext"},
        /* Schemes to take, beside those that most engines have, where they have a result. */
        {12, "magic" COLD "5; pext" COLD "10; magic_fancy" COLD "20; loop" WARM "-",
         "\ntake pext for an engine with a neural network: engines take 4.3 % longer with "
         "magic_fancy, as trials and this column predict; magic is the fastest here, but no engine "
         "was tried with it\n"},
        {12, "magic" COLD "5; magic_2" COLD "10",
         "\ntake magic for an engine with a neural network\n"},
        {12, "pext" WARM "10; magic_fancy" WARM "9.9",
         "engines take 0.6 % longer with magic_fancy (the fastest here), as trials"},
    };
    for (size_t c = 0; c < COUNT(cases); c++) {
        plant_and_conclude(cases[c].processes, cases[c].rows);
        if (!strstr(lines(), cases[c].text))
            assert_string_equal(capture_file.text, cases[c].text);
    }
}

TEST_BETWEEN(start, next_command, NULL)
{
    static const struct {
        const char *text, *saved;
        bool full, in_doubt, partial, few;
    } cases[] = {
        {.text = SEND},
        {SEND, .saved = "x.jsonl.gz"},
        {"bench --preset standard --out results\n", .in_doubt = true},
        {.text = SEND, .full = true},
        {SEND, .full = true, .in_doubt = true},
        {"\n        slidebench recommend x.jsonl.gz\n", "x.jsonl.gz", .full = true},
        {"bench --resume x.jsonl.gz\n", "x.jsonl.gz", .full = true, .in_doubt = true},
        {"bench --resume x.jsonl.gz\n", "x.jsonl.gz", .full = true, .few = true},
        {"bench --resume x.jsonl.gz\n", "x.jsonl.gz", .full = true, .partial = true},
    };
    for (size_t c = 0; c < COUNT(cases); c++) {
        plant_and_conclude(cases[c].few ? 11 : 12, "pext: 5; magic: 10; loop: 50");
        run.in_doubt = cases[c].in_doubt;
        request.full = cases[c].full;
        result.saved = cases[c].saved ? cases[c].saved : "";
        result.partial = cases[c].partial;
        if (!strstr(lines(), cases[c].text))
            assert_string_equal(capture_file.text, cases[c].text);
    }
    plant(12, "pext: 5");
    run.n = 0;
    assert_string_equal(lines(), "");
    run.n = 1;
}

RUN_TESTS(NULL, NULL)
