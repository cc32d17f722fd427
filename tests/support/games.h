/* SPDX-License-Identifier: MIT
 * The built-in games, for tests whose lists come from them. */
#ifndef GAMES_H
#define GAMES_H

#include "support/test.h"
#include "workload/list.h"

static struct corpus corpus;

/* Reads the games: a setup function of a group of tests. */
static inline int read_corpus(void **state)
{
    return corpus_read(&corpus, NULL, &error) ? 0 : -1;
}

/* The teardown function of the group. */
static inline int free_corpus(void **state)
{
    corpus_free(&corpus);
    return 0;
}

static inline struct workload_spec spec_of(const char *name)
{
    struct workload_spec spec;
    assert_ok(workload_parse(name, &spec, &error));
    return spec;
}

static inline struct list make(const struct list_request *request, const struct corpus *from)
{
    struct list list;
    assert_ok(list_make(&list, request, from, &error));
    return list;
}

/* Makes a list of n items from the built-in games. */
static inline struct list list_of(const char *workload, enum piece piece, enum list_kind kind,
                                  size_t n, uint64_t seed)
{
    return make(&(struct list_request){spec_of(workload), piece, kind, n, seed}, &corpus);
}

#endif
