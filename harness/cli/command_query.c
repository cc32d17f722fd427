/* SPDX-License-Identifier: MIT
 * `slidebench query`, `show` and `queries`, which print attack sets and the queries of a list. */
#include "chess/notation.h"
#include "cli/commands.h"
#include "plan/rows.h"
#include "plan/scheme_set.h"
#include "workload/list.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- command query: one query per line of standard input, one result per line ---- */

/* Parses "rook d4 0x00ff00000000ff00". Returns NULL, or a description of the error. */
static const char *parse_query(const char *line, enum piece *piece, unsigned *square,
                               bitboard *occupied)
{
    size_t length = strcspn(line, " \t");
    for (*piece = 0; *piece < PIECES; ++*piece)
        if (strlen(piece_names[*piece]) == length && !strncmp(line, piece_names[*piece], length))
            break;
    if (*piece == PIECES)
        return "the piece is none of rook, bishop, queen, both";
    line += length + strspn(line + length, " \t");
    *square = *line ? square_parse(line) : NO_SQUARE;
    if (*square == NO_SQUARE || !strchr(" \t\r", line[2]))
        return "no square from a1 to h8 after the piece";
    line += 2 + strspn(line + 2, " \t");
    if (line[0] != '0' || line[1] != 'x')
        return "no occupancy 0x... after the square";
    length = strspn(line + 2, "0123456789abcdefABCDEF");
    if (length < 1 || length > 16 || line[2 + length + strspn(line + 2 + length, " \t\r\n")])
        return "the occupancy is not 0x and 1 to 16 hexadecimal digits";
    *occupied = strtoull(line + 2, NULL, 16);
    return NULL;
}

enum { LINE_LIMIT = 255 }; /* bytes, many times the length of a query */

/* Reads the next line, or the first LINE_LIMIT bytes of a longer one. Returns its length, or -1
 * at the end. */
static long read_query_line(FILE *in, char line[static LINE_LIMIT + 1])
{
    long length = 0;
    int c = 0;
    while (length < LINE_LIMIT && (c = getc_unlocked(in)) != EOF && c != '\n')
        line[length++] = (char)c;
    line[length] = 0;
    return c == EOF && !length ? -1 : length;
}

bool query_lines(const struct scheme *scheme, FILE *in, FILE *out, struct error *error)
{
    void *view = list_allocate(1, scheme->view_bytes);
    char line[LINE_LIMIT + 1];
    size_t number = 0;
    bool ok = true;
    for (long length; (length = read_query_line(in, line)) >= 0;) {
        enum piece piece;
        unsigned square;
        bitboard occupied, sets[2];
        number++;
        const char *wrong = strlen(line) < (size_t)length ? "a NUL byte"
                            : length == LINE_LIMIT        ? "a line of 255 characters or more"
                            : !line[strspn(line, " \t\r")]
                                ? "an empty line"
                                : parse_query(line, &piece, &square, &occupied);
        if (wrong) {
            ok = fail(error, STATUS_INPUT,
                      "standard input:%zu: %s; expected `rook d4 0x00ff00000000ff00`", number,
                      wrong);
            break;
        }
        scheme->set_view(view, occupied);
        scheme->piece[piece].attacks(square, view, sets);
        if (piece == BOTH)
            fprintf(out, "0x%016" PRIx64 " 0x%016" PRIx64 "\n", sets[0], sets[1]);
        else
            fprintf(out, "0x%016" PRIx64 "\n", sets[0]);
        if (ferror(out))
            break; /* main() reports the error */
    }
    if (ok && !feof(in) && !ferror(out))
        ok = fail(error, STATUS_INPUT, "standard input: %s", strerror(errno));
    free(view);
    return ok;
}

bool command_query(const struct options *options, struct error *error)
{
    const struct scheme *scheme = options->scheme;
    if (!scheme_prepare(&scheme, error))
        return false;
    if (isatty(STDIN_FILENO))
        fputs("Type lines such as `rook d4 0x00ff00000000ff00`; Ctrl-D ends.\n", stderr);
    return query_lines(scheme, stdin, stdout, error);
}

/* ---- command show ---- */

bool read_fen(const char *fen, struct position *position, struct error *error)
{
    struct error reason;
    return fen_read(position, fen, NULL, &reason) ||
           fail(error, STATUS_USAGE, "--fen: %s", reason.text);
}

/* Draws the attack set of one query. */
bool command_show(const struct options *options, struct error *error)
{
    bitboard occupied = options->occupied;
    if (options->fen) {
        struct position position;
        if (!read_fen(options->fen, &position, error))
            return false;
        occupied = position_occupied(&position);
    }
    const struct scheme *scheme = options->scheme;
    if (!scheme_prepare(&scheme, error))
        return false;
    bitboard sets[2];
    void *view = list_views(scheme, &occupied, 1);
    scheme->piece[options->piece].attacks(options->square, view, sets);
    free(view);

    char square[3], titles[2][32];
    size_t n = options->piece == BOTH ? 2 : 1;
    struct board_text boards[2];
    square_text(options->square, square);
    for (size_t i = 0; i < n; i++) {
        const char *piece = n == 1 ? piece_names[options->piece] : piece_names[i];
        snprintf(titles[i], sizeof titles[i], "%s on %s", piece, square);
        boards[i] = (struct board_text){titles[i], sets[i], occupied, options->square};
    }
    board_print(boards, n, stdout);
    for (size_t i = 0; i < n; i++)
        printf("%s0x%016" PRIx64, i ? " " : "", sets[i]);
    printf("  by %s\nS slider, * attacked, x attacked and occupied, o occupied\n", scheme->name);
    printf("as one header for an engine: slidebench export %s -o sliders.h\n", scheme->name);
    return true;
}

/* ---- command queries ---- */

static void print_list(const struct list *list)
{
    for (size_t i = 0; i < list->distinct && !ferror(stdout); i++) {
        char square[3];
        printf("%s %s 0x%016" PRIx64 "\n", piece_names[list_query_piece(list->piece, i)],
               square_text(list->square[i], square), list->occupied[i]);
    }
}

/* Prints the queries that a run times. The same seed gives the same lists. */
bool command_queries(const struct options *options, struct error *error)
{
    static struct lists lists; /* large */
    struct run_request request = options->run;
    bool ok = corpus_spool(&request.positions, error) && lists_for_matrix(&lists, &request, error);
    for (size_t i = 0; ok && i < lists.n; i++)
        print_list(&lists.list[i]);
    lists_free(&lists);
    return ok;
}
