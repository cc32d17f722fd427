/* SPDX-License-Identifier: MIT */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

bool fail(struct error *error, enum status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    error->status = status;
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    /* The text may quote input: it must not contain a second line or commands to a terminal. */
    for (char *c = error->text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    return false;
}
