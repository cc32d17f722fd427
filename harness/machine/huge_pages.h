/* SPDX-License-Identifier: MIT
 * Which pages the schemes' tables lie on. */
#ifndef PAGES_H
#define PAGES_H

#include "base/error.h"

/* Asks the system for huge pages for all writable data of the program: before anything touches the tables. STATUS_ENVIRONMENT
 * if it has none to give (transparent huge pages "never", or another system than Linux). */
bool pages_ask_huge(struct error *error);

#endif
