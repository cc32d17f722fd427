/* SPDX-License-Identifier: MIT
 * A scheme's source as one text: its file, the defaults and the self test, with the headers of
 * schemes/ in place of their #include lines. Conditions that the scheme() line decides are
 * resolved; those of the compiler and its target remain. */
#ifndef AMALGAMATION_H
#define AMALGAMATION_H

#include "base/error.h"
#include "export/source/macros.h"
#include "scheme.h"

struct amalgamation {
    char *text;     /* without system headers and without the first comment of each file */
    char *includes; /* "#include <stdint.h>\n..." */

    /* A condition of #if: what the target must have. "": nothing, or it is a part of the text. */
    char *requirement;

    struct macros macros; /* as they are at the end */

    /* What comes before and after the scheme's file; the macros point into it. */
    char *prelude, checksum[80];
};

/* Fails with STATUS_ENVIRONMENT if the source is not a part of this program, or if out of memory.
 * In either case the result is to be freed. */
bool amalgamate(const struct scheme *scheme, bitboard checksum, struct amalgamation *result,
                struct error *error);
void amalgamation_free(struct amalgamation *amalgamation);

#endif
