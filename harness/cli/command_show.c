/* SPDX-License-Identifier: MIT
 * `slidebench show`: draws the attack set of one query. */
#include "chess/notation.h"
#include "cli/commands.h"
#include "plan/scheme_set.h"
#include "workload/list.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

bool command_show(const struct options *options, struct error *error)
{
    bitboard occupied = options->occupied;
    if (options->fen) {
        struct position position;
        if (!fen_read(&position, options->fen, NULL, error)) {
            error->status = STATUS_USAGE;
            return false;
        }
        occupied = position_occupied(&position);
    }
    const struct scheme *scheme = find_scheme_or_default(options->scheme, error);
    if (!scheme)
        return false;
    bitboard sets[2];
    void *view = list_allocate(1, scheme->view_bytes);
    scheme->set_view(view, occupied);
    scheme->piece[options->piece].attacks(options->square, view, sets);
    free(view);

    char square[3], titles[2][32];
    size_t n = options->piece == BOTH ? 2 : 1;
    struct board_text boards[2];
    square_text(options->square, square);
    for (size_t i = 0; i < n; i++) {
        const char *piece = n == 1 ? piece_names[options->piece] : piece_names[i];
        snprintf(titles[i], sizeof titles[i], "%s on %s", piece, square);
        boards[i] = (struct board_text){titles[i], sets[i], occupied, options->square};
    }
    board_print(boards, n, stdout);
    for (size_t i = 0; i < n; i++)
        printf("%s0x%016" PRIx64, i ? " " : "", sets[i]);
    printf("  by %s; S slider, * attacked, x attacked and occupied, o occupied\n", scheme->name);
    if (!(scheme->traits & MOCK))
        printf("as one header for an engine: slidebench export %s -o sliders.h\n", scheme->name);
    return true;
}
