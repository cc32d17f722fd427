/* SPDX-License-Identifier: MIT
 * Embeds files by .incbin; as C arrays they would be megabytes of source. The compiler does not see
 * these files, so the build must declare them as dependencies. To be used within __asm__(...):
 *
 *     EMBED_BEGIN(name) ".incbin \"file\"\n" EMBED_END */
#ifndef EMBED_H
#define EMBED_H

#define EMBED_TEXT_(x) #x
#define EMBED_TEXT(x)  EMBED_TEXT_(x)

#ifdef __APPLE__
#define EMBED_SECTION ".section __TEXT,__const\n"
#else
#define EMBED_SECTION ".section .rodata\n"
#endif

/* Defines a symbol here: `extern const char name[]` in C. */
#define EMBED_SYMBOL(name)                                                                         \
    ".globl " EMBED_TEXT(__USER_LABEL_PREFIX__) name "\n" EMBED_TEXT(__USER_LABEL_PREFIX__) name   \
        ":\n"

/* EMBED_END writes a NUL after the last file. */
#define EMBED_BEGIN(name) EMBED_SECTION EMBED_SYMBOL(name)
#define EMBED_END         ".byte 0\n.text\n"

#endif
