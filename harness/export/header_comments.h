/* SPDX-License-Identifier: MIT
 * The text of a header around its code. */
#ifndef HEADER_COMMENTS_H
#define HEADER_COMMENTS_H

#include "export/export_request.h"

#include <stdio.h>

/* What the code of a header has. */
struct contents {
    bool has_init, has_view;
};

/* Prints title, origin, licence, needs, tables, speed and use. */
void print_top_comment(const struct export_request *request, const struct contents *contents,
                       FILE *out);

/* Prints the first comment of the scheme's file. */
void print_scheme_comment(const struct scheme *scheme, FILE *out);

/* Prints the text of LICENSE as a comment. */
void print_licence(FILE *out);

#endif
