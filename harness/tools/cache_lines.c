/* SPDX-License-Identifier: MIT
 * slidebench-cache-lines: counts the cache lines of tables that a query touches, and prints
 * Markdown for scripts/cache-lines. clang compiles the schemes as for the kernel's address
 * sanitizer, so that they call one of the functions below before each load; no sanitizer is linked.
 * The documented hooks of -fsanitize-coverage=trace-loads would not do: they miss the loads of 32
 * and 64 bytes that five schemes make (clang 14). Gathers are not counted. */
#include "base/memory.h"
#include "base/text.h"
#include "plan/scheme_set.h"
#include "workload/corpus.h"
#include "workload/list.h"

#include <string.h>

enum { LINE = 64, LENGTH = 65536 };

/* Symbols of the linker: where the program with its tables and constants begins and ends in memory.
 * Stack and views lie outside. */
extern char __executable_start[], end[];

static struct {
    size_t lines;         /* cache lines of the program */
    uint32_t *last_query; /* [lines]: number of the last query that touched the line; 0: none */
    uint32_t query;       /* number of the current query; 0: none runs */
    size_t touched;       /* sum over all queries of the lines that each touched */
    size_t newly_touched; /* lines that any query has touched */
} trace;

static void count_lines(uintptr_t from, size_t size)
{
    const uintptr_t start = (uintptr_t)__executable_start / LINE;
    for (uintptr_t i = from / LINE - start; i <= (from + size - 1) / LINE - start; i++)
        if (trace.query && i < trace.lines && trace.last_query[i] != trace.query) {
            trace.touched++;
            trace.newly_touched += !trace.last_query[i];
            trace.last_query[i] = trace.query;
        }
}

#define TRACE(size)                                                                                \
    void __asan_load##size##_noabort(uintptr_t from);                                              \
    void __asan_load##size##_noabort(uintptr_t from)                                               \
    {                                                                                              \
        count_lines(from, size);                                                                   \
    }
TRACE(1)
TRACE(2)
TRACE(4)
TRACE(8)
TRACE(16)

void __asan_loadN_noabort(uintptr_t from, size_t size);
void *__asan_memset(void *, int, size_t), *__asan_memcpy(void *, const void *, size_t);
void __asan_handle_no_return(void);

void __asan_loadN_noabort(uintptr_t from, size_t size)
{
    count_lines(from, size);
}

void __asan_handle_no_return(void)
{
}

void *__asan_memset(void *to, int byte, size_t size)
{
    return memset(to, byte, size);
}

void *__asan_memcpy(void *to, const void *from, size_t size)
{
    count_lines((uintptr_t)from, size);
    return memcpy(to, from, size);
}

/* Returns the mean number of lines that a query of the list touches. */
static double lines_per_query(const struct scheme *scheme, const struct list *list)
{
    static uint32_t queries;
    char view[1024] __attribute__((aligned(64)));
    trace.touched = 0;
    for (size_t i = 0; i < list->n; i++) {
        bitboard sets[2];
        scheme->set_view(view, list->occupied[i]);
        trace.query = ++queries;
        scheme->piece[list->piece].attacks(list->square[i], view, sets);
        trace.query = 0;
    }
    return (double)trace.touched / (double)list->n;
}

static void print_scheme(const struct scheme *scheme, const struct list lists[QUEEN + 1])
{
    char bytes[16], touched_bytes[16];
    if (scheme->init)
        scheme->init();
    memset(trace.last_query, 0, trace.lines * sizeof *trace.last_query);
    trace.newly_touched = 0;
    double queen = lines_per_query(scheme, &lists[QUEEN]);
    bytes_text(trace.newly_touched * LINE, touched_bytes);
    printf("| `%s` | %s | %.2f | %.2f | %.2f | %s |\n", scheme->name,
           bytes_text(scheme->table_bytes[QUEEN], bytes), lines_per_query(scheme, &lists[ROOK]),
           lines_per_query(scheme, &lists[BISHOP]), queen, touched_bytes);
}

int main(void)
{
    struct corpus corpus;
    struct list lists[QUEEN + 1];
    struct error error;
    bool ok = corpus_read(&corpus, NULL, &error);
    for (enum piece piece = ROOK; ok && piece <= QUEEN; piece++) {
        const struct list_request request = {
            {.kind = WORKLOAD_GAMES}, piece, LIST_OF_QUERIES, LENGTH, 1};
        ok = list_make(&lists[piece], &request, &corpus, &error);
    }
    if (!ok) {
        fprintf(stderr, "slidebench-cache-lines: %s\n", error.text);
        return (int)error.status;
    }
    trace.lines = (size_t)(end - __executable_start) / LINE + 1;
    trace.last_query = xcalloc(trace.lines, sizeof *trace.last_query);
    printf(
        "| scheme | queen's tables | rook | bishop | queen | all queens "
        "|\n|---|--:|--:|--:|--:|--:|\n");
    for (const struct scheme *const *s = schemes; *s; s++)
        if (!((*s)->traits & MOCK) && !(*s)->twin && !scheme_unsupported(*s))
            print_scheme(*s, lists);
    return 0;
}
