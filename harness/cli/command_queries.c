/* SPDX-License-Identifier: MIT
 * `slidebench queries`: prints the queries that a run times. The same seed gives the same lists. */
#include "chess/board_text.h"
#include "cli/commands.h"
#include "plan/lists.h"

#include <inttypes.h>

static void print_list(const struct list *list)
{
    for (size_t i = 0; i < list->distinct && !ferror(stdout); i++) {
        char square[3];
        printf("%s %s 0x%016" PRIx64 "\n", piece_names[list_query_piece(list->piece, i)],
               square_text(list->square[i], square), list->occupied[i]);
    }
}

bool command_queries(const struct options *options, struct error *error)
{
    static struct lists lists; /* static, since the stack may be small */
    struct run_request request = options->run;
    bool ok = spool_positions(&request, error) && lists_make(&lists, &request, error);
    for (size_t i = 0; ok && i < lists.n; i++)
        print_list(&lists.list[i]);
    lists_free(&lists);
    return ok;
}
