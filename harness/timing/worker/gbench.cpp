/* SPDX-License-Identifier: MIT
 * The only C++ of the project. Each function catches its exceptions, as C cannot. */
#include "timing/worker/gbench.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <vector>

struct gbench_state {
    benchmark::State &state;
};

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

} // namespace

bool gbench_init(int argc, char **argv, struct error *error)
try {
    choose_reporter(argc, argv);
    benchmark::Initialize(&argc, argv);
    if (argc > 1)
        return fail(error, STATUS_USAGE, "%s: unknown option of Google Benchmark", argv[1]);
    return true;
} catch (const std::exception &e) {
    return fail(error, STATUS_ENVIRONMENT, "Google Benchmark: %s", e.what());
}

bool gbench_register(const char *name, gbench_fn *function, void *user, size_t samples,
                     size_t sample_size)
try {
    benchmark::RegisterBenchmark(name,
                                 [function, user](benchmark::State &state) {
                                     gbench_state wrapped{state};
                                     function(&wrapped, user);
                                 })
        ->Iterations(static_cast<benchmark::IterationCount>(samples * sample_size))
        ->UseManualTime()
        ->Unit(benchmark::kNanosecond);
    return true;
} catch (const std::exception &) {
    return false;
}

bool gbench_run(struct error *error)
try {
    benchmark::RunSpecifiedBenchmarks(reporter.get());
    benchmark::Shutdown();
    return true;
} catch (const std::exception &e) {
    return fail(error, STATUS_ENVIRONMENT, "Google Benchmark: %s", e.what());
}

bool gbench_next(struct gbench_state *state, size_t sample_size)
{
    return state->state.KeepRunningBatch(static_cast<benchmark::IterationCount>(sample_size));
}

void gbench_time(struct gbench_state *state, double seconds)
{
    state->state.SetIterationTime(seconds);
}

void gbench_counter(struct gbench_state *state, const char *name, double value)
{
    state->state.counters[name] = value;
}

void gbench_skip(struct gbench_state *state, const char *reason)
{
    state->state.SkipWithError(reason);
}
