/* SPDX-License-Identifier: MIT */
#include "base/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int terminal_width(FILE *out)
{
    struct winsize size;
    if (!isatty(fileno(out)))
        return 0;
    return ioctl(fileno(out), TIOCGWINSZ, &size) || !size.ws_col ? 80 : size.ws_col;
}

bool terminal_has_colours(FILE *out)
{
    const char *no_color = getenv("NO_COLOR"), *kind = getenv("TERM");
    return isatty(fileno(out)) && !(no_color && *no_color) && kind && strcmp(kind, "dumb");
}

bool terminal_is_wide(FILE *out)
{
    enum { WIDE = 120 };
    int width = terminal_width(out);
    return !width || width >= WIDE;
}

void print_folded(const char *text, int begun, int width, int indent, FILE *out)
{
    for (int column = begun, lead = 0; *text;) {
        size_t length = strcspn(text, "\n"), room = width > column ? (size_t)(width - column) : 1;
        if (width && length > room && strspn(text, " ") <= (size_t)indent) {
            for (length = room; length && text[length] != ' ';)
                length--;
            if (!length)
                length = strcspn(text, " \n"); /* a word that is longer than a line */
        }
        fprintf(out, "%*s%.*s\n", lead, "", (int)length, text);
        text += length + strspn(text + length, " ");
        column = lead = *text == '\n' ? 0 : indent;
        text += *text == '\n';
    }
}
