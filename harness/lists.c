/* SPDX-License-Identifier: MIT */
#include "lists.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_there(const struct lists *lists, const char *workload, enum piece piece,
                     enum list_kind kind)
{
    for (size_t i = 0; i < lists->n; i++)
        if (lists->list[i].kind == kind && lists->list[i].piece == piece &&
            !strcmp(lists->list[i].name, workload))
            return true;
    return false;
}

bool lists_make(struct lists *lists, const struct options *options, struct error *error)
{
    struct corpus corpus = {0};
    const char *name = !options->positions               ? "the built-in games"
                       : strcmp(options->positions, "-") ? options->positions
                                                         : "standard input";
    bool ok = options->positions ? corpus_read(&corpus, options->positions, error)
                                 : corpus_embedded(&corpus, error);
    lists->n = 0;
    for (size_t a = 0; a < options->asks.n; a++)
        for (enum list_kind kind = 0; kind < LIST_KINDS; kind++)
            for (enum piece piece = 0; piece < ASKED; piece++) {
                const char *workload =
                    kind == LIST_OF_POSITIONS ? "standard" : options->asks.ask[a].workload;
                if (ok && asks_list(&options->asks, workload, piece, kind) &&
                    workload_possible(workload, piece, kind) &&
                    !is_there(lists, workload, piece, kind)) {
                    size_t length = options->list_length, most = options->asks.ask[a].most;
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

void lists_free(struct lists *lists)
{
    for (size_t i = 0; i < lists->n; i++)
        workload_free(&lists->list[i]);
    lists->n = 0;
}

/* The copy becomes standard input. A stream without an end must not fill the disk. */
static bool copy_to_stdin(int from)
{
    size_t room = (size_t)1 << 30;
    FILE *file = tmpfile();
    if (!file)
        return false;
    char buffer[1 << 16];
    ssize_t n;
    while ((n = read(from, buffer, sizeof buffer)) > 0) {
        errno = EFBIG;
        if ((size_t)n > room || fwrite(buffer, 1, (size_t)n, file) < (size_t)n)
            break;
        room -= (size_t)n;
    }
    bool ok = n == 0 && fflush(file) == 0 && lseek(fileno(file), 0, SEEK_SET) == 0 &&
              dup2(fileno(file), STDIN_FILENO) == STDIN_FILENO;
    fclose(file);
    return ok;
}

bool lists_make_rereadable(struct options *options, struct error *error)
{
    struct stat status;
    bool is_stdin = options->positions && !strcmp(options->positions, "-");
    int from =
        is_stdin ? dup(STDIN_FILENO)
        : options->positions && !stat(options->positions, &status) && S_ISFIFO(status.st_mode)
            ? open(options->positions, O_RDONLY)
            : -1;
    if (from < 0)
        return true; /* nothing to do, or corpus_read() will say what is wrong */
    bool ok = true;
    if (!fstat(from, &status) &&
        (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) || isatty(from))) {
        ok = copy_to_stdin(from) ||
             fail(error, STATUS_ENVIRONMENT, "positions cannot be kept in a temporary file: %s",
                  strerror(errno));
        options->positions = "-";
    }
    close(from);
    return ok;
}
