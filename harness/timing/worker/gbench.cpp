/* SPDX-License-Identifier: MIT
 * The only C++ file of the project. It catches all exceptions, because its callers are C. */
#include "timing/worker/gbench.h"

#include <benchmark/benchmark.h>

#include <exception>
#include <vector>

namespace
{

void time_row(const gbench_row *row, benchmark::State &state)
{
    double seconds;
    bool correct = row->run(row->context, &seconds);
    if (!correct)
        state.SkipWithError("wrong result");
    while (state.KeepRunningBatch(static_cast<benchmark::IterationCount>(row->batch))) {
        if (!row->run(row->context, &seconds)) {
            state.SkipWithError("wrong result");
            break;
        }
        if (row->batches)
            state.SetIterationTime(seconds);
    }
    state.SetItemsProcessed(state.iterations());
}

void register_row(const gbench_row *row)
{
    auto *added = benchmark::RegisterBenchmark(
        row->name, [row](benchmark::State &state) { time_row(row, state); });
    if (row->batches)
        added->UseManualTime()->Iterations(
            static_cast<benchmark::IterationCount>(row->batches * row->batch));
}

} // namespace

bool gbench_run(int argc, char **argv, struct gbench_row *rows, size_t n, struct error *error)
try {
    std::vector<char *> rest(argv, argv + argc); /* Initialize() removes the options it knows */
    rest.push_back(nullptr);
    benchmark::Initialize(&argc, rest.data());
    if (argc > 1)
        return fail(error, STATUS_USAGE, "%s: unknown option of Google Benchmark", rest[1]);
    for (gbench_row *row = rows; row < rows + n; row++)
        register_row(row);
    size_t selected = benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return selected ||
           fail(error, STATUS_USAGE, "--benchmark_filter selects no row that runs here");
} catch (const std::exception &e) {
    return fail(error, STATUS_ENVIRONMENT, "Google Benchmark: %s", e.what());
}
