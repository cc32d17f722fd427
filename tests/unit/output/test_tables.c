/* SPDX-License-Identifier: MIT
 * The tables, the notes, the CSV and the JSON of a made-up run. */
#include "analysis/break_even.h"
#include "output/csv.h"
#include "output/json.h"
#include "output/markdown.h"
#include "output/notes.h"
#include "output/terminal.h"
#include "support/failing_malloc.h"
#include "base/text.h"

#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { PROCESSES = 6 };

static const struct scheme plain = {.name = "plain",
                                    .family = "one, \"two\"",
                                    .traits = BRANCHLESS},
                           twin = {.name = "plain_twin", .family = "x", .twin = "plain"},
                           other = {.name = "other", .family = "x", .table_bytes = {0, 0, 3 << 19}},
                           rotated = {.name = "rotated", .family = "x", .traits = INCREMENTAL},
                           floor_of_all = {.name = "floor", .family = "x", .traits = MOCK};
static bitboard prefix_sums[65];
static struct workload queries = {.name = "games",
                                  .piece = QUEEN,
                                  .kind = LIST_OF_QUERIES,
                                  .n = 64,
                                  .distinct = 64,
                                  .expected.prefix_sums = prefix_sums};
static struct workload games = {.name = "games",
                                .piece = ALL,
                                .kind = LIST_OF_GAMES,
                                .n = 64,
                                .distinct = 64,
                                .expected.prefix_sums = prefix_sums,
                                .lookups = 4};
static struct workload sparse = {.name = "random:5",
                                 .piece = QUEEN,
                                 .kind = LIST_OF_QUERIES,
                                 .n = 64,
                                 .distinct = 64,
                                 .expected.prefix_sums = prefix_sums};
static struct machine machine;
static struct pin pin;

static struct run run;
static struct measured_row row[40];

static int no_rows(void **state)
{
    (void)state;
    run = (struct run){
        .row = row, .requested = PROCESSES, .processes = PROCESSES, .min_processes = PROCESSES};
    machine = (struct machine){.slug = "some-cpu", .microarchitecture = "Some"};
    pin = (struct pin){.description = "CPU 3"};
    return 0;
}

static int drop_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < run.n; i++) {
        free(row[i].process_cycles);
        free(row[i].process_ns);
        row[i] = (struct measured_row){0};
    }
    return 0;
}

/* Appends a row. Each process measured `cycles`; the interval extends `half` to either side;
 * NAN: unknown. */
static struct measured_row *add(const struct scheme *scheme, const struct workload *workload,
                                enum mode mode, double cycles, double half)
{
    static struct mode_spec modes[MODES];
    modes[mode] = (struct mode_spec){.kind = mode, .threads = 1};
    snprintf(modes[mode].name, sizeof modes[mode].name, "%s", mode_table[mode].name);
    struct measured_row *r = &row[run.n++];
    *r = (struct measured_row){.id.scheme = scheme,
                               .id.workload = workload,
                               .id.mode = &modes[mode],
                               .ghz = 3,
                               .processes_measured = PROCESSES};
    r->sample_count = 100;
    r->undisturbed_share = 0.5;
    r->cycles = (struct interval){cycles, cycles - half, cycles + half};
    r->ns = (struct interval){cycles / 3, cycles / 3, cycles / 3};
    r->process_cycles = malloc(PROCESSES * sizeof(double));
    r->process_ns = malloc(PROCESSES * sizeof(double));
    for (size_t p = 0; p < PROCESSES; p++) {
        r->process_cycles[p] = cycles;
        r->process_ns[p] = cycles / 3;
    }
    for (int c = 0; c < COUNTERS; c++)
        r->counted[c] = NAN;
    return r;
}

static void fault(struct measured_row *r, enum row_status status, const char *why)
{
    r->id.status = status;
    snprintf(r->id.reason, sizeof r->id.reason, "%s", why);
}

/* A stream in memory; the caller of output_text() frees its text. */
static FILE *out;
static char *text;
static size_t text_size;

static FILE *open_output(void)
{
    out = open_memstream(&text, &text_size);
    assert_non_null(out);
    return out;
}

static char *output_text(void)
{
    fclose(out);
    return text;
}

static void expect(char *got, const char *expected)
{
    assert_string_equal(got, expected);
    free(got);
}

/* Fills a table that must be sorted: mocks, results by the first column, rows without a result. */
static void fill_table(void)
{
    add(&rotated, &queries, MODE_THROUGHPUT, 123.4, 0.2)->standing = (struct standing){2, 3, false};
    fault(add(&rotated, &queries, MODE_LATENCY, 1, 0), ROW_CRASHED, "hangs");
    add(&plain, &queries, MODE_THROUGHPUT, 3.214, 0.01)->standing = (struct standing){1, 1, true};
    add(&plain, &queries, MODE_LATENCY, 14.55, 12)->standing = (struct standing){1, 1, true};
    add(&plain, &games, MODE_REPLAY, 40.25, 0.2)->standing = (struct standing){1, 1, true};
    fault(add(&other, &queries, MODE_THROUGHPUT, 1, 0), ROW_UNSUPPORTED, "needs luck");
    fault(add(&other, &queries, MODE_LATENCY, 1, 0), ROW_UNSUPPORTED, "needs luck");
    fault(add(&twin, &queries, MODE_THROUGHPUT, 1, 0), ROW_UNSTABLE, "busy");
    add(&twin, &queries, MODE_LATENCY, 2, NAN);
    add(&floor_of_all, &queries, MODE_THROUGHPUT, 900, 0.2);
    add(&plain, &sparse, MODE_LATENCY, 1000, 0.2);
}

static void test_order_digits_and_faults(void **state)
{
    (void)state;
    fill_table();
    assert_true(terminal_write(&run, open_output()));
    expect(output_text(),
           "Core cycles per query on `games` (64 queries); ± 95 % confidence "
           "interval; * best or tied with it\n"
           "rank: from the intervals of the first column\n\n"
           "                                                  queen        queen\n"
           "  rank scheme                       tables   throughput      latency\n"
           "       floor                           0 B    900.0±0.2             \n"
           "     1 plain                           0 B   3.21±0.01*       15±12*\n"
           "   2-3 rotated                         0 B    123.4±0.2      crashed\n"
           "       other                       1.5 MiB   unsupported (needs luck)\n"
           "       plain_twin                      0 B       slower         2.00\n\n"
           "Core cycles per move on `games` (64 games); ± 95 % confidence "
           "interval; * best or tied with it\n"
           "rank: from the intervals of the first column\n\n"
           "                                                    all\n"
           "  rank scheme                       tables       replay\n"
           "     1 plain                           0 B    40.2±0.2*\n\n"
           "Core cycles per query on `random:5` (64 queries); ± 95 % confidence "
           "interval; * best or tied with it\n"
           "rank: from the intervals of the first column\n\n"
           "                                                  queen\n"
           "  rank scheme                       tables      latency\n"
           "       plain                           0 B   1000.0±0.2\n");
    assert_true(markdown_write(&run, open_output()));
    char *markdown = output_text();
    assert_non_null(strstr(markdown, "| 1 | `plain` | 0 B | **3.21±0.01** | **15±12** |"));
    assert_non_null(strstr(markdown, "| `other` | 1.5 MiB | unsupported (needs luck) | - |"));
    free(markdown);
}

/* The size in KiB is beside the name of a mode that names it by a cache. */
static void test_sizes_of_caches(void **state)
{
    (void)state;
    const struct mode_spec mode = {
        .kind = MODE_BURST, .cache = CACHE_L2, .kib = 1024, .name = "burst-L2-8"};
    add(&plain, &queries, MODE_BURST, 40, 0.2);
    add(&plain, &queries, MODE_BURST, 50, 0.2)->id.mode = &mode;
    assert_true(terminal_write(&run, open_output()));
    char *table = output_text();
    assert_non_null(strstr(table, "        burst   burst-L2-8\n"));
    assert_non_null(strstr(table, "                  1024 KiB\n"));
    free(table);
    assert_true(markdown_write(&run, open_output()));
    table = output_text();
    assert_non_null(strstr(table, "| queen burst | queen burst-L2-8 (1024 KiB) |\n"));
    free(table);
}

/* Returns the first rows of the table, as written to a terminal of `columns` columns. */
static const char *on_terminal(unsigned short columns)
{
    static char shown[8192];
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    FILE *terminal = fopen(ptsname(master), "w");
    assert_non_null(terminal);
    assert_int_equal(ioctl(master, TIOCSWINSZ, &(struct winsize){.ws_col = columns}), 0);
    assert_true(terminal_write(&run, terminal));
    assert_int_equal(fclose(terminal), 0);
    size_t length = 0;
    for (ssize_t n; (n = read(master, shown + length, sizeof shown - 1 - length)) > 0;)
        length += (size_t)n;
    shown[length] = 0;
    close(master);
    const char *floor = strstr(shown, "       floor");
    assert_non_null(floor);
    return floor;
}

static void starts(const char *got, const char *expected)
{
    assert_memory_equal(got, expected, strlen(expected));
}

/* A bar of the first column where there is room, twice as long for twice the cycles; the best is
 * green, a fault is red. */
static void test_terminal_with_colour_and_bars(void **state)
{
    (void)state;
    fill_table();
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    starts(on_terminal(80),
           "       floor                           0 B    900.0±0.2               ━━━━━━━━━▶\r\n"
           "     1 plain                           0 B\033[1;32m   3.21±0.01*\033[m"
           "\033[1;32m       15±12*\033[m  ━━\r\n"
           "   2-3 rotated                         0 B    123.4±0.2\033[1;31m      crashed\033[m  "
           "━━━━━━━━━▶\r\n"
           "       other                       1.5 MiB   unsupported (needs luck)\r\n");
    row[0].cycles.mid = 2.5 * row[2].cycles.mid;
    assert_non_null(strstr(on_terminal(200), "crashed\033[m  ━━━━━\r\n"));
    assert_non_null(strstr(on_terminal(200), "15±12*\033[m  ━━\r\n"));
    starts(on_terminal(77),
           "       floor                           0 B    900.0±0.2             \r\n");
    starts(on_terminal(200),
           "       floor                           0 B    900.0±0.2               "
           "━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━▶\r\n");
}

static void test_plain_terminal(void **state)
{
    (void)state;
    fill_table();
    const char *const plain_text =
        "       floor                           0 B    900.0±0.2             \r\n"
        "     1 plain                           0 B   3.21±0.01*       15±12*\r\n";
    setenv("TERM", "dumb", 1);
    starts(on_terminal(200), plain_text);
    setenv("TERM", "xterm", 1);
    setenv("NO_COLOR", "1", 1);
    starts(on_terminal(200), plain_text);
}

/* Empty where unknown, and quoted where a field holds commas or quotes. */
static void test_csv_fields_of_unknown_values(void **state)
{
    (void)state;
    add(&rotated, &queries, MODE_THROUGHPUT, 2, NAN)->standing = (struct standing){2, 3, false};
    struct measured_row *counted = add(&plain, &queries, MODE_THROUGHPUT, 1, 0);
    counted->counted[COUNT_CYCLES] = 1;
    counted->counted[COUNT_INSTRUCTIONS] = 2.5;
    fault(add(&plain, &queries, MODE_LATENCY, 1, 0), ROW_UNSTABLE, "busy");
    fault(add(&other, &queries, MODE_LATENCY, 1, 0), ROW_UNSUPPORTED, "needs luck");
    row[3].sample_count = 0;
    add(&floor_of_all, &queries, MODE_THROUGHPUT, 0.5, 0);
    char *line, *rest;
    const char *const ends[] = {
        "rotated,x,queen,games,throughput,ok,,64,2.0000,,,0.6667,0.6667,0.6667,3.0000,2,3,no,6,100,"
        "0.500,0,no,no,0000000000000000,canary,,,,,0.0,0.00",
        "plain,\"one, \"\"two\"\"\",queen,games,throughput,ok,,64,1.0000,1.0000,1.0000,0.3333,"
        "0.3333,0.3333,3.0000,,,,6,100,0.500,0,yes,no,0000000000000000,counter,2.5000,,,,0.0,0.00",
        "plain,\"one, \"\"two\"\"\",queen,games,latency,unstable,busy,64,,,,,,,,,,,6,100,0.500,0,"
        "yes,no,0000000000000000,,,,,,0.0,0.00",
        "other,x,queen,games,latency,unsupported,needs luck,64,,,,,,,,,,,,,,1572864,no,no,,,,,,,"
        "0.0,0.00",
        "floor,x,queen,games,throughput,ok,,64,0.5000,0.5000,0.5000,0.1667,0.1667,0.1667,3.0000,"
        ",,,6,100,0.500,0,no,no,,canary,,,,,0.0,0.00"};
    machine.microarchitecture_inferred = true;
    csv_write(&run, &machine, open_output());
    machine.microarchitecture_inferred = false;
    char *csv = output_text();
    assert_int_equal(strncmp(csv, "cpu,microarchitecture,level,compiler,scheme,", 44), 0);
    strtok_r(csv, "\n", &rest);
    for (size_t i = 0; i < run.n; i++) {
        line = strtok_r(NULL, "\n", &rest);
        assert_int_equal(strncmp(line, "some-cpu,Some (inferred),", 25), 0);
        assert_string_equal(line + strlen(line) - strlen(ends[i]), ends[i]);
    }
    free(csv);
}

static char *notes(bool partial)
{
    notes_write(&(struct report){.run = &run, .machine = &machine, .pin = &pin, .partial = partial},
                open_output());
    return output_text();
}

static void test_notes(void **state)
{
    (void)state;
    for (size_t i = 0; i < 9; i++) {
        struct measured_row *r = add(&other, &queries, MODE_THROUGHPUT, 1, 0);
        fault(r, ROW_UNSTABLE, "busy");
        r->in_doubt = i < 7;
    }
    run.unstable = 9;
    run.in_doubt = 7;
    fault(add(&other, &queries, MODE_LATENCY, 1, 0), ROW_WRONG, "on d4");
    add(&plain, &queries, MODE_LATENCY, 10, 0);
    add(&twin, &queries, MODE_LATENCY, 10.1, 0);
    char *full = notes(false);
    assert_non_null(strstr(full, "\nsome-cpu (Some), 3.00 GHz, CPU 3; level "));
    assert_non_null(strstr(full, "6 processes; 50 % of the samples undisturbed; 9 rows unstable"));
    assert_non_null(strstr(
        full, "twin: plain_twin / plain, games queen latency: ratio 1.0100 [1.0100, 1.0100]\n"));
    assert_non_null(strstr(full, "wrong: other games queen latency: on d4\n"));
    assert_non_null(strstr(full, "unstable, in doubt: other games queen throughput: busy\n"));
    assert_non_null(strstr(full, "unstable, in doubt: 2 more rows\n"));
    assert_non_null(strstr(full, "slower: 2 unstable rows, not the best of their columns\n"));
    assert_null(strstr(full, "warning"));
    assert_null(strstr(full, "indicative"));
    free(full);

    run.min_processes = 5;
    machine.microarchitecture[0] = '\0';
    snprintf(pin.warning, sizeof pin.warning, "not pinned");
    machine_add_warning(&machine, "on battery");
    full = notes(true);
    assert_non_null(strstr(full, "some-cpu (unknown), "));
    assert_non_null(strstr(full, "6 processes (interrupted); "));
    assert_non_null(
        strstr(full, "indicative: intervals of 5 processes have a confidence of 94 % at most; "));
    assert_non_null(strstr(full, "warning: not pinned\nwarning: on battery\n"));
    free(full);
}

/* Prints the ratios whose interval excludes 1, and the number of the others. */
static void test_summary_of_many_twins(void **state)
{
    (void)state;
    for (enum mode mode = 0; mode < 12; mode++) {
        add(&plain, &queries, mode, 10, 0);
        add(&twin, &queries, mode, mode == MODE_LATENCY ? 10.1 : mode == MODE_BURST ? 9.9 : 10, 0);
    }
    char *full = notes(false);
    assert_non_null(strstr(full, "games queen latency: ratio 1.0100 [1.0100, 1.0100]\n"));
    assert_non_null(strstr(full, "games queen burst: ratio 0.9900 [0.9900, 0.9900]\n"));
    assert_null(strstr(full, "games queen throughput: "));
    assert_non_null(
        strstr(full, "twins: 10 of 12 intervals contain 1; ratios from 0.9900 to 1.0100\n"));
    free(full);
}

/* No ratio without two results, no clock rate without a result. */
static void test_notes_without_results(void **state)
{
    (void)state;
    struct measured_row *r = add(&twin, &queries, MODE_LATENCY, 10, 0);
    r->sample_count = 0;
    char *none = notes(false);
    assert_null(strstr(none, "twin:"));
    assert_non_null(strstr(none, "6 processes; 0 rows unstable"));
    free(none);
    struct measured_row *original = add(&plain, &queries, MODE_LATENCY, 10, 0);
    for (size_t p = 1; p < PROCESSES; p++)
        original->process_cycles[p] = NAN;
    none = notes(false);
    assert_null(strstr(none, "twin:"));
    free(none);
    free(original->process_cycles);
    original->process_cycles = NULL;
    fault(original, ROW_CRASHED, "gone");
    fault(r, ROW_UNSTABLE, "busy");
    none = notes(false);
    assert_null(strstr(none, "twin:"));
    assert_null(strstr(none, "GHz"));
    free(none);
    free(r->process_cycles);
    r->process_cycles = NULL;
    none = notes(false);
    assert_null(strstr(none, "twin:"));
    free(none);
}

/* Returns the line on break-even in the notes; "" if they have none. */
static char *break_even_line(void)
{
    char *all = notes(false), *line = strstr(all, "break-even: ");
    line = line ? strndup(line, strcspn(line, "\n") + 1) : strdup("");
    free(all);
    return line;
}

/* Upkeep 20 against 4 cycles per move, and 8 against 16 for its 4 lookups: 16 / (8 / 4) = 8
 * lookups per move. */
static void test_break_even(void **state)
{
    (void)state;
    add(&rotated, &sparse, MODE_REPLAY_UPKEEP, 1, 0);
    struct measured_row *upkeep = add(&rotated, &games, MODE_REPLAY_UPKEEP, 20, 0);
    struct measured_row *lookups = add(&rotated, &games, MODE_REPLAY_LOOKUPS, 8, 0);
    add(&other, &games, MODE_REPLAY_UPKEEP, 5, 0);
    add(&other, &games, MODE_REPLAY_LOOKUPS, 18, 0);
    add(&plain, &games, MODE_REPLAY_UPKEEP, 4, 0); /* the best of those without a view */
    struct measured_row *best = add(&plain, &games, MODE_REPLAY_LOOKUPS, 16, 0);
    add(&twin, &games, MODE_REPLAY_UPKEEP, 4, 0);
    add(&twin, &games, MODE_REPLAY_LOOKUPS, 17, 0);
    add(&floor_of_all, &games, MODE_REPLAY_UPKEEP, 1, 0);
    add(&floor_of_all, &games, MODE_REPLAY_LOOKUPS, 1, 0);
    add(&plain, &sparse, MODE_REPLAY_LOOKUPS, 1, 0);
    const char *const line =
        "break-even: rotated: +16.0 cycles per move for its view; 2.00 cycles per lookup, "
        "plain 4.00: faster from 8.0 [8.0, 8.0] lookups per move on (4.0 in games)\n";
    expect(break_even_line(), line);
    struct break_even found;
    assert_false(break_even_find(&run, upkeep, &found));
    assert_false(break_even_find(&run, best, &found));
    assert_true(break_even_find(&run, lookups, &found));
    assert_ptr_equal(found.scheme, &rotated);
    assert_ptr_equal(found.against, &plain);
    assert_ptr_equal(found.workload, &games);
    assert_true(found.extra_upkeep == 16 && found.lookups_per_move.hi == 8);

    best->process_cycles[0] = lookups->process_cycles[1] = NAN; /* three processes lack a value */
    upkeep->process_cycles[2] = NAN;
    expect(break_even_line(), line);

    for (size_t p = 0; p < PROCESSES; p++)
        lookups->process_cycles[p] = 16;
    char *never = break_even_line();
    assert_non_null(strstr(never, ": never faster (4.0 lookups per move in games)\n"));
    free(never);

    fault(best, ROW_UNSTABLE, "busy"); /* then the next best */
    never = break_even_line();
    assert_non_null(strstr(never, "per lookup, plain_twin "));
    free(never);

    for (size_t p = 1; p < PROCESSES; p++)
        lookups->process_cycles[p] = NAN; /* one alone has no interval */
    expect(break_even_line(), "");
    upkeep->id.status = ROW_UNSTABLE;
    expect(break_even_line(), "");
}

static void test_no_break_even_without_a_stateless_scheme(void **state)
{
    (void)state;
    add(&rotated, &games, MODE_REPLAY_UPKEEP, 20, 0);
    add(&rotated, &games, MODE_REPLAY_LOOKUPS, 8, 0);
    expect(break_even_line(), "");
}

static void test_json_values_of_each_process(void **state)
{
    (void)state;
    struct run_request options = {
        .matrix = {.modes = {.mode = {{.kind = MODE_LATENCY, .name = "latency"},
                                      {.kind = MODE_BURST, .kib = 512, .name = "burst-0.5L2-8"}},
                             .n = 2},
                   .line = {{.pieces = {[QUEEN] = true}, .modes = {true}}},
                   .n = 1}};
    struct report report = {
        .options = &options, .run = &run, .machine = &machine, .pin = &pin, .began = 1795391999};
    add(&plain, &queries, MODE_LATENCY, 10, 0)->process_cycles[2] = NAN;
    run.reference_ipc = INFINITY;
    for (int counted = 0; counted < 2; counted++) {
        run.counted = options.huge_pages = options.no_warmup = counted;
        assert_true(json_write(&report, counted ? "0123abcd" : NULL, open_output()));
        char *written = output_text();
        json_t *json = json_loads(written, 0, NULL);
        assert_non_null(json);
        assert_string_equal(json_string_value(json_object_get(json, "cycles_source")),
                            counted ? "counter" : "canary");
        assert_string_equal(json_string_value(json_object_get(json, "date")),
                            "2026-11-22T23:59:59Z");
        assert_true(json_number_value(json_object_get(json, "canary_ipc_reference")) == 0);
        assert_int_equal(json_is_string(json_object_get(json, "csv_crc32")), counted);
        json_t *given = json_object_get(json, "options");
        assert_int_equal(json_is_true(json_object_get(given, "huge_pages")), counted);
        json_t *modes = json_object_get(given, "modes");
        assert_int_equal(json_array_size(modes), 2);
        assert_string_equal(json_string_value(json_array_get(modes, 0)), "latency");
        json_t *sizes = json_object_get(json_object_get(json, "options"), "working_set_kib");
        assert_int_equal(json_object_size(sizes), 1);
        assert_int_equal(json_integer_value(json_object_get(sizes, "burst-0.5L2-8")), 512);
        json_t *cycles =
            json_object_get(json_array_get(json_object_get(json, "rows"), 0), "process_cycles");
        assert_int_equal(json_array_size(cycles), PROCESSES);
        assert_true(json_number_value(json_array_get(cycles, 1)) == 10);
        assert_true(json_is_null(json_array_get(cycles, 2)));
        json_decref(json);
        free(written);
    }
    FILE *full = fopen("/dev/full", "w");
    setvbuf(full, NULL, _IONBF, 0);
    assert_false(json_write(&report, NULL, full));
    fclose(full);
}

static void test_tables_without_memory(void **state)
{
    (void)state;
    fill_table();
    for (long n = 0; n < 2; n++) { /* one allocation per table */
        open_output();
        scarce_after(n);
        assert_false(terminal_write(&run, out));
        assert_true(scarce_hit());
        free(output_text());
    }
    drop_rows(NULL);
    run.n = 0;
    add(&rotated, &games, MODE_REPLAY_UPKEEP, 20, 0);
    struct measured_row *lookups = add(&rotated, &games, MODE_REPLAY_LOOKUPS, 8, 0);
    add(&plain, &games, MODE_REPLAY_UPKEEP, 4, 0);
    add(&plain, &games, MODE_REPLAY_LOOKUPS, 16, 0);
    struct break_even found;
    scarce_after(0);
    assert_false(break_even_find(&run, lookups, &found));
    assert_true(scarce_hit());
}

static void test_bytes_text(void **state)
{
    (void)state;
    char size[16];
    assert_string_equal(bytes_text(999, size), "999 B");
    assert_string_equal(bytes_text(1000, size), "1.0 KiB");
    assert_string_equal(bytes_text(107520, size), "105 KiB");
    assert_string_equal(bytes_text(5ull << 50, size), "5120 TiB");
    assert_string_equal(bytes_text_precise(1000, size), "1000 B");
    assert_string_equal(bytes_text_precise(1310720, size), "1.25 MiB");
}

int main(void)
{
#define WITH_ROWS(test) cmocka_unit_test_setup_teardown(test, no_rows, drop_rows)
    const struct CMUnitTest tests[] = {
        WITH_ROWS(test_order_digits_and_faults),
        WITH_ROWS(test_sizes_of_caches),
        WITH_ROWS(test_terminal_with_colour_and_bars),
        WITH_ROWS(test_plain_terminal),
        WITH_ROWS(test_csv_fields_of_unknown_values),
        WITH_ROWS(test_notes),
        WITH_ROWS(test_summary_of_many_twins),
        WITH_ROWS(test_notes_without_results),
        WITH_ROWS(test_break_even),
        WITH_ROWS(test_no_break_even_without_a_stateless_scheme),
        WITH_ROWS(test_json_values_of_each_process),
        WITH_ROWS(test_tables_without_memory),
        cmocka_unit_test(test_bytes_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
