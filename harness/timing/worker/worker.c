/* SPDX-License-Identifier: MIT */
#include "timing/worker/worker.h"
#include "base/fd_io.h"
#include "machine/huge_pages.h"
#include "plan/lists.h"
#include "timing/protocol.h"
#include "timing/worker/gbench.h"
#include "timing/worker/rounds.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Removes the arguments for Google Benchmark's files and output: only the first process writes
 * them. */
static void silence_gbench_output(struct run_request *run)
{
    int kept = 1;
    for (int i = 1; i < run->benchmark_argc; i++)
        if (strncmp(run->benchmark_argv[i], "--benchmark_out", 15) &&
            strncmp(run->benchmark_argv[i], "--benchmark_format", 18))
            run->benchmark_argv[kept++] = run->benchmark_argv[i];
    run->benchmark_argc = kept;
}

static bool receive_request(int fd, struct run_request *run, struct worker_request *request,
                            char **skip)
{
    if (!read_all(fd, request, sizeof *request) || !(*skip = malloc(request->row_count + 1)) ||
        !read_all(fd, *skip, request->row_count))
        return false;
    run->matrix.modes = request->modes;
    if (request->positions_on_stdin) {
        run->positions = "-";
        lseek(STDIN_FILENO, 0, SEEK_SET);
    }
    if (request->process > 0)
        silence_gbench_output(run);
    return true;
}

/* Checks that the parent has the same rows, so that no sample counts for another one. */
static bool check_rows(const struct rows *rows, const struct worker_request *request,
                       struct error *error)
{
    uint64_t checksum = 0;
    for (size_t i = 0; i < rows->n; i++)
        checksum = row_checksum(checksum, &rows->row[i]);
    if (rows->n != request->row_count)
        return fail(error, STATUS_ENVIRONMENT, "a timing process has %zu rows, its parent %u",
                    rows->n, (unsigned)request->row_count);
    return checksum == request->rows_checksum ||
           fail(error, STATUS_ENVIRONMENT,
                "a timing process has other rows than its parent: their names differ");
}

/* Keeps rows from being timed, as any status but ROW_OK does. The parent reports why. */
static void skip_rows(struct rows *rows, const char *skip)
{
    for (size_t i = 0; i < rows->n; i++)
        if (skip[i] && rows->row[i].status == ROW_OK)
            rows->row[i].status = ROW_WRONG;
}

bool worker_run(const struct run_request *given, int fd, struct error *error)
{
    struct run_request run = *given;
    struct worker_request request;
    static struct lists lists;
    static struct timed_rows timed;
    struct rows rows = {0};
    char *skip = NULL;
    if (!receive_request(fd, &run, &request, &skip)) {
        free(skip);
        return fail(error, STATUS_USAGE, "--worker: an internal option of slidebench");
    }

    bool ok = gbench_init(run.benchmark_argc, run.benchmark_argv, error) &&
              lists_make(&lists, &run, error) &&
              rows_make(&rows, &run, lists.list, lists.n, error) &&
              check_rows(&rows, &request, error);
    if (ok)
        skip_rows(&rows, skip);
    free(skip);
    ok = ok && (!run.huge_pages || huge_pages_use(error)) &&
         corunners_start(request.corunners, request.corunner_count, error);
    struct timing_plan plan = {.seconds = request.seconds,
                               .bound = request.bound,
                               .reference_ipc = request.reference_ipc,
                               .seed = run.seed,
                               .process = request.process,
                               .no_warmup = run.no_warmup,
                               .gbench = run.benchmark_argc > 1,
                               .fd = fd,
                               .corunners = request.corunners,
                               .cpu = request.cpu};
    ok = ok && inputs_make(&timed, &rows, error) && rounds_run(&timed, &plan, error);
    if (!ok)
        message_write_error(fd, error);
    _exit(ok ? STATUS_OK : (int)error->status); /* the parent prints the error */
}
