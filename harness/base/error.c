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
    for (char *c = error->text; *c;
         c++) /* input is quoted: no second line, no terminal's commands */
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    return false;
}
