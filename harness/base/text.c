/* SPDX-License-Identifier: MIT */
#include "base/text.h"

#include <string.h>

void csv_field(const char *text, FILE *out)
{
    if (!text[strcspn(text, ",\"\r\n")]) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

const char *bytes_text(unsigned long long bytes, char text[static 16])
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB"};
    double value = (double)bytes;
    unsigned unit = 0;
    for (; value >= 1000 && unit < 3; unit++)
        value /= 1024;
    snprintf(text, 16, value < 10 && value != (int)value ? "%.1f %s" : "%.0f %s", value,
             units[unit]);
    return text;
}
