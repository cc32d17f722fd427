/* SPDX-License-Identifier: MIT */
#include "base/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int terminal_width(FILE *out)
{
    const char *no_color = getenv("NO_COLOR"), *kind = getenv("TERM");
    struct winsize size;
    if (!isatty(fileno(out)) || (no_color && *no_color) || !kind || !strcmp(kind, "dumb"))
        return 0;
    return ioctl(fileno(out), TIOCGWINSZ, &size) || !size.ws_col ? 80 : size.ws_col;
}

bool terminal_is_wide(FILE *out)
{
    enum { WIDE = 120 };
    int width = terminal_width(out);
    return !width || width >= WIDE;
}

void print_what_fits(const char *line, FILE *out)
{
    int width = terminal_width(out), length = (int)strlen(line);
    bool is_cut = width && length > width;
    if (is_cut)
        for (length = width - 1; (line[length] & 0xc0) == 0x80;) /* within a character of UTF-8 */
            length--;
    fprintf(out, "%.*s%s\n", length, line, is_cut ? "…" : "");
}

void print_folded(const char *text, int indent, FILE *out)
{
    const int width = terminal_width(out);
    for (int used = 0; *text;) {
        size_t length = strcspn(text, "\n"), room = width > used ? (size_t)(width - used) : 1;
        size_t label = used ? 0 : strnlen(text, (size_t)indent);
        const char *blanks = strstr(text + label, "   ");
        bool is_of_table = blanks && blanks < text + length;
        if (width && length > room && !is_of_table) {
            for (length = room; length && text[length] != ' ';)
                length--;
            if (!length)
                length = strcspn(text, " \n"); /* a word that is longer than a line */
        }
        fprintf(out, "%*s%.*s\n", used, "", (int)length, text);
        text += length + strspn(text + length, " ");
        used = *text == '\n' ? 0 : indent;
        text += *text == '\n';
    }
}
