/* SPDX-License-Identifier: MIT
 * The only C++ of the project. Each function catches its exceptions, as C cannot. */
#include "timing/worker/gbench.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <vector>

namespace
{

/* --benchmark_format=... selects Google Benchmark's own output on stdout. */
std::unique_ptr<benchmark::BenchmarkReporter> reporter;

struct Silent : benchmark::BenchmarkReporter {
    bool ReportContext(const Context &) override
    {
        return true;
    }
    void ReportRuns(const std::vector<Run> &) override
    {
    }
};

void choose_reporter(int argc, char **argv)
{
    static const char flag[] = "--benchmark_format=";
    reporter = std::make_unique<Silent>();
    for (int i = 1; i < argc; i++) {
        if (std::strncmp(argv[i], flag, sizeof flag - 1))
            continue;
        if (!std::strcmp(argv[i] + sizeof flag - 1, "json"))
            reporter = std::make_unique<benchmark::JSONReporter>();
        else
            reporter = std::make_unique<benchmark::ConsoleReporter>(
                benchmark::ConsoleReporter::OO_Tabular);
    }
}

/* Runs a function for each row, which Google Benchmark selects. */
template <typename Row, typename Function>
bool run(Row *rows, size_t n, benchmark::BenchmarkReporter *to, Function function, error *error)
try {
    benchmark::ClearRegisteredBenchmarks();
    for (Row *row = rows; row < rows + n; row++)
        benchmark::RegisterBenchmark(
            row->name, [row, function](benchmark::State &state) { function(row, state); })
            ->Iterations(
                static_cast<benchmark::IterationCount>(row->n ? row->n * row->sample_size : 1))
            ->UseManualTime()
            ->Unit(benchmark::kNanosecond);
    benchmark::RunSpecifiedBenchmarks(to);
    return true;
} catch (const std::exception &e) {
    return fail(error, STATUS_ENVIRONMENT, "Google Benchmark: %s", e.what());
}

void select_row(gbench_row *row, benchmark::State &state)
{
    row->selected = true;
    state.SkipWithError("not yet timed");
}

void report_row(const gbench_row *row, benchmark::State &state)
{
    if (!row->n) {
        state.SkipWithError("no undisturbed sample");
        return;
    }
    for (size_t i = 0;
         state.KeepRunningBatch(static_cast<benchmark::IterationCount>(row->sample_size)); i++)
        state.SetIterationTime(row->samples[i].seconds);
    state.counters["GHz"] = row->samples[row->n - 1].ghz;
}

} // namespace

bool gbench_init(int argc, char **argv, struct error *error)
try {
    std::vector<char *> rest(argv, argv + argc); /* loses the options that are known */
    choose_reporter(argc, argv);
    benchmark::Initialize(&argc, rest.data());
    if (argc > 1)
        return fail(error, STATUS_USAGE, "%s: unknown option of Google Benchmark", rest[1]);
    return true;
} catch (const std::exception &e) {
    return fail(error, STATUS_ENVIRONMENT, "Google Benchmark: %s", e.what());
}

bool gbench_select(struct gbench_row *rows, size_t n, struct error *error)
{
    Silent silent;
    for (size_t i = 0; i < n; i++)
        rows[i].selected = false;
    return run(rows, n, &silent, select_row, error);
}

bool gbench_report(const struct gbench_row *rows, size_t n, struct error *error)
{
    bool ok = run(rows, n, reporter.get(), report_row, error);
    benchmark::Shutdown();
    return ok;
}
