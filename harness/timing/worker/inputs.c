/* SPDX-License-Identifier: MIT */
#include "timing/worker/inputs.h"
#include "kernels/queries.h"
#include "workload/expected.h"
#include "workload/list_memory.h"

#include <stdlib.h>
#include <string.h>

/* Returns the boards from which a row's views are built. */
static const bitboard *boards_of(const struct timed_row *row, size_t *n)
{
    return list_boards(row->planned.list, mode_table[row->planned.mode->kind].views, n);
}

/* Builds the views. If they equal the bitboards of the list, returns the list's own array: all such
 * schemes then read the same memory. */
static const void *views_of(const struct timed_row *row)
{
    const struct scheme *scheme = row->planned.scheme;
    size_t n;
    const bitboard *boards = boards_of(row, &n);
    char *views = list_allocate(n, scheme->view_bytes);
    for (size_t i = 0; views && i < n; i++)
        scheme->set_view(views + i * scheme->view_bytes, boards[i]);
    if (views && scheme->view_bytes == sizeof(bitboard) &&
        !memcmp(views, boards, n * sizeof(bitboard))) {
        free(views);
        return boards;
    }
    return views;
}

static bitboard mock_one(const void *mock, enum piece piece, unsigned square, bitboard occupied)
{
    const struct scheme *scheme = mock;
    bitboard sets[2];
    scheme->piece[piece].attacks(square, &occupied, sets);
    return piece_checksum(piece, sets);
}

static bitboard mock_set(const void *mock, enum piece piece, bitboard sliders, bitboard occupied)
{
    const struct scheme *scheme = mock;
    return scheme->piece[piece].attacks_of_set(sliders, &occupied);
}

/* Sets the expected checksums. Those of a mock, whose results are wrong by design, are computed by
 * its own getters; its view is the bitboard. */
static bool prepare_expected(struct timed_row *row)
{
    const struct reference mock = {row->planned.scheme, mock_one, mock_set};
    row->expected = row->planned.list->expected;
    return !(row->planned.scheme->traits & MOCK) ||
           expected_compute(row->planned.list, &mock, &row->expected);
}

bool inputs_prepare(struct timed_rows *rows, size_t i, struct error *error)
{
    struct timed_row *row = &rows->row[i], *before = i ? row - 1 : NULL;
    size_t n;
    if (before && before->planned.scheme == row->planned.scheme &&
        before->planned.list == row->planned.list && before->views &&
        boards_of(before, &n) == boards_of(row, &n)) {
        row->views = before->views; /* the modes of one list share them */
        row->expected = before->expected;
        return true;
    }
    if (row->planned.scheme != rows->initialised && row->planned.scheme->init)
        row->planned.scheme->init();
    rows->initialised = row->planned.scheme;
    row->views = views_of(row);
    return (row->views && prepare_expected(row)) ||
           fail(error, STATUS_ENVIRONMENT, "no memory for the views of %s",
                row->planned.scheme->name);
}
