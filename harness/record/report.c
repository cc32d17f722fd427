/* SPDX-License-Identifier: MIT */
#include "record/report.h"
#include "commit.h"
#include "target/isa_level.h"

struct build build_here(void)
{
    return (struct build){SLIDEBENCH_VERSION, SLIDEBENCH_COMMIT, level_name, level_compiler,
                          level_flags};
}
