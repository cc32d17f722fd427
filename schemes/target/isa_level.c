/* SPDX-License-Identifier: MIT
 * Compiled once per level, with that level's flags. */
#include "isa_level.h"
#include "isa.h"

#define TEXT(macro)   QUOTED(macro)
#define QUOTED(words) #words

const char level_name[] = SLIDEBENCH_LEVEL;
const char level_needs[] = ISA_BUILT;
const char level_flags[] = SLIDEBENCH_LEVEL_FLAGS;
/* clang's __clang_version__ may end in a blank. */
const char level_compiler[] =
#ifdef __clang__
    "clang " TEXT(__clang_major__) "." TEXT(__clang_minor__) "." TEXT(__clang_patchlevel__);
#else
    "gcc " __VERSION__;
#endif
