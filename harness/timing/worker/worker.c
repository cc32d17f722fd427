/* SPDX-License-Identifier: MIT */
#include "timing/worker/worker.h"
#include "base/fd_io.h"
#include "machine/huge_pages.h"
#include "plan/lists.h"
#include "plan/support.h"
#include "timing/protocol.h"
#include "timing/worker/gbench.h"
#include "timing/worker/rounds.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the parent sends, in memory that the process never frees. */
static struct {
    struct timing_plan plan;
    struct row_request *row; /* [plan.row_count] */
    char *arguments;         /* [plan.benchmark_bytes] */
    char **argv;             /* those of them that gbench_init() gets */
} received;

static bool receive_rows_and_arguments(int fd, struct error *error)
{
    size_t rows = received.plan.row_count, bytes = received.plan.benchmark_bytes;
    received.row = calloc(rows + 1, sizeof *received.row);
    received.arguments = calloc(bytes + 1, 1);
    received.argv = calloc(bytes + 1, sizeof *received.argv);
    return (received.row && received.arguments && received.argv &&
            read_all(fd, received.row, rows * sizeof *received.row) &&
            read_all(fd, received.arguments, bytes)) ||
           fail(error, STATUS_ENVIRONMENT, "no memory for a plan of %zu rows", rows);
}

/* Initialises Google Benchmark. Only the first process writes its files and output. */
static bool init_gbench(struct error *error)
{
    int argc = 0;
    char *end = received.arguments + received.plan.benchmark_bytes;
    for (char *word = received.arguments; word < end; word += strlen(word) + 1)
        if (!received.plan.process ||
            (strncmp(word, "--benchmark_out", 15) && strncmp(word, "--benchmark_format", 18)))
            received.argv[argc++] = word;
    return gbench_init(argc, received.argv, error);
}

/* Sets a row that is timed, and makes its list unless another row has it. */
static bool make_row(struct row *row, const struct row_request *request,
                     const struct corpus *corpus, struct error *error)
{
    static struct lists lists;
    const struct scheme *scheme = scheme_named(request->scheme);
    *row = (struct row){.scheme = mode_table[request->mode.kind].batched ? scheme->batched : scheme,
                        .list = lists_add(&lists, &request->list, corpus, error),
                        .mode = &request->mode};
    return row->list;
}

static bool make_rows(struct timed_rows *rows, struct error *error)
{
    const char *positions = received.plan.positions;
    size_t n = received.plan.row_count;
    struct corpus corpus;
    *rows = (struct timed_rows){.row = calloc(n + 1, sizeof *rows->row), .n = n};
    if (!rows->row)
        return fail(error, STATUS_ENVIRONMENT, "no memory for %zu rows", n);
    if (!strcmp(positions, "-"))
        lseek(STDIN_FILENO, 0, SEEK_SET);
    bool ok = corpus_read(&corpus, *positions ? positions : NULL, error);
    for (size_t i = 0; ok && i < n; i++) {
        rows->row[i].planned.status = ROW_UNSUPPORTED; /* not timed */
        if (received.row[i].timed)
            ok = make_row(&rows->row[i].planned, &received.row[i], &corpus, error);
    }
    corpus_free(&corpus);
    return ok;
}

bool worker_run(int fd, struct error *error)
{
    const struct timing_plan *plan = &received.plan;
    static struct timed_rows rows;
    if (!read_all(fd, &received.plan, sizeof received.plan))
        return fail(error, STATUS_USAGE, "--worker: an internal option of slidebench");
    bool ok = receive_rows_and_arguments(fd, error) && init_gbench(error) &&
              make_rows(&rows, error) && (!plan->huge_pages || huge_pages_use(error)) &&
              corunners_start(plan->corunners, plan->corunner_count, error) &&
              rounds_run(&rows, plan, fd, error);
    if (!ok)
        message_write_error(fd, error);
    _exit(ok ? STATUS_OK : (int)error->status); /* the parent prints the error */
}
