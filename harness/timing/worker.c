/* SPDX-License-Identifier: MIT */
#include "timing/worker.h"
#include "base/fd_io.h"
#include "timing/rounds.h"
#include "timing/gbench.h"
#include "plan/workloads.h"
#include "machine/huge_pages.h"
#include "timing/protocol.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Only the first process writes Google Benchmark's files and output. */
static void quieten(struct run_request *options)
{
    int kept = 1;
    for (int i = 1; i < options->benchmark_argc; i++)
        if (strncmp(options->benchmark_argv[i], "--benchmark_out", 15) &&
            strncmp(options->benchmark_argv[i], "--benchmark_format", 18))
            options->benchmark_argv[kept++] = options->benchmark_argv[i];
    options->benchmark_argc = kept;
}

static bool receive_request(struct run_request *options, int socket, struct request *request,
                            char **skip)
{
    if (!read_all(socket, request, sizeof *request) || !(*skip = malloc(request->row_count + 1)) ||
        !read_all(socket, *skip, request->row_count))
        return false;
    if (request->positions_on_stdin) {
        options->positions = "-";
        lseek(STDIN_FILENO, 0, SEEK_SET);
    }
    if (request->process > 0)
        quieten(options);
    return true;
}

bool worker_run(const struct run_request *given, int socket, struct error *error)
{
    struct run_request options = *given;
    struct request request;
    static struct workloads lists;
    struct rows rows = {0};
    char *skip = NULL;
    if (!receive_request(&options, socket, &request, &skip))
        return fail(error, STATUS_USAGE, "--worker: for slidebench's own use");

    bool ok = gbench_init(options.benchmark_argc, options.benchmark_argv, error) &&
              workloads_make(&lists, &options, error) &&
              rows_list(&rows, &options, lists.list, lists.n, error);
    if (ok && rows.n != request.row_count)
        ok = fail(error, STATUS_ENVIRONMENT, "a timing process has %zu rows in place of %u", rows.n,
                  (unsigned)request.row_count);
    for (size_t i = 0; ok && i < rows.n; i++)
        if (skip[i] && rows.row[i].status == ROW_OK)
            rows.row[i].status = ROW_WRONG;
    ok = ok && (!options.huge_pages || huge_pages_use(error));
    ok = ok && corunners_start(request.corunners, request.corunner_count, error);
    struct rounds_plan plan = {request.seconds,     options.seed, request.process,
                               options.no_warmup, socket, request.cpu};
    static struct timed_rows timed;
    ok = ok && inputs_make(&timed, &rows, error) && rounds_run(&timed, &plan, error);
    if (!ok)
        message_write_error(socket, error);
    _exit(ok ? STATUS_OK
             : (int)error->status); /* the parent has said or will say all there is to say */
}
