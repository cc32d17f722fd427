/* SPDX-License-Identifier: MIT
 * Compiled once per level, with that level's flags. */
#include "level.h"
#include "isa.h"

const char level_name[] = SLIDEBENCH_LEVEL;
const char level_needs[] = ISA_BUILT;
const char level_flags[] = SLIDEBENCH_LEVEL_FLAGS;
const char level_compiler[] =
#ifdef __clang__
    "clang " __clang_version__;
#else
    "gcc " __VERSION__;
#endif
