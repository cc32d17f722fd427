/* SPDX-License-Identifier: MIT
 * sources.def is generated from the list in CMakeLists.txt. */
#include "sources.h"
#include "target/embed.h"

#include <string.h>

/* Path and text of each file, both with a NUL; an empty path ends them. */
#define SOURCE_FILE(name, path) ".asciz \"" name "\"\n.incbin \"" path "\"\n.byte 0\n"
// clang-format off
__asm__(EMBED_BEGIN("scheme_sources")
#include "sources.def"
        EMBED_END);
// clang-format on

extern const char scheme_sources[];

const char *scheme_source(const char *path)
{
    const char *name = scheme_sources;
    while (*name) {
        const char *text = name + strlen(name) + 1;
        if (!strcmp(name, path))
            return text;
        name = text + strlen(text) + 1;
    }
    return NULL;
}
