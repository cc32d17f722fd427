/* SPDX-License-Identifier: MIT
 * `slidebench perft`: counts move sequences, with the slider attacks of a scheme. --divide prints
 * each count at once, so that Ctrl-C loses only the count of the current move. */
#include "base/text.h"
#include "chess/notation.h"
#include "chess/position.h"
#include "cli/commands.h"
#include "plan/scheme_set.h"
#include "verify/verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct root_move {
    chess_move move;
    char text[MOVE_SIZE];
};

static int by_text(const void *a, const void *b)
{
    return strcmp(((const struct root_move *)a)->text, ((const struct root_move *)b)->text);
}

/* Prints the number of sequences after each first move, and returns the sum. The oracle makes the
 * list of first moves. */
static uint64_t divide(const struct scheme *scheme, const struct position *position, unsigned depth)
{
    chess_move moves[MAX_MOVES];
    struct root_move roots[MAX_MOVES];
    size_t n = legal_moves(position, ALL_SQUARES, NULL, moves);
    for (size_t i = 0; i < n; i++) {
        roots[i].move = moves[i];
        move_write(position, moves[i], roots[i].text);
    }
    qsort(roots, n, sizeof *roots, by_text);

    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        struct position next = *position;
        make_move(&next, roots[i].move);
        uint64_t nodes = perft(scheme, &next, depth - 1);
        printf("%s: %" PRIu64 "\n", roots[i].text, nodes);
        fflush(stdout); /* the next move may take an hour */
        sum += nodes;
    }
    return sum;
}

bool command_perft(const struct options *options, struct error *error)
{
    struct position position;
    const struct scheme *scheme = options->scheme;
    if (!read_fen(options->fen ? options->fen : START_FEN, &position, error) ||
        !scheme_prepare(&scheme, error))
        return false;
    uint64_t nodes = options->divide && options->depth ? divide(scheme, &position, options->depth)
                                                       : perft(scheme, &position, options->depth);
    printf("%" PRIu64 " node%s by %s\n", nodes, plural(nodes), scheme->name);
    return true;
}
