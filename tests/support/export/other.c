/* SPDX-License-Identifier: MIT
 * The second translation unit: its lookups read the tables that main.c's init() fills. */
#include "driver.h"

const struct exported *const other_schemes = exported_schemes;
