/* SPDX-License-Identifier: MIT
 * The names of workloads, which only this module parses and prints. */
#ifndef WORKLOAD_SPEC_H
#define WORKLOAD_SPEC_H

#include "base/error.h"
#include "scheme.h"

/* What the items of a list are. */
enum list_kind { LIST_OF_QUERIES, LIST_OF_BOARDS, LIST_OF_GAMES, LIST_KINDS };

enum workload_kind {
    WORKLOAD_GAMES,  /* positions of the corpus, in order                     */
    WORKLOAD_SEARCH, /* queries of alpha-beta searches from corpus positions  */
    WORKLOAD_RANDOM, /* uniform squares and random occupancies                */
    WORKLOAD_KINDS
};

struct workload_spec {
    enum workload_kind kind;
    double percent; /* RANDOM: percentage of occupied squares */
};

enum { WORKLOAD_NAME = 24 };

/* Parses "games", "search", "random" (25 % of squares occupied) or "random:40". Any other text,
 * also one with blanks or a sign, is STATUS_USAGE. */
bool workload_parse(const char *text, struct workload_spec *spec, struct error *error);

/* Writes the name of a workload, in its only spelling: random:033.30 is named random:33.3, and
 * random:25 is named random. Returns name. */
const char *workload_name(const struct workload_spec *spec, char name[static WORKLOAD_NAME]);

/* Returns whether two workloads have the same name. */
bool workload_equal(const struct workload_spec *a, const struct workload_spec *b);

/* Returns whether there is a list of this kind for this piece and workload:
 * - single queries: any piece but ALL, any workload;
 * - boards: any piece but BOTH and mixes, which have no set of sliders; only "games";
 * - games: only ALL pieces; "games" and "search", where a search counts as a game. */
bool workload_possible(const struct workload_spec *spec, enum piece piece, enum list_kind kind);

#endif
