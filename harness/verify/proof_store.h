/* SPDX-License-Identifier: MIT
 * Stored verdicts on the schemes of this very binary, in <program>.proofs beside it or in the
 * user's cache. They are bound to a hash of the program's bytes: another build does not see
 * them. */
#ifndef PROOF_STORE_H
#define PROOF_STORE_H

#include "base/error.h"
#include "scheme.h"

#include <stddef.h>

/* Returns "proved" if rook and bishop are proved, "verified" or another verdict, or "" if there
 * is none. The text is static. */
const char *proof_store_verdict(const char *scheme);

/* Returns the verdict on one piece: a scheme may be proved although its queen is only verified. */
const char *proof_store_piece_verdict(const char *scheme, enum piece piece);

struct proof_verdict {
    const char *scheme, *verdict; /* one word each */
    unsigned pieces;              /* set of 1 << enum piece: the proved ones */
};

/* Merges n verdicts into this binary's file and drops those of other builds. Atomic. Fails with
 * STATUS_OUTPUT. */
bool proof_store_save(const struct proof_verdict *verdicts, size_t n, struct error *error);

#endif
