/* SPDX-License-Identifier: MIT
 * Makes lists of any kind. */
#ifndef LIST_MAKE_H
#define LIST_MAKE_H

#include "workload/corpus.h"
#include "workload/list.h"

/* Makes a list that workload_possible() allows. Fails with STATUS_INPUT if the corpus gives fewer
 * than n items, or n queries that are all the same. */
bool list_make(struct list *list, const struct list_request *request, const struct corpus *corpus,
               struct error *error);

#endif
