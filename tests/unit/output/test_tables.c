/* SPDX-License-Identifier: MIT
 * The tables and the notes of a made-up run. */
#include "analysis/columns.h"
#include "base/text.h"
#include "output/views.h"

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

#include "support/captured_text.h"

enum { PROCESSES = 6 };

static const struct scheme plain = {.name = "plain",
                                    .family = "one, \"two\"",
                                    .traits = BRANCHLESS},
                           twin = {.name = "plain_twin", .family = "x", .twin = "plain"},
                           other = {.name = "other", .family = "x", .table_bytes = {0, 0, 3 << 19}},
                           rotated = {.name = "rotated", .family = "x", .traits = INCREMENTAL},
                           floor_of_all = {.name = "floor", .family = "x", .traits = MOCK};
static bitboard prefix_sums[65];
static struct list queries = {.name = "games",
                              .piece = QUEEN,
                              .kind = LIST_OF_QUERIES,
                              .n = 64,
                              .distinct = 64,
                              .expected.prefix_sums = prefix_sums};
static struct list games = {.name = "games",
                            .piece = ALL,
                            .kind = LIST_OF_GAMES,
                            .n = 64,
                            .distinct = 64,
                            .expected.prefix_sums = prefix_sums,
                            .mean_lookups = 4};
static struct list sparse = {.name = "random:5",
                             .piece = QUEEN,
                             .kind = LIST_OF_QUERIES,
                             .n = 64,
                             .distinct = 64,
                             .expected.prefix_sums = prefix_sums};
static struct machine machine;
static struct pin pin;

static struct run run;
static struct measured_row row[40];
static double process_cycles[40][PROCESSES], process_ns[40][PROCESSES];

static int no_rows(void **state)
{
    (void)state;
    run = (struct run){.row = row,
                       .processes_requested = PROCESSES,
                       .processes_ended = PROCESSES,
                       .min_processes = PROCESSES};
    machine = (struct machine){.slug = "some-cpu", .microarchitecture = "Some"};
    pin = (struct pin){.description = "CPU 3"};
    return 0;
}

/* Appends a row. Each process measured `cycles`; the interval extends `half` to either side;
 * NAN: unknown. */
static struct measured_row *add(const struct scheme *scheme, const struct list *list,
                                enum mode mode, double cycles, double half)
{
    static struct mode_spec modes[MODES];
    modes[mode] = (struct mode_spec){.kind = mode, .threads = 1};
    snprintf(modes[mode].name, sizeof modes[mode].name, "%s", mode_table[mode].name);
    size_t i = run.n++;
    struct measured_row *r = &row[i];
    *r = (struct measured_row){.planned.scheme = scheme,
                               .planned.list = list,
                               .planned.mode = &modes[mode],
                               .ghz = 3,
                               .processes_measured = PROCESSES};
    r->samples_total = 100;
    r->undisturbed_share = 0.5;
    r->cycles = (struct interval){cycles, cycles - half, cycles + half};
    r->ns = (struct interval){cycles / 3, cycles / 3, cycles / 3};
    r->process_cycles = process_cycles[i];
    r->process_ns = process_ns[i];
    for (size_t p = 0; p < PROCESSES; p++) {
        r->process_cycles[p] = cycles;
        r->process_ns[p] = cycles / 3;
    }
    for (int c = 0; c < COUNTERS; c++)
        r->counts[c] = NAN;
    return r;
}

static void fault(struct measured_row *r, enum row_status status, const char *why)
{
    r->planned.status = status;
    snprintf(r->planned.reason, sizeof r->planned.reason, "%s", why);
}

static char *as_text(size_t top)
{
    terminal_write(&run, top, capture());
    return captured();
}

static char *as_markdown(void)
{
    markdown_write(&run, capture());
    return captured();
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

static void table_shows_order_digits_and_faults(void **state)
{
    (void)state;
    fill_table();
    assert_string_equal(
        as_text(0),
        "Core cycles per query on `games` (64 queries); ± is half of a 95 % confidence interval.\n"
        "* marks the best of a column and all that tie with it, if their ± is below 5 %.\n"
        "Ranks are those in the first column.\n"
        "* and rank: with 95 % confidence, for the one comparison of a scheme.\n\n"
        "                                                  queen        queen\n"
        "  rank scheme                       tables   throughput      latency\n"
        "       floor                           0 B    900.0±0.2             \n"
        "     1 plain                           0 B   3.21±0.01*         3-27\n"
        "   2-3 rotated‡                        0 B    123.4±0.2      crashed\n"
        "       other                       1.5 MiB   unsupported (needs luck)\n"
        "       plain_twin                      0 B       slower         2.00\n"
        "‡ its view is read from the list: updating it is not included.\n\n"
        "Core cycles per move on `games` (64 games); ± is half of a 95 % confidence interval.\n"
        "* marks the best of a column and all that tie with it, if their ± is below 5 %.\n"
        "Ranks are those in the first column.\n\n"
        "                                                    all\n"
        "  rank scheme                       tables       replay\n"
        "     1 plain                           0 B    40.2±0.2*\n\n"
        "Core cycles per query on `random:5` (64 queries); ± is half of a 95 % confidence "
        "interval.\n"
        "* marks the best of a column and all that tie with it, if their ± is below 5 %.\n"
        "Ranks are those in the first column.\n\n"
        "                                                  queen\n"
        "  rank scheme                       tables      latency\n"
        "       plain                           0 B   1000.0±0.2\n");
    char *markdown = as_markdown();
    HAS(markdown, "| 1 | `plain` | 0 B | **3.21±0.01** | 3-27 |");
    HAS(markdown, "| 2-3 | `rotated` ‡ | 0 B |");
    HAS(markdown, "\n\n‡ its view is read from the list");
    HAS(markdown, "| `other` | 1.5 MiB | unsupported (needs luck) | - |");
}

/* Five processes have 93.75 %. A mark needs a best or tied row with less than 5 % to either
 * side. */
static void captions_and_marks_of_few_processes(void **state)
{
    (void)state;
    const struct scheme *const schemes_of[] = {&plain, &other, &twin};
    run.processes_ended = run.min_processes = 5;
    for (size_t i = 0; i < 3; i++) {
        struct measured_row *r =
            add(schemes_of[i], &queries, MODE_THROUGHPUT, 100, i == 1 ? 4.99 : 5.01);
        r->processes_measured = 5;
        r->standing = (struct standing){1, 3, true};
    }
    char *markdown = as_markdown();
    HAS(markdown, "; ± is half of a 94 % confidence interval.\n");
    HAS(markdown,
        "**bold** and rank: with 94 % confidence for each comparison; with 95 % "
        "for all 2 together from 7 processes on.\n");
    HAS(markdown, "| `plain` | 0 B | 100.0±5.0 |\n");
    HAS(markdown, "| `other` | 1.5 MiB | **100.0±5.0** |\n");
    HAS(markdown, "| `plain_twin` | 0 B | 100.0±5.0 |\n");
    row[1].standing.tied_with_best = false;
    HAS_NOT(as_markdown(), "**100");
    run.processes_ended = run.min_processes = 1; /* no interval, no rank */
    for (size_t i = 0; i < 3; i++) {
        row[i].standing.rank_min = 0;
        row[i].cycles.lo = row[i].cycles.hi = NAN;
    }
    markdown = as_markdown();
    HAS_NOT(markdown, "**100");
    HAS_NOT(markdown, "interval");
    HAS_NOT(markdown, "comparison");
}

/* Tables of rook, bishop and queen together, whatever the column's piece. */
static void table_bytes_are_those_of_an_engine(void **state)
{
    (void)state;
    static const struct scheme shared = {.name = "shared",
                                         .family = "x",
                                         .table_bytes = {1024, 1024, 2048, 2048},
                                         .tables = {{"a", NULL, 1024}, {"b", NULL, 2048}}};
    add(&shared, &queries, MODE_THROUGHPUT, 3, 0.1);
    HAS(as_text(0), "shared                        3 KiB ");
    HAS(as_markdown(), "| `shared` | 3 KiB |");
}

/* The size in KiB is beside the name of a mode that names it by a cache. */
static void heads_of_columns_show_sizes_of_caches(void **state)
{
    (void)state;
    const struct mode_spec mode = {
        .kind = MODE_BURST, .cache = CACHE_L2, .kib = 1024, .name = "burst-L2-8"};
    add(&plain, &queries, MODE_BURST, 40, 0.2);
    add(&plain, &queries, MODE_BURST, 50, 0.2)->planned.mode = &mode;
    char *table = as_text(0);
    HAS(table, "        burst   burst-L2-8\n");
    HAS(table, "                  1024 KiB\n");
    HAS(as_markdown(), "| queen burst | queen burst-L2-8 (1024 KiB) |\n");
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
    terminal_write(&run, 0, terminal);
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
static void terminal_with_colour_and_bars(void **state)
{
    (void)state;
    fill_table();
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    starts(on_terminal(80),
           "       floor                           0 B    900.0±0.2               ━━━━━━━━━▶\r\n"
           "     1 plain                           0 B\033[1;32m   3.21±0.01*\033[m"
           "         3-27  ━━\r\n"
           "   2-3 rotated‡                        0 B    123.4±0.2\033[1;31m      crashed\033[m  "
           "━━━━━━━━━▶\r\n"
           "       other                       1.5 MiB   unsupported (needs luck)\r\n");
    row[0].cycles.mid = 2.5 * row[2].cycles.mid;
    HAS(on_terminal(200), "crashed\033[m  ━━━━━\r\n");
    HAS(on_terminal(200), "3-27  ━━\r\n");
    starts(on_terminal(77),
           "       floor                           0 B    900.0±0.2             \r\n");
    starts(on_terminal(200),
           "       floor                           0 B    900.0±0.2               "
           "━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━▶\r\n");
}

static void plain_terminal_has_no_colour(void **state)
{
    (void)state;
    fill_table();
    const char *const plain_text =
        "       floor                           0 B    900.0±0.2             \r\n"
        "     1 plain                           0 B   3.21±0.01*         3-27\r\n";
    setenv("TERM", "dumb", 1);
    starts(on_terminal(200), plain_text);
    setenv("TERM", "xterm", 1);
    setenv("NO_COLOR", "1", 1);
    starts(on_terminal(200), plain_text);
}

/* The best, mocks and founding schemes: the best 20 on a terminal, all elsewhere. */
static void first_rows_are_shown_on_a_terminal(void **state)
{
    (void)state;
    static struct scheme schemes_of[25];
    static char names[25][8];
    setenv("NO_COLOR", "1", 1);
    add(&floor_of_all, &queries, MODE_THROUGHPUT, 1, 0.1);
    for (size_t i = 0; i < 25; i++) {
        snprintf(names[i], sizeof names[i], "s%02zu", i);
        schemes_of[i] = (struct scheme){.name = names[i], .family = i == 23 ? "sissy" : "x"};
        add(&schemes_of[i], &queries, MODE_THROUGHPUT, 10 + (double)i, 0.1);
    }
    const char *shown = on_terminal(80);
    HAS(shown, "s19 ");
    HAS_NOT(shown, "s20 ");
    HAS(shown, "s23 ");
    HAS_NOT(shown, "s24 ");
    HAS(shown, "\n       4 more schemes: --all\r\n");

    char *table = as_text(0);
    HAS(table, "s24 ");
    HAS_NOT(table, "--all");
    assert_null(strchr(table, 27));
    table = as_text(23);
    HAS_NOT(table, "s24 ");
    HAS(table, "\n       1 more scheme: --all\n");
    HAS(as_markdown(), "`s24`");
}

static char *notes(bool partial)
{
    const struct report report = {.run = &run,
                                  .machine = &machine,
                                  .pin = &pin,
                                  .build = {.level = "native", .compiler = "gcc 12"},
                                  .partial = partial};
    notes_write(&report, capture());
    return captured();
}

static void notes_count_rows_and_twins(void **state)
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
    HAS(full, "\nsome-cpu (Some), 3.00 GHz, CPU 3; level ");
    HAS(full, "6 processes; core undisturbed 50 % of the time; 9 rows unstable");
    HAS(full, "twin: plain_twin / plain, games queen latency: ratio 1.0100 [1.0100, 1.0100]\n");
    HAS(full, "wrong: other games queen latency: on d4\n");
    HAS(full, "unstable, in doubt: other games queen throughput: busy\n");
    HAS(full, "unstable, in doubt: 2 more rows\n");
    HAS(full, "slower: 2 unstable rows, not the best of their columns\n");
    HAS_NOT(full, "warning");

    machine.microarchitecture[0] = '\0';
    snprintf(pin.warning, sizeof pin.warning, "not pinned");
    machine_add_warning(&machine, "on battery");
    full = notes(true);
    HAS(full, "some-cpu (unknown), ");
    HAS(full, "6 processes (interrupted); ");
    HAS(full, "warning: not pinned\nwarning: on battery\n");
}

/* Prints the ratios whose interval excludes 1, and the number of the others. */
static void summary_of_many_twins(void **state)
{
    (void)state;
    for (enum mode mode = 0; mode < 12; mode++) {
        add(&plain, &queries, mode, 10, 0);
        add(&twin, &queries, mode, mode == MODE_LATENCY ? 10.1 : mode == MODE_BURST ? 9.9 : 10, 0);
    }
    char *full = notes(false);
    HAS(full, "games queen latency: ratio 1.0100 [1.0100, 1.0100]\n");
    HAS(full, "games queen burst: ratio 0.9900 [0.9900, 0.9900]\n");
    HAS_NOT(full, "games queen throughput: ");
    HAS(full, "twins: 10 of 12 intervals contain 1; ratios from 0.9900 to 1.0100\n");
}

/* No ratio without two results, no clock rate without a result. */
static void notes_without_results(void **state)
{
    (void)state;
    struct measured_row *r = add(&twin, &queries, MODE_LATENCY, 10, 0);
    r->samples_total = 0;
    char *none = notes(false);
    HAS_NOT(none, "twin:");
    HAS(none, "6 processes; 0 rows unstable");
    struct measured_row *original = add(&plain, &queries, MODE_LATENCY, 10, 0);
    for (size_t p = 1; p < PROCESSES; p++)
        original->process_cycles[p] = NAN;
    HAS_NOT(notes(false), "twin:");
    original->process_cycles = NULL;
    fault(original, ROW_CRASHED, "gone");
    fault(r, ROW_UNSTABLE, "busy");
    none = notes(false);
    HAS_NOT(none, "twin:");
    HAS_NOT(none, "GHz");
    r->process_cycles = NULL;
    HAS_NOT(notes(false), "twin:");
}

/* Returns the line on break-even in the notes; "" if they have none. */
static char *break_even_line(void)
{
    char *all = notes(false), *line = strstr(all, "break-even: ");
    if (!line)
        return all + strlen(all);
    line[strcspn(line, "\n") + 1] = '\0';
    return line;
}

/* Upkeep 20 against 4 cycles per move, and 8 against 16 for its 4 lookups: 16 / (8 / 4) = 8
 * lookups per move. */
static void break_even_is_lookups_per_move(void **state)
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
    assert_string_equal(break_even_line(), line);
    struct break_even found;
    assert_false(break_even_find(&run, upkeep, &found));
    assert_false(break_even_find(&run, best, &found));
    assert_true(break_even_find(&run, lookups, &found));
    assert_ptr_equal(found.scheme, &rotated);
    assert_ptr_equal(found.against, &plain);
    assert_ptr_equal(found.list, &games);
    assert_true(found.extra_upkeep == 16 && found.lookups_per_move.hi == 8);

    best->process_cycles[0] = lookups->process_cycles[1] = NAN; /* three processes lack a value */
    upkeep->process_cycles[2] = NAN;
    assert_string_equal(break_even_line(), line);

    for (size_t p = 0; p < PROCESSES; p++)
        lookups->process_cycles[p] = 16;
    HAS(break_even_line(), ": never faster (4.0 lookups per move in games)\n");

    fault(best, ROW_UNSTABLE, "busy"); /* then the next best */
    HAS(break_even_line(), "per lookup, plain_twin ");

    for (size_t p = 1; p < PROCESSES; p++)
        lookups->process_cycles[p] = NAN; /* one alone has no interval */
    assert_string_equal(break_even_line(), "");
    upkeep->planned.status = ROW_UNSTABLE;
    assert_string_equal(break_even_line(), "");
}

static void no_break_even_without_a_stateless_scheme(void **state)
{
    (void)state;
    add(&rotated, &games, MODE_REPLAY_UPKEEP, 20, 0);
    add(&rotated, &games, MODE_REPLAY_LOOKUPS, 8, 0);
    assert_string_equal(break_even_line(), "");
}

/* A recorded run may have any names and reasons. */
static void hostile_names_in_markdown(void **state)
{
    (void)state;
    static const struct scheme hostile = {.name = "a|b`<i>", .family = "x"};
    static struct list list;
    list = queries;
    snprintf(list.name, sizeof list.name, "x`|<b>");
    add(&hostile, &list, MODE_THROUGHPUT, 3, 0.1);
    fault(add(&plain, &list, MODE_THROUGHPUT, 3, 0.1), ROW_UNSUPPORTED, "needs [a](b) | <i>");
    char *markdown = as_markdown();
    HAS(markdown, " on x\\`\\|\\<b\\> (64 queries)");
    HAS(markdown, "|  | a\\|b\\`\\<i\\> | 0 B | 3.0±0.1 |\n");
    HAS(markdown, "| unsupported (needs \\[a\\](b) \\| \\<i\\>) |\n");
}

static void bytes_have_binary_units(void **state)
{
    (void)state;
    char size[16];
    assert_string_equal(bytes_text(999, size), "999 B");
    assert_string_equal(bytes_text(1000, size), "1.0 KiB");
    assert_string_equal(bytes_text(107520, size), "105 KiB");
    assert_string_equal(bytes_text(1023590, size), "1.0 MiB");
    assert_string_equal(bytes_text(5ull << 50, size), "5120 TiB");
    assert_string_equal(bytes_text_precise(1000, size), "1000 B");
    assert_string_equal(bytes_text_precise(1310720, size), "1.25 MiB");
}

int main(void)
{
#define WITH_ROWS(test) cmocka_unit_test_setup(test, no_rows)
    const struct CMUnitTest tests[] = {
        WITH_ROWS(table_shows_order_digits_and_faults),
        WITH_ROWS(captions_and_marks_of_few_processes),
        WITH_ROWS(table_bytes_are_those_of_an_engine),
        WITH_ROWS(heads_of_columns_show_sizes_of_caches),
        WITH_ROWS(terminal_with_colour_and_bars),
        WITH_ROWS(plain_terminal_has_no_colour),
        WITH_ROWS(first_rows_are_shown_on_a_terminal),
        WITH_ROWS(notes_count_rows_and_twins),
        WITH_ROWS(summary_of_many_twins),
        WITH_ROWS(notes_without_results),
        WITH_ROWS(break_even_is_lookups_per_move),
        WITH_ROWS(no_break_even_without_a_stateless_scheme),
        WITH_ROWS(hostile_names_in_markdown),
        cmocka_unit_test(bytes_have_binary_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
