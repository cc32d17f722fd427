/* SPDX-License-Identifier: MIT */
#include "base/text.h"
#include "base/array.h"

#include <stdbool.h>
#include <string.h>

void csv_field(const char *text, FILE *out)
{
    if (!text)
        return;
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

void markdown_text(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (strchr("\\`*_<>|[]&~", *text))
            fputc('\\', out);
        fputc(*text, out);
    }
}

void markdown_name(const char *name, FILE *out)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:";
    if (name[strspn(name, plain)])
        markdown_text(name, out);
    else
        fprintf(out, "`%s`", name);
}

const char *shell_word(const char *word, char *quoted, size_t size)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        "0123456789%+,-./:=@_";
    static const char escaped[] = "'\\''"; /* ends the quotation, and begins it again */
    size_t used = 0;
    if (*word && !word[strspn(word, plain)])
        return word;
    quoted[used++] = '\'';
    for (; *word && used + sizeof escaped < size; word++)
        used += (size_t)sprintf(quoted + used, *word == '\'' ? escaped : "%c", *word);
    strcpy(quoted + used, "'");
    return quoted;
}

const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

/* Divides the bytes by 1024 until the value is below `limit`, and sets their unit. */
static double scale_bytes(uint64_t bytes, double limit, const char **unit)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    double value = (double)bytes;
    size_t u = 0;
    for (; value >= limit && u + 1 < COUNT(units); u++)
        value /= 1024;
    *unit = units[u];
    return value;
}

const char *bytes_text(uint64_t bytes, char text[static 16])
{
    const char *unit;
    double value = scale_bytes(bytes, 999.5, &unit);
    snprintf(text, 16, value < 10 && value != (int)value ? "%.1f %s" : "%.0f %s", value, unit);
    return text;
}

const char *bytes_text_precise(uint64_t bytes, char text[static 16])
{
    const char *unit;
    double value = scale_bytes(bytes, 1024, &unit);
    snprintf(text, 16, "%.4g %s", value, unit);
    return text;
}

int decimals_of(double value, double half_width)
{
    bool is_rough = value >= 99.95 || half_width >= 0.0995;
    return !is_rough ? 2 : half_width >= 9.95 ? 0 : 1;
}
