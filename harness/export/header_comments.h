/* SPDX-License-Identifier: MIT
 * The text of a header around its code. */
#ifndef HEADER_COMMENTS_H
#define HEADER_COMMENTS_H

#include "export/export.h"

/* Title, origin, licence, needs, tables and use. */
void print_top_comment(const struct export_request *request, bool has_init, FILE *out);

/* The first comment of the scheme's file. */
void print_scheme_comment(const struct scheme *scheme, FILE *out);

/* #error unless the target has what the scheme needs; nothing for an empty condition. */
void print_requirement(const struct scheme *scheme, const char *condition, FILE *out);

void print_licence(FILE *out);

#endif
