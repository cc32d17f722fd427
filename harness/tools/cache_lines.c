/* SPDX-License-Identifier: MIT
 * slidebench-cache-lines: counts the cache lines of tables that a query touches. Its schemes are
 * compiled by clang with the instrumentation of the kernel's address sanitizer, which calls one of
 * the functions below before each load; no sanitizer is linked. The documented hooks of
 * -fsanitize-coverage=trace-loads do not replace it: clang 14 omits loads of 32 and 64 bytes, which
 * five schemes make. Gathers are not counted. Prints markdown for scripts/cache-lines. */
#include "base/text.h"
#include "plan/scheme_set.h"
#include "workload/corpus.h"
#include "workload/list.h"
#include "workload/replay.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 64, LENGTH = 65536, MAX_TOUCHED = 256, SET_SIZE = 1 << 20 };

/* The lines that the current query has touched. */
static struct {
    bool on;
    uintptr_t line[MAX_TOUCHED];
    size_t n;
    uintptr_t view, view_end; /* not counted, because a view is no table */
} touched;

static void touch(uintptr_t from, size_t size)
{
    uintptr_t stack = (uintptr_t)__builtin_frame_address(0);
    if (!touched.on || (from > stack && from < stack + (1 << 16)))
        return;
    for (uintptr_t line = from / LINE; line <= (from + size - 1) / LINE; line++) {
        bool known = line * LINE + LINE > touched.view && line * LINE < touched.view_end;
        for (size_t i = 0; i < touched.n; i++)
            known = known || touched.line[i] == line;
        if (!known && touched.n < MAX_TOUCHED)
            touched.line[touched.n++] = line;
    }
}

#define TRACE(size)                                                                                \
    void __asan_load##size##_noabort(uintptr_t from);                                              \
    void __asan_load##size##_noabort(uintptr_t from)                                               \
    {                                                                                              \
        touch(from, size);                                                                         \
    }                                                                                              \
    void __asan_store##size##_noabort(uintptr_t to);                                               \
    void __asan_store##size##_noabort(uintptr_t to)                                                \
    {                                                                                              \
        (void)to;                                                                                  \
    }
TRACE(1)
TRACE(2)
TRACE(4)
TRACE(8)
TRACE(16)

void __asan_loadN_noabort(uintptr_t from, size_t size), __asan_storeN_noabort(uintptr_t, size_t);
void *__asan_memset(void *, int, size_t), *__asan_memcpy(void *, const void *, size_t);
void __asan_handle_no_return(void);

void __asan_loadN_noabort(uintptr_t from, size_t size)
{
    touch(from, size);
}

void __asan_storeN_noabort(uintptr_t to, size_t size)
{
    (void)to, (void)size;
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
    touch((uintptr_t)from, size);
    return memcpy(to, from, size);
}

/* Hash set of all lines that one scheme has touched. */
struct line_set {
    uintptr_t line[SET_SIZE];
    size_t n;
};

static void add_line(struct line_set *set, uintptr_t line)
{
    size_t at = (size_t)(line * 0x9e3779b97f4a7c15u >> 44) % SET_SIZE;
    while (set->line[at] && set->line[at] != line)
        at = (at + 1) % SET_SIZE;
    set->n += !set->line[at];
    set->line[at] = line;
}

static void print_scheme(const struct scheme *scheme, const struct list lists[QUEEN + 1])
{
    static struct line_set all;
    char bytes[16], view[1024] __attribute__((aligned(64)));
    memset(&all, 0, sizeof all);
    if (scheme->init)
        scheme->init();
    touched.view = (uintptr_t)view;
    touched.view_end = (uintptr_t)view + scheme->view_bytes;
    printf("| `%s` | %s |", scheme->name, bytes_text(scheme->table_bytes[QUEEN], bytes));
    for (enum piece piece = ROOK; piece <= QUEEN; piece++) {
        size_t sum = 0;
        for (size_t i = 0; i < lists[piece].n; i++) {
            bitboard sets[2];
            scheme->set_view(view, lists[piece].occupied[i]);
            touched.n = 0;
            touched.on = true;
            scheme->piece[piece].attacks(lists[piece].square[i], view, sets);
            touched.on = false;
            sum += touched.n;
            for (size_t j = 0; piece == QUEEN && j < touched.n; j++)
                add_line(&all, touched.line[j]);
        }
        printf(" %.2f |", (double)sum / (double)lists[piece].n);
    }
    printf(" %s |\n", bytes_text(all.n * LINE, bytes));
}

int main(void)
{
    struct corpus corpus;
    struct list lists[QUEEN + 1];
    struct error error;
    bool ok = corpus_embedded(&corpus, &error);
    for (enum piece piece = ROOK; ok && piece <= QUEEN; piece++) {
        const struct list_request request = {
            {.kind = WORKLOAD_GAMES}, piece, LIST_OF_QUERIES, LENGTH, 1};
        ok = list_make(&lists[piece], &request, &corpus, &error);
    }
    if (!ok) {
        fprintf(stderr, "slidebench-cache-lines: %s\n", error.text);
        return (int)error.status;
    }
    printf("| scheme | tables | rook | bishop | queen | all queens |\n|---|--:|--:|--:|--:|--:|\n");
    for (const struct scheme *const *s = schemes; *s; s++)
        if (!((*s)->traits & MOCK) && !(*s)->twin && !scheme_unsupported(*s))
            print_scheme(*s, lists);
    return 0;
}
