/* SPDX-License-Identifier: MIT
 * Rules between options: presets, and options that exclude or require each other. */
#ifndef OPTION_RULES_H
#define OPTION_RULES_H

#include "cli/option_table.h"

/* Fails with STATUS_USAGE if the given options exclude each other or lack another one. */
bool options_check_conflicts(const struct raw_options *raw, struct error *error);

/* Sets what --preset and --full imply, except the values that other options give. */
void options_apply_presets(struct raw_options *raw);

#endif
