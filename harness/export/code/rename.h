/* SPDX-License-Identifier: MIT
 * The names of a header: in C all begin with its prefix, in C++ only macros do. */
#ifndef RENAME_H
#define RENAME_H

#include "export/export_request.h"
#include "export/source/items.h"

/* Changes all names in code, and those in comments that an opening parenthesis follows. A bitboard
 * becomes an uint64_t, and GETTER_ARGUMENT what it represents; the items that define these two
 * are in no part then. Returns false if out of memory. */
bool items_rename(struct items *items, const char *prefix, enum language language);

/* Returns "PREFIX_NAME" for a macro, on the heap. NULL if out of memory. */
char *macro_name(const char *prefix, const char *name, size_t length);

#endif
