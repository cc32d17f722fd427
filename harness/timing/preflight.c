/* SPDX-License-Identifier: MIT */
#include "timing/preflight.h"
#include "base/progress.h"
#include "verify/verify.h"

#include <inttypes.h>
#include <string.h>

/* The rows of one scheme stand side by side: the first that follows them. */
static size_t next_scheme(const struct rows *rows, size_t i)
{
    const struct scheme *scheme = rows->row[i].scheme;
    while (i < rows->n && rows->row[i].scheme == scheme)
        i++;
    return i;
}

bool preflight(struct rows *rows, struct error *error)
{
    for (size_t i = 0, next; i < rows->n; i = next) {
        const struct scheme *scheme = rows->row[i].scheme;
        struct row verdict = {.status = rows->row[i].status};
        struct finding finding;
        char why[64];
        next = next_scheme(rows, i);
        progress_show("verifying", scheme->name, (double)i / (double)rows->n);
        if (verdict.status != ROW_OK || scheme->traits & MOCK)
            continue;
        if (!verify_in_child(scheme, VERIFY_RELEVANT, &finding, why, error))
            return false;
        if (*why) {
            verdict.status = ROW_CRASHED;
            snprintf(verdict.reason, sizeof verdict.reason, "in verification: %s", why);
        } else if (!finding.correct) {
            verdict.status = ROW_WRONG;
            snprintf(verdict.reason, sizeof verdict.reason,
                     "%s on square %u, occupied 0x%016" PRIx64, finding.what, finding.square,
                     finding.occupied);
            progress_end();
            finding_print(scheme, &finding, stderr);
        }
        for (; i < next; i++) {
            rows->row[i].status = verdict.status;
            memcpy(rows->row[i].reason, verdict.reason, sizeof verdict.reason);
        }
    }
    progress_end();
    return true;
}
