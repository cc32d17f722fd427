/* SPDX-License-Identifier: MIT
 * sources.def is generated from the list in CMakeLists.txt. */
#include "sources.h"

#include <string.h>

#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)

/* Path and text of each file, both with a NUL; an empty path ends them. The compiler does not see
 * the files, so the build declares them as dependencies. */
#define SOURCE_FILE(name, path) ".asciz \"" name "\"\n.incbin \"" path "\"\n.byte 0\n"
__asm__(
#ifdef __APPLE__
    ".section __TEXT,__const\n"
#else
    ".section .rodata\n"
#endif
    ".globl " TEXT(__USER_LABEL_PREFIX__) "scheme_sources\n"
    TEXT(__USER_LABEL_PREFIX__) "scheme_sources:\n"
#include "sources.def"
    ".byte 0\n"
    ".text\n");

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
