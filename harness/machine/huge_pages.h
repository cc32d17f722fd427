/* SPDX-License-Identifier: MIT
 * Which pages the schemes' tables lie on. */
#ifndef HUGE_PAGES_H
#define HUGE_PAGES_H

#include "base/error.h"

/* Asks the system for huge pages for all writable data of the program: before anything touches the tables. STATUS_ENVIRONMENT
 * if it has none to give (transparent huge pages "never", or another system than Linux). */
bool huge_pages_use(struct error *error);

#endif
