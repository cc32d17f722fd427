/* SPDX-License-Identifier: MIT */
#include "chess/board_text.h"

const char *square_text(unsigned square, char text[static 3])
{
    text[0] = (char)('a' + (square & 7));
    text[1] = (char)('1' + (square >> 3));
    text[2] = 0;
    return text;
}

unsigned square_parse(const char *text)
{
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
        return NO_SQUARE;
    return (unsigned)(8 * (text[1] - '1') + text[0] - 'a');
}

static char square_sign(const struct board_text *board, unsigned square)
{
    bool attacked = board->attacks >> square & 1, occupied = board->occupied >> square & 1;
    if (square == board->slider)
        return attacked ? '!' : 'S'; /* a slider never attacks its own square */
    return attacked ? (occupied ? 'x' : '*') : (occupied ? 'o' : '.');
}

void board_print(const struct board_text *boards, size_t n, FILE *out)
{
    for (size_t i = 0; i < n; i++)
        fprintf(out, "  %-22s", boards[i].title);
    for (int rank = 7; rank >= 0; rank--)
        for (size_t i = 0; i < n; i++) {
            fprintf(out, "%s%d ", i ? "    " : "\n", rank + 1);
            for (unsigned file = 0; file < 8; file++)
                fprintf(out, " %c", square_sign(&boards[i], (unsigned)(8 * rank) + file));
            fprintf(out, "   ");
        }
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%s   a b c d e f g h   ", i ? "   " : "\n");
    fprintf(out, "\n");
}

const char piece_letters[PIECE_KINDS + 1] = "RBQNPK";

bool text_printable(const char *text, struct error *error)
{
    for (; *text; text++)
        if (*text != '\t' && (*text < ' ' || *text > '~'))
            return fail(error, STATUS_INPUT, "byte 0x%02x, expected printable ASCII",
                        (unsigned char)*text);
    return true;
}
