/* SPDX-License-Identifier: MIT
 * Compiled once per level, with that level's flags. */
#include "isa_level.h"
#include "isa.h"
#include "scheme.h"

const char level_name[] = SLIDEBENCH_LEVEL;
const char level_needs[] = ISA_BUILT;
const char level_flags[] = SLIDEBENCH_LEVEL_FLAGS;
const char level_compiler[] =
#ifdef __clang__ /* whose __clang_version__ may end in a blank */
    "clang " SCHEME_STRING(__clang_major__) "." SCHEME_STRING(__clang_minor__) "." SCHEME_STRING(
        __clang_patchlevel__);
#else
    "gcc " __VERSION__;
#endif
