/* SPDX-License-Identifier: MIT */
#include "timing/preflight.h"
#include "base/progress.h"
#include "verify/verify.h"

#include <inttypes.h>
#include <string.h>

/* Returns the index after the last row of the scheme of row i; a scheme's rows are adjacent. */
static size_t next_scheme(const struct rows *rows, size_t i)
{
    const struct scheme *scheme = rows->row[i].scheme;
    while (i < rows->n && rows->row[i].scheme == scheme)
        i++;
    return i;
}

/* Sets status and reason of *row, one of the scheme's. */
static bool verify_row(struct row *row, struct error *error)
{
    struct finding finding;
    char crash[FAULT_SIZE];
    if (!verify_in_child(row->scheme, VERIFY_RELEVANT, &finding, crash, error))
        return false;
    if (*crash) {
        row->status = ROW_CRASHED;
        snprintf(row->reason, sizeof row->reason, "in verification: %s", crash);
    } else if (!finding.correct) {
        row->status = ROW_WRONG;
        snprintf(row->reason, sizeof row->reason, "%s on square %u, occupied 0x%016" PRIx64,
                 finding.what, finding.square, finding.occupied);
        progress_end();
        finding_print(row->scheme, &finding, stderr);
    }
    return true;
}

bool preflight(struct rows *rows, struct error *error)
{
    for (size_t first = 0, next; first < rows->n; first = next) {
        struct row *row = &rows->row[first];
        next = next_scheme(rows, first);
        progress_show("verifying", row->scheme->name, (double)first / (double)rows->n);
        if (row->status != ROW_OK || row->scheme->traits & MOCK)
            continue;
        if (!verify_row(row, error))
            return false;
        for (size_t i = first + 1; row->status != ROW_OK && i < next; i++) {
            rows->row[i].status = row->status;
            memcpy(rows->row[i].reason, row->reason, sizeof row->reason);
        }
    }
    progress_end();
    return true;
}
