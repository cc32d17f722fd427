/* SPDX-License-Identifier: MIT
 * Huge pages for the schemes' tables. */
#ifndef PAGES_H
#define PAGES_H

#include "base/error.h"

/* Requests huge pages for all writable static data of the program. Call it before anything
 * touches the tables. Fails with STATUS_ENVIRONMENT if the system provides none (transparent
 * huge pages are "never", or it is not Linux). */
bool pages_use_huge(struct error *error);

#endif
