/* SPDX-License-Identifier: MIT */
#include "plan/workloads.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_there(const struct workloads *lists, const char *workload, enum piece piece,
                     enum list_kind kind)
{
    for (size_t i = 0; i < lists->n; i++)
        if (lists->list[i].kind == kind && lists->list[i].piece == piece &&
            !strcmp(lists->list[i].name, workload))
            return true;
    return false;
}

bool workloads_make(struct workloads *lists, const struct run_request *options, struct error *error)
{
    struct corpus corpus = {0};
    const char *name = !options->positions               ? "the built-in games"
                       : strcmp(options->positions, "-") ? options->positions
                                                         : "standard input";
    bool ok = options->positions ? corpus_read(&corpus, options->positions, error)
                                 : corpus_embedded(&corpus, error);
    lists->n = 0;
    for (size_t a = 0; a < options->matrix.n; a++)
        for (enum list_kind kind = 0; kind < LIST_KINDS; kind++)
            for (enum piece piece = 0; piece < ROW_PIECES; piece++) {
                const char *workload =
                    kind == LIST_OF_PERFT_TASKS ? "standard" : options->matrix.line[a].workload;
                if (ok && matrix_needs_list(&options->matrix, workload, piece, kind) &&
                    workload_possible(workload, piece, kind) &&
                    !is_there(lists, workload, piece, kind)) {
                    size_t length = options->list_length, most = options->matrix.line[a].most;
                    const struct workload_request request = {
                        workload,      piece, kind, most && most < length ? most : length,
                        options->seed, name};
                    ok = workload_make(&lists->list[lists->n], &request, &corpus, error);
                    lists->n += ok;
                }
            }
    if (ok && !lists->n)
        ok = fail(error, STATUS_USAGE,
                  "nothing to ask: these modes know none of these pieces on these workloads; see "
                  "`slidebench --help`");
    corpus_free(&corpus);
    return ok;
}

void workloads_free(struct workloads *lists)
{
    for (size_t i = 0; i < lists->n; i++)
        workload_free(&lists->list[i]);
    lists->n = 0;
}

static bool is_fifo(const char *path)
{
    struct stat status;
    return !stat(path, &status) && S_ISFIFO(status.st_mode);
}

bool spool_positions(struct run_request *options, struct error *error)
{
    const char *path = options->positions;
    if (!path || (strcmp(path, "-") && !is_fifo(path)))
        return true;
    FILE *copy = corpus_copy(path, error);
    if (!copy)
        return false;
    bool ok = dup2(fileno(copy), STDIN_FILENO) == STDIN_FILENO ||
              fail(error, STATUS_ENVIRONMENT, "no standard input: %s", strerror(errno));
    fclose(copy);
    rewind(stdin); /* which has met its end, perhaps */
    options->positions = "-";
    return ok;
}
