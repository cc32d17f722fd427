/* SPDX-License-Identifier: MIT
 * Gives the tables of a header their values. */
#ifndef FINISH_H
#define FINISH_H

#include "base/error.h"
#include "export/source/items.h"
#include "export/tables/initialisers.h"

/* Runs the scheme's init(), and sets the initialiser of each object that is in a part and has none
 * in the source. To be called before names change. Fails as initialiser_write(), if two objects
 * share a declaration, and if out of memory. */
bool finish_tables(const struct scheme *scheme, struct items *items,
                   const struct table_names *names, struct error *error);

#endif
