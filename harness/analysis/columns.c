/* SPDX-License-Identifier: MIT */
#include "analysis/columns.h"

#include <stdlib.h>
#include <string.h>

/* Returns the column's index, or the number of columns. */
static size_t find(const struct columns *columns, const struct measured_row *row)
{
    size_t c = 0;
    while (c < columns->n && !run_same_column(columns->first[c], row))
        c++;
    return c;
}

static void insert(struct columns *columns, size_t at, const struct measured_row *row)
{
    const struct measured_row **to = columns->first + at;
    memmove(to + 1, to, (columns->n - at) * sizeof *to);
    *to = row;
    columns->n++;
}

/* Puts a new column after that of the scheme's row before: the first scheme may lack some. */
bool columns_make(struct columns *columns, const struct run *run)
{
    size_t next = 0;
    *columns = (struct columns){calloc(run->n + 1, sizeof *columns->first), 0};
    if (!columns->first)
        return false;
    for (size_t i = 0; i < run->n; i++) {
        const struct measured_row *row = &run->row[i];
        if (i > 0 && strcmp(row->planned.scheme->name, row[-1].planned.scheme->name))
            next = 0;
        size_t c = find(columns, row);
        if (c == columns->n)
            insert(columns, c = next, row);
        next = c + 1;
    }
    return true;
}

void columns_free(struct columns *columns)
{
    free(columns->first);
    *columns = (struct columns){NULL, 0};
}
