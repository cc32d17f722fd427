/* SPDX-License-Identifier: MIT */
#include "base/stats.h"
#include "cli/options.h"
#include "plan/scheme_set.h"
#include "support/test.h"

#include <unistd.h>

#define USAGE(command) "; usage: slidebench " command " [options], or --help"
#define RESUME                                                                                     \
    "--resume can be combined with --positions, --format, --top, --all, --sort, --relative-to "    \
    "and --quiet only; FILE contains the other options"
#define GBENCH                                                                                     \
    "--benchmark_... cannot be combined with --resume, --out, and options of tables and of the "   \
    "duration: Google Benchmark measures, prints and writes itself"

static struct options options;

/* Parses a command line, whose words are separated by spaces. */
static bool parse(const char *line)
{
    static char words[256], program[] = "slidebench";
    char *argv[32] = {program}, *rest = words;
    int argc = 1;
    options_free(&options);
    options = (struct options){0};
    error = (struct error){STATUS_OK, ""};
    strncpy(words, line, sizeof words - 1);
    while (*line && rest)
        argv[argc++] = strsep(&rest, " ");
    return options_parse(argc, argv, &options, &error);
}

static int free_options(void **state)
{
    options_free(&options);
    return 0;
}

TEST(no_option_means_the_defaults)
{
    assert_true(parse(""));
    const struct run_request *run = &options.run;
    assert_int_equal(options.command, COMMAND_BENCH);
    assert_true(run->seconds == 8 && run->processes == 5 && run->spread_over == 0);
    assert_true(run->list_length == 65536 && run->seed == 1 && run->pin.cpu == -1);
    assert_true(!run->huge_pages && !run->positions && !run->selected);
    assert_true(options.piece == QUEEN && options.depth == 5 && options.worker == -1);
    assert_int_equal(options.jobs, sysconf(_SC_NPROCESSORS_ONLN));
}

TEST(values_of_each_type)
{
    assert_true(
        parse("--huge-pages --processes 7 --time 0.5 --spread-over 1.5h --cpu 3 "
              "--seed 18446744073709551615 --format json --out there --quiet"));
    const struct run_request *run = &options.run;
    assert_true(run->huge_pages && options.quiet);
    assert_true(run->processes == 7 && run->seconds == 0.5 && run->spread_over == 5400);
    assert_true(run->pin.cpu == 3 && run->seed == UINT64_MAX);
    assert_int_equal(options.format, FORMAT_JSON);
    assert_string_equal(options.out, "there");
    assert_true(parse("bench --core-kind perf") && options.run.pin.core_kind == CORE_PERF);
    assert_true(parse("bench --core-kind eff") && options.run.pin.core_kind == CORE_EFF);
    assert_true(parse("show --scheme null --square h8 --piece both --occupied 0xF0"));
    assert_true(options.square == 63 && options.piece == BOTH && options.occupied == 0xf0);
    assert_true(parse("show --scheme ray_loop --square a1") && options.square == 0);
    assert_string_equal(options.scheme->name, "ray_loop");
    assert_true(parse("list --format markdown") && options.format == FORMAT_MARKDOWN);
    assert_true(parse("perft --depth 99 --divide") && options.depth == 99 && options.divide);
    assert_true(parse("recommend --format json --without bmi2,avx512 --max-kib 64 --no-multiply"));
    assert_true(options.restrictions.max_kib == 64 && options.restrictions.no_multiply);
    assert_string_equal(options.restrictions.without, "bmi2,avx512");
    assert_true(parse("export ray_loop --prefix mine"));
    assert_string_equal(options.prefix, "mine");
    assert_true(parse("--format table --all") && options.table.top == SIZE_MAX);
    assert_true(parse("--format csv") && options.table.top == 0);
    assert_true(parse("verify --jobs 2 --prove") && options.jobs == 2);
    assert_true(parse("recommend --format table"));
    assert_true(parse("summarize run.json"));
    assert_string_equal(options.log, "run.json");
    for (size_t i = 0; i < SELECTION_LISTS; i++)
        assert_null(options.selection.lists[i]);
    assert_null(options.selection.schemes);
    assert_true(
        parse("summarize run.json --schemes ray --pieces queen --workloads games --modes burst "
              "--sort queen --relative-to pext --format markdown --top 9"));
    const struct selection *selection = &options.selection;
    assert_string_equal(selection->schemes, "ray");
    static const char *const lists[SELECTION_LISTS] = {"queen", "games", "burst"};
    for (size_t i = 0; i < SELECTION_LISTS; i++)
        assert_string_equal(selection->lists[i], lists[i]);
    assert_string_equal(options.table.sort, "queen");
    assert_string_equal(options.table.relative_to, "pext");
    assert_int_equal(options.table.top, 9);
}

TEST(lists_of_names)
{
    assert_true(parse("--schemes ^ray_loop$ --pieces queen,all --modes batch --workloads search"));
    const struct run_request *run = &options.run;
    for (const struct scheme *const *s = schemes; *s; s++)
        assert_int_equal(run_request_selects(run, *s), !strcmp((*s)->name, "ray_loop"));
    const struct matrix_line *line = &run->matrix.line[0];
    assert_true(run->matrix.n == 1 && run->matrix.modes.n == 1);
    assert_int_equal(run->matrix.modes.mode[0].kind, MODE_BATCH);
    assert_true(!line->pieces[ROOK] && line->pieces[QUEEN] && line->pieces[ALL]);
    char name[WORKLOAD_NAME];
    assert_string_equal(workload_name(&line->workload, name), "search");
}

/* Without --pieces and --modes, a line for each of what engines do: test_matrix.c. */
TEST(default_run)
{
    const struct matrix *matrix = &options.run.matrix;
    assert_true(parse("--workloads games,search"));
    assert_true(matrix->n == 6 && matrix->line[3].workload.kind == WORKLOAD_SEARCH);
    assert_true(matrix->line[0].pieces[MIX_NNUE] && matrix->line[1].pieces[MIX_HCE]);
    assert_true(parse("--modes latency") && matrix->n == 1 && matrix->line[0].modes[0]);
    assert_true(parse("--pieces rook") && matrix->n == 1 && matrix->line[0].modes[1]);
}

TEST(presets_set_several_options)
{
    const struct run_request *run = &options.run;
    assert_true(parse("--preset quick"));
    assert_true(run->seconds == 2 && run->processes == 5);
    const bool *of_quick = run->matrix.line[0].pieces;
    assert_true(!of_quick[ROOK] && of_quick[QUEEN] && !of_quick[MIX_NNUE]);
    assert_true(parse("--preset quick --pieces rook --processes 6"));
    assert_true(run->processes == 6 && run->matrix.line[0].pieces[ROOK]);
    assert_int_equal(run->matrix.n, 1);
    assert_true(parse("--time 3 --preset standard --spread-over 1h"));
    assert_true(run->seconds == 3 && run->processes == 20 && run->spread_over == 3600);
    assert_true(parse("--preset standard") && run->spread_over == 900);
    assert_true(parse("--preset reference"));
    assert_true(run->seconds == 8 && run->processes == 60 && run->spread_over == 2700);
    assert_true(parse("--full --preset standard") && run->seconds == 60 && run->processes == 20);
    assert_true(parse("--full") && run->seconds == 60 && run->processes == 13);
    assert_true(run->processes >= stats_observations_needed(scheme_count() - 1));
    assert_true(parse("--processes 5 --full") && run->processes == 5);
    assert_true(parse("--time 4 --full") && run->seconds == 4);
    assert_true(parse("--full --time 4") && run->seconds == 4);
}

/* Options that exclude each other are tried in both orders. */
TEST(other_lines_are_refused)
{
    static const char *const cases[][3] = {
        {"--out=", "", "--out: the value is empty, expected DIR"},
        {"--preset fast", "",
         "--preset: 'fast' is unknown, expected one of quick, standard, reference"},
        {"--processes 1001", "", "--processes: '1001' is not a whole number from 1 to 1000"},
        {"--top 0", "", "--top: '0' is not a whole number from 1 to 1000000"},
        {"query --scheme x", "", "--scheme: unknown scheme 'x'; see `slidebench list`"},
        {"show --square a9", "", "--square: 'a9' is not a square from a1 to h8"},
        {"show --square a", "", "--square: 'a' is not a square from a1 to h8"},
        {"recommend --without bmi2,pext", "", "--without: 'pext' is a scheme, which needs bmi2"},
        {"recommend --without bmi2,sse42", "", "--without: 'sse42' is unknown, did you mean sse2?"},
        {"export ray_", "", "export: unknown scheme 'ray_', did you mean ray_loop?"},
        {"verify --schemes raylop", "",
         "--schemes: no scheme matches 'raylop', did you mean ray_loop?"},
        {"list --quiet", "", "--quiet is not an option of list" USAGE("list")},
        {"--quiet", "--quiet", "--quiet is given twice"},
        {"race", "", "'race' is not a command; see `slidebench --help`"},
        {"lsit", "", "'lsit' is not a command, did you mean list?"},
        {"--full=1", "", "--full takes no value"},
        {"--mode batch", "", "--mode is not an option of bench, did you mean --modes?"},
        {"summarize --scheme x", "",
         "--scheme is not an option of summarize, did you mean --schemes?"},
        {"recommend --result f", "",
         "--result is not an option of recommend" USAGE("recommend [LOG]")},
        {"--cpu 0", "--no-pin", "--cpu cannot be combined with --no-pin"},
        {"--cpu 0", "--core-kind eff", "--cpu cannot be combined with --core-kind"},
        {"--no-pin", "--core-kind eff", "--core-kind cannot be combined with --no-pin"},
        {"--top 3", "--all", "--top cannot be combined with --all"},
        {"--full", "--pieces rook", "--full cannot be combined with --pieces"},
        {"--full", "--modes batch", "--full cannot be combined with --modes"},
        {"--full", "--workloads games", "--full cannot be combined with --workloads"},
        {"--full", "--preset quick", "--full cannot be combined with --preset quick"},
        {"--top 3", "--format csv",
         "--top, --sort and --relative-to require --format table or markdown"},
        {"--sort queen", "--format csv",
         "--top, --sort and --relative-to require --format table or markdown"},
        {"verify --jobs 2", "", "--jobs requires --prove"},
        {"recommend --format csv", "", "--format: 'csv' is unknown, expected one of table, json"},
        {"show --scheme ray_loop", "", "show needs --square SQUARE"},
        {"export", "", "export needs the name of a scheme; see `slidebench list`"},
        {"summarize", "", "summarize needs the log of a run, which `bench --out DIR` writes"},
        {"summarize ", "", "'' is no log; summarize reads a file"},
        {"summarize a b", "", "'b' is unexpected; summarize reads one log"},
        {"--resume f", "--seed 2", RESUME},
        {"--resume f", "--out o", RESUME},
        {"--resume f", "--benchmark_out=y", GBENCH},
        {"--out f", "--benchmark_filter=y", GBENCH},
        {"--format csv", "--benchmark_filter=y", GBENCH},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        for (int swapped = 0; swapped <= (*cases[i][0] == '-' && *cases[i][1]); swapped++) {
            char line[64];
            const char *second = cases[i][!swapped];
            snprintf(line, sizeof line, "%s%s%s", cases[i][swapped], *second ? " " : "", second);
            assert_false(parse(line));
            assert_int_equal(error.status, STATUS_USAGE);
            assert_string_equal(error.text, cases[i][2]);
        }
}

/* Only what decides the run is repeated, not where its input and output are. */
TEST(resumed_run_repeats_options)
{
    assert_true(parse("--preset quick --positions p --format csv --out o --huge-pages --quiet"));
    const struct given_option *given = options.run.given;
    assert_int_equal(options.run.given_count, 2);
    assert_string_equal(given[0].name, "preset");
    assert_string_equal(given[0].value, "quick");
    assert_string_equal(given[1].name, "huge-pages");
    assert_null(given[1].value);
    assert_true(parse("--resume f --positions p --format csv --quiet"));
    assert_true(parse("--resume f --top 3") && options.table.top == 3);
}

RUN_TESTS(NULL, free_options)
