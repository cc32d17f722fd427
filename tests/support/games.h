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
    struct error error;
    return corpus_embedded(&corpus, &error) ? 0 : -1;
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
    struct error error;
    assert_true(workload_parse(name, &spec, &error));
    return spec;
}

/* Makes a list of n queries. */
static inline struct list make(const char *name, enum piece piece, size_t n, uint64_t seed)
{
    struct list list;
    struct error error;
    assert_true(list_make(&list,
                          &(struct list_request){spec_of(name), piece, LIST_OF_QUERIES, n, seed},
                          &corpus, &error));
    return list;
}

#endif
