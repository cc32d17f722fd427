/* SPDX-License-Identifier: MIT */
#include "plan/lists.h"
#include "workload/perft_list.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const struct list *lists_add(struct lists *lists, const struct list_request *wanted,
                             const struct corpus *corpus, struct error *error)
{
    for (size_t i = 0; i < lists->n; i++) {
        const struct list *list = &lists->list[i];
        if (list->kind == wanted->kind && list->piece == wanted->piece &&
            workload_equal(&list->spec, &wanted->spec))
            return list;
    }
    if (!list_make(&lists->list[lists->n], wanted, corpus, error))
        return NULL;
    return &lists->list[lists->n++];
}

/* The order of columns: what an engine needs, then its parts. */
static const enum piece order[ROW_PIECES] = {MIX_NNUE, MIX_HAND_MADE, ROOK, BISHOP,
                                             QUEEN,    BOTH,          ALL};

/* Adds a list for each piece, if it is needed and possible. */
static bool add_lists(struct lists *lists, const struct run_request *request,
                      const struct matrix_line *line, enum list_kind kind,
                      const struct corpus *corpus, struct error *error)
{
    size_t length = request->list_length;
    struct list_request wanted = {
        .spec = line->workload,
        .kind = kind,
        .n = line->max_length && line->max_length < length ? line->max_length : length,
        .seed = request->seed};
    if (kind == LIST_OF_PERFT_TASKS) {
        wanted.spec = (struct workload_spec){.kind = WORKLOAD_PERFT};
        wanted.n = length < PERFT_POSITIONS ? length : PERFT_POSITIONS;
    }
    for (size_t i = 0; i < ROW_PIECES; i++) {
        wanted.piece = order[i];
        if (matrix_needs_list(&request->matrix, &wanted.spec, wanted.piece, kind) &&
            workload_possible(&wanted.spec, wanted.piece, kind) &&
            !lists_add(lists, &wanted, corpus, error))
            return false;
    }
    return true;
}

bool lists_make(struct lists *lists, const struct run_request *request, struct error *error)
{
    struct corpus corpus;
    const struct matrix *matrix = &request->matrix;
    bool ok = corpus_read(&corpus, request->positions, error);
    lists->n = 0;
    for (size_t i = 0; ok && i < matrix->n; i++)
        for (enum list_kind kind = 0; ok && kind < LIST_KINDS; kind++)
            ok = add_lists(lists, request, &matrix->line[i], kind, &corpus, error);
    corpus_free(&corpus);
    return ok && (lists->n || fail(error, STATUS_USAGE,
                                   "nothing to time: these modes have no rows for these pieces and "
                                   "workloads; see `slidebench --help`"));
}

void lists_free(struct lists *lists)
{
    for (size_t i = 0; i < lists->n; i++)
        list_free(&lists->list[i]);
    lists->n = 0;
}

static bool is_fifo(const char *path)
{
    struct stat status;
    return !stat(path, &status) && S_ISFIFO(status.st_mode);
}

bool spool_positions(struct run_request *request, struct error *error)
{
    const char *path = request->positions;
    if (!path || (strcmp(path, "-") && !is_fifo(path)))
        return true;
    FILE *copy = corpus_copy(path, error);
    if (!copy)
        return false;
    bool ok = dup2(fileno(copy), STDIN_FILENO) == STDIN_FILENO ||
              fail(error, STATUS_ENVIRONMENT, "no standard input: %s", strerror(errno));
    fclose(copy);
    rewind(stdin); /* it may be at the end of the file */
    request->positions = "-";
    return ok;
}
