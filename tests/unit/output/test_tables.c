/* SPDX-License-Identifier: MIT
 * The tables of planted runs. */
#include "base/text.h"
#include "base/terminal.h"
#include "output/output.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "support/planted_run.h"

static const struct run_request request;
static const struct machine machine = {.l2_bytes = 512 << 10};
static const struct result result = {.request = &request, .run = &run, .machine = &machine};

static char *as_text(size_t top)
{
    terminal_write(&result, &(struct table_options){.top = top}, capture());
    return captured();
}

static char *as_markdown(void)
{
    markdown_write(&result, &(struct table_options){.top = 0}, capture());
    return captured();
}

/* Makes a table that must be sorted: mocks, results by the first column, rows without a result. The
 * interval of six processes is their range. */
static int make_table(void **state)
{
    plant_and_conclude(
        6,
        "rotated: 3*123.2 3*123.6; rotated queen games latency: crashed;"
        "pext: 3*3.204 3*3.224; pext queen games latency: 3*2.55 3*26.55;"
        "pext all games replay: 3*40.05 3*40.45; pext queen random latency: 3*999.8 3*1000.2;"
        "vector: unsupported; vector queen games latency: unsupported;"
        "magic_2: 500 -; magic_2 queen games latency: 20;"
        "floor: 3*899.8 3*900.2");
    return 0;
}

TEST_BETWEEN(make_table, table_shows_order_digits_and_faults, NULL)
{
    assert_string_equal(as_text(0),
                        "Core cycles per lookup on `games` (2 lookups), sorted by queen warm.\n\n"
                        "                                           queen        queen\n"
                        "  rank scheme             tables BM         warm        chain\n"
                        "       floor                 0 B BM    900.0±0.2             \n"
                        "     1 pext               97 KiB BM   3.21±0.01*         3-27\n"
                        "     2 rotated‡              0 B BM    123.4±0.2      crashed\n"
                        "       vector               64 B BM  unsupported (as planted)\n"
                        "       magic_2             3 KiB B        slower  20.00±0.00*\n"
                        "‡ incremental: only --modes replay includes updates of its boards.\n"
                        "± half of a 95 % confidence interval.\n"
                        "* best of its column, or tied with it, if its ± is below 5 %.\n"
                        "* and rank: 95 % confidence in the comparison of two schemes.\n"
                        "slower: was not timed undisturbed often enough, but cannot be the best.\n"
                        "B branchless, M multiply-free.\n"
                        "floor: the loop without a lookup.\n"
                        "warm: throughput. chain: latency.\n\n"
                        "Core cycles per move on `games` (2 games), sorted by all replay.\n\n"
                        "                                             all\n"
                        "  rank scheme             tables BM       replay\n"
                        "     1 pext               97 KiB BM    40.2±0.2*\n"
                        "± half of a 95 % confidence interval.\n"
                        "* best of its column, or tied with it, if its ± is below 5 %.\n"
                        "B branchless, M multiply-free.\n\n"
                        "Core cycles per lookup on `random` (2 lookups), sorted by queen chain.\n\n"
                        "                                           queen\n"
                        "  rank scheme             tables BM        chain\n"
                        "     1 pext               97 KiB BM  1000.0±0.2*\n"
                        "± half of a 95 % confidence interval.\n"
                        "* best of its column, or tied with it, if its ± is below 5 %.\n"
                        "B branchless, M multiply-free.\n"
                        "chain: latency.\n");
    char *markdown = as_markdown();
    HAS(markdown, "| 1 | `pext` | 97 KiB | BM | **3.21±0.01** | 3-27 |");
    HAS(markdown, "| 2 | `rotated` ‡ | 0 B | BM |");
    HAS(markdown, "\n\n‡ incremental: only --modes replay");
    HAS(markdown, "| `vector` | 64 B | BM | unsupported (as planted) | - |");
}

/* A row keeps its figures in other columns. */
TEST(only_the_column_that_sorts_is_unsupported)
{
    plant_and_conclude(6, "pext: 3; loop: unsupported; loop queen games latency: 50");
    HAS_NOT(as_text(0), "as planted");
    HAS(as_markdown(), "| `loop` | 0 B |  M | - | **50.00±0.00** |");
}

/* Five processes have 93.75 %. A mark needs a best or tied row with less than 5 % to either
 * side. */
TEST(captions_and_marks_of_few_processes)
{
    static const char rows[] =
        "loop: 94.99 3*100 105.01; rays: 95.01 3*100 104.99;"
        "pext: 94.99 3*100 105.01";
    plant_and_conclude(5, rows);
    char *markdown = as_markdown();
    HAS(markdown, "\n± half of a 94 % confidence interval.\n");
    HAS(markdown,
        "**bold** and rank: 94 % confidence in each comparison of two schemes. For 95 % that all "
        "2 of a scheme hold together, every row needs 7 processes; the fewest here are 5.\n");
    HAS(markdown, "| `loop` | 0 B |  M | 100.0±5.0 |\n");
    HAS(markdown, "| `rays` | 64 KiB | BM | **100.0±5.0** |\n");
    HAS(markdown, "| `pext` | 97 KiB | BM | 100.0±5.0 |\n");
    plant_and_conclude(1, rows); /* no interval, no rank */
    markdown = as_markdown();
    HAS(markdown, "|  | `rays` | 64 KiB | BM | 95.01 |\n");
    HAS_NOT(markdown, "interval");
    HAS_NOT(markdown, "comparison");
}

/* The size in KiB is beside the name of a mode that names it by a cache. */
TEST(heads_of_columns_show_sizes_of_caches)
{
    plant_and_conclude(6, "pext queen games burst-9-8: 40; pext queen games burst-2L2-8: 50");
    char *table = as_text(0);
    HAS(table, "   burst-9-8  burst-2L2-8\n");
    HAS(table, "                 1024 KiB\n");
    HAS(as_markdown(), "| queen burst-9-8 | queen burst-2L2-8 (1024 KiB) |\n");
}

/* Returns the rows of the table that is written to a terminal of `columns` columns. */
static const char *on_terminal(unsigned short columns)
{
    static char shown[8192];
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    FILE *terminal = fopen(ptsname(master), "w");
    assert_non_null(terminal);
    assert_int_equal(ioctl(master, TIOCSWINSZ, &(struct winsize){.ws_col = columns}), 0);
    terminal_write(&result, &(struct table_options){.top = 0}, terminal);
    assert_int_equal(fclose(terminal), 0);
    size_t length = 0;
    for (ssize_t n; (n = read(master, shown + length, sizeof shown - 1 - length)) > 0;)
        length += (size_t)n;
    shown[length] = 0;
    close(master);
    const char *floor = strstr(shown, "floor ");
    assert_non_null(floor);
    while (floor > shown && floor[-1] == ' ')
        floor--;
    return floor;
}

static void starts(const char *got, const char *expected)
{
    assert_memory_equal(got, expected, strlen(expected));
}

/* The best is green, a fault is red; a plain terminal has no colour. */
TEST_BETWEEN(make_table, terminal_with_colour, NULL)
{
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    starts(
        on_terminal(80),
        "       floor                 0 B BM  280.02    900.0±0.2             \r\n"
        "     1 pext               97 KiB BM    1.00\033[1;32m   3.21±0.01*\033[m"
        "         3-27\r\n"
        "     2 rotated‡              0 B BM   38.39    123.4±0.2\033[1;31m      crashed\033[m\r\n"
        "       vector               64 B BM  unsupported (as planted)\r\n");
    setenv("TERM", "dumb", 1);
    HAS_NOT(on_terminal(80), "\033");
    setenv("TERM", "xterm", 1);
    setenv("NO_COLOR", "1", 1);
    HAS_NOT(on_terminal(80), "\033");
}

/* Intervals go first, then ranks and the ratio, then traits, then columns. */
TEST_BETWEEN(make_table, no_line_is_longer_than_the_terminal, NULL)
{
    setenv("NO_COLOR", "1", 1);
    starts(on_terminal(60),
           "       floor                 0 B BM  280.02   900.0        \r\n"
           "     1 pext               97 KiB BM    1.00   3.21*    3-27\r\n");
    const char *shown = on_terminal(39);
    starts(shown,
           "floor                 0 B  900.0       \r\n"
           "pext               97 KiB  3.21*   3-27\r\n");
    HAS(shown, "has ±, ranks, traits.\r\n");
    shown = on_terminal(38);
    starts(shown,
           "floor                 0 B  900.0\r\n"
           "pext               97 KiB  3.21*\r\n");
    HAS(shown, "traits, 1");
}

/* Without PEXT there is nothing to compare with. */
TEST(ratios_that_are_unknown_take_no_room)
{
    plant_and_conclude(6, "floor: 1; magic: 10");
    HAS(on_terminal(80), "floor                 0 B BM    1.00±0.00");
}

/* A name that a command needs is never cut, nor is its line folded. */
TEST(a_long_name_is_on_its_line)
{
    static const struct scheme longer = {.name = "a_name_of_thirty_one_characters", .family = "x"};
    plant(6,
          "floor: 1; loop: 12; loop queen games latency: 30;"
          "pext: 10; pext queen games latency: 20");
    run.row[1].planned.scheme = run.row[2].planned.scheme = &longer;
    conclude(&run, 0);
    const char *shown = on_terminal(50);
    HAS(shown, "\na_name_of_thirty_one_characters      0 B  12.00\r\n");
    HAS_NOT(shown, "multiply-free");
}

/* A twin that equals its original, and a control, which notes show, are there if all rows are. */
TEST(equal_twins_and_controls_are_hidden)
{
    plant_and_conclude(6,
                       "floor: 1; delayed: 11; pext: 3*4 3*4.02; pext_twin: 3*4.01 3*4.03;"
                       "magic: 5; magic_twin: 6");
    char *table = as_text(9);
    HAS_NOT(table, "pext_twin");
    HAS(table, "magic_twin");
    HAS(table, "1 identical copy (A/A control) hidden: no difference\n");
    HAS_NOT(table, "delayed");
    HAS_NOT(table, "more scheme");
    table = as_text(0);
    HAS(table, "pext_twin");
    HAS(table, "       delayed ");
}

/* By default the column that engines with a network follow sorts, though it is another mode's. */
TEST(column_that_sorts)
{
    plant_and_conclude(6,
                       "pext: 3; pext mix-nnue games burst-L2-16: 40; magic: 4;"
                       "magic mix-nnue games burst-L2-16: 30; rays: 5; magic_fancy: 4");
    char *table = as_text(0);
    HAS(table, ", sorted by NNUE cold");
    assert_true(strstr(table, " 1 magic ") < strstr(table, " 2 pext "));
    terminal_write(&result, &(struct table_options){.sort = "queen warm", .relative_to = "magic"},
                   capture());
    table = captured();
    HAS(table, ", sorted by queen warm");
    HAS(table, "     1 pext               97 KiB BM    0.75");
    terminal_write(&result, &(struct table_options){.sort = "warm", .relative_to = "magic_fancy"},
                   capture());
    HAS(captured(), "tables BM /magic_fancy ");
    terminal_write(&result, &(struct table_options){.relative_to = "magic_fancy"}, capture());
    HAS_NOT(captured(), "/magic_fancy"); /* it has no result in the column that sorts */
    markdown_write(&result,
                   &(struct table_options){.sort = "queen", .relative_to = "magic", .top = 1},
                   capture());
    table = captured();
    HAS(table, "| **3.00±0.00** (0.75) |");
    HAS(table, "`magic`"); /* the best of a column */
    HAS_NOT(table, "`rays`");
    static const char *const columns[] = {"nnue", "mix-nnue burst-L2-16", "queen throughput"},
                             *const none[][2] = {{"quee", "queen"},
                                                 {"NNUE coldd", "NNUE cold"},
                                                 {"queen throughputs", "queen throughput"},
                                                 {"queen cold", "queen"}};
    for (size_t i = 0; i < 3; i++)
        assert_ok(tables_check(&result, (struct table_options){.sort = columns[i]}, &error));
    for (size_t i = 0; i < 4; i++) {
        assert_false(tables_check(&result, (struct table_options){.sort = none[i][0]}, &error));
        HAS(strstr(error.text, ", did you mean "), none[i][1]);
    }
}

/* A machine that hides the size of its cache has the column by an assumed size. */
TEST(column_of_engines_with_an_assumed_size)
{
    const struct machine unknown = {.l2_bytes = 0};
    const struct run_request full = {.full = true};
    const struct result results[] = {{.request = &full, .run = &run, .machine = &machine},
                                     {.request = &full, .run = &run, .machine = &unknown}};
    const struct table_options options = {.sort = "NNUE cold"};
    plant_and_conclude(6,
                       "pext mix-hce: 3; pext mix-nnue games burst-1024-16: 40;"
                       "magic mix-hce: 4; magic mix-nnue games burst-1024-16: 30");
    assert_false(tables_check(&results[0], options, &error));
    terminal_write(&results[0], &(struct table_options){0}, capture());
    HAS(captured(), ", sorted by HCE warm");
    HAS(capture_file.text, "\n1 more column: ");
    assert_ok(tables_check(&results[1], options, &error));
    terminal_write(&results[1], &(struct table_options){0}, capture());
    HAS(captured(), ", sorted by NNUE cold");
    HAS(capture_file.text, "\ncold: burst-1024-16, after ");
}

/* The best, mocks and what every table has: the best 20 on a terminal, all elsewhere. */
TEST(first_rows_are_shown_on_a_terminal)
{
    enum { MANY = 25 };
    static struct scheme schemes_of[MANY];
    static char names[MANY][8];
    char rows[512] = "floor: 1;";
    for (size_t i = 0; i < MANY; i++)
        snprintf(rows + strlen(rows), sizeof rows - strlen(rows), "loop: %zu;", 10 + i);
    plant(6, rows);
    for (size_t i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof names[i], i == 23 ? "pext" : "s%02zu", i);
        schemes_of[i] = (struct scheme){.name = names[i], .family = "x"};
        run.row[i + 1].planned.scheme = &schemes_of[i];
    }
    conclude(&run, 0);
    const char *shown = on_terminal(80);
    HAS(shown, "s19 ");
    HAS_NOT(shown, "s20 ");
    HAS(shown, "pext ");
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
    run.row[1].standing.rank_min = 105;
    run.row[1].standing.rank_max = 112;
    HAS(as_text(0), "\n   rank scheme ");
    HAS(as_text(0), "\n105-112 s00 ");
}

/* A recorded run may have any names and reasons. */
TEST(hostile_names_in_markdown)
{
    static const struct scheme hostile = {.name = "a|b`<i>", .family = "x"};
    plant(6, "loop: 3*2.9 3*3.1; pext: unsupported");
    struct list list = *run.row->planned.list;
    snprintf(list.name, sizeof list.name, "x`|<b>");
    run.column->list = &list;
    run.row[0].planned.scheme = &hostile;
    strcpy(run.row[1].planned.reason, "needs [a](b) | <i>");
    conclude(&run, 0);
    char *markdown = as_markdown();
    HAS(markdown, " on x\\`\\|\\<b\\> (2 lookups)");
    HAS(markdown, "| 1 | a\\|b\\`\\<i\\> | 0 B |    | **3.0±0.1** |\n");
    HAS(markdown, "| unsupported (needs \\[a\\](b) \\| \\<i\\>) |\n");
}

RUN_TESTS(NULL, NULL)
