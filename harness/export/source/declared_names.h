/* SPDX-License-Identifier: MIT
 * The names that an item declares at file scope. */
#ifndef DECLARED_NAMES_H
#define DECLARED_NAMES_H

#include "export/source/items.h"

/* Returns the kind of a declaration, which ends before `end`. */
enum item_kind declaration_kind(const struct token *first, const struct token *end);

/* Appends the item's names to items->names: of an invocation those that the macro declares, of a
 * group those of all its branches. */
void declare_names(struct items *items, size_t item);

#endif
