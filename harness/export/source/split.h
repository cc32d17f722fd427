/* SPDX-License-Identifier: MIT */
#ifndef SPLIT_H
#define SPLIT_H

#include "export/source/items.h"

/* Splits a source into items. The text is on the heap and becomes a part of *items, which is to be
 * freed in any case. Returns false if out of memory. */
bool items_split(char *text, struct items *items);

#endif
