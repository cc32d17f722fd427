/* SPDX-License-Identifier: MIT
 * Which items of a source a header needs. */
#ifndef REACH_H
#define REACH_H

#include "export/source/items.h"

/* Assigns to a part all items that a name reaches, unless they are in a part. No such name:
 * nothing. */
void items_reach(struct items *items, const char *name, enum item_part part);

/* Assigns to a part all groups that contain #error or #include: no name leads to them. */
void items_reach_nameless(struct items *items, enum item_part part);

#endif
