/* SPDX-License-Identifier: MIT
 * sources.def is generated from list.cmake. */
#include "sources.h"
#include "target/embed.h"

#include <stddef.h>
#include <string.h>

#define SOURCE_FILE(symbol, name, path)                                                            \
    __asm__(EMBED_BEGIN(#symbol) ".incbin \"" path "\"\n" EMBED_END);                              \
    extern const char symbol[];
#include "sources.def"
#undef SOURCE_FILE

#define SOURCE_FILE(symbol, name, path) {name, symbol},
static const struct {
    const char *name, *text;
} files[] = {
#include "sources.def"
};

const char *scheme_source(const char *path)
{
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        size_t length = strlen(files[i].name), wanted = strlen(path);
        const char *end = files[i].name + (length > wanted ? length - wanted : 0);
        if (!strcmp(end, path) && (end == files[i].name || end[-1] == '/'))
            return files[i].text;
    }
    return NULL;
}
