/* SPDX-License-Identifier: MIT
 * What was proved of this very program: kept beside it, in <program>.proofs, or else in the user's cache, under a hash of the
 * program's bytes, so that another build of it knows nothing of it. */
#ifndef PROOFS_H
#define PROOFS_H

#include "base/error.h"
#include "scheme.h"

#include <stddef.h>

/* Where this program lies; false if the system does not say. */
bool proof_store_path(char path[static 4096]);

/* "proved", if rook and bishop are, "verified", or another verdict; "" if the scheme was not judged yet. Text that stays. */
const char *proof_store_verdict(const char *scheme);

/* The same for one piece: a scheme may be proved, and its queen verified only. */
const char *proof_store_piece_verdict(const char *scheme, enum piece piece);

/* Adds verdicts to those that stand there for this program; those for another one go. All or none. STATUS_OUTPUT. */
struct proof_verdict {
    const char *scheme, *verdict; /* one word each                     */
    unsigned pieces;              /* proved ones, set of 1 << enum piece */
};
bool proof_store_save(const struct proof_verdict *verdicts, size_t n, struct error *error);

#endif
