/* SPDX-License-Identifier: MIT
 * The commands of the Universal Chess Interface. Options are ignored. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "position.h"

static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/* Reads "startpos" or "fen ...", then "moves ..."; leaves *p as it is if that is wrong. */
static void set_position(char *text, struct position *p)
{
    struct position next;
    char *moves = strstr(text, " moves ");
    if (moves)
        *moves = 0;
    const bool fen = !strncmp(text, "fen ", 4);
    if ((!fen && strncmp(text, "startpos", 8)) || !read_fen(fen ? text + 4 : start, &next)) {
        printf("info string no position: %s\n", text);
        return;
    }
    for (char *word = moves ? strtok(moves + 7, " ") : NULL; word; word = strtok(NULL, " ")) {
        const move m = read_move(&next, word);
        if (!m) {
            printf("info string no legal move: %s\n", word);
            return;
        }
        make(&next, m);
    }
    *p = next;
}

static void go(const char *text, const struct position *p)
{
    unsigned long long nodes = UINT64_MAX;
    int depth = MAX_DEPTH;
    if (sscanf(text, "perft %d", &depth) == 1) {
        printf("info nodes %" PRIu64 "\n", perft(p, depth));
        return;
    }
    if (sscanf(text, "nodes %llu", &nodes) != 1 && sscanf(text, "depth %d", &depth) != 1) {
        printf("info string expected \"go depth N\", \"go nodes N\" or \"go perft N\"\n");
        return;
    }
    const move best = search(p, depth < MAX_DEPTH ? depth : MAX_DEPTH, nodes);
    char text_of_best[6] = "0000";
    if (best)
        write_move(best, text_of_best);
    printf("bestmove %s\n", text_of_best);
}

int main(void)
{
    static char line[1 << 14];
    struct position position;
    read_fen(start, &position);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        if (!strcmp(line, "quit"))
            break;
        if (!strcmp(line, "uci"))
            printf("id name Tiny 1.0\nuciok\n");
        else if (!strcmp(line, "isready"))
            printf("readyok\n");
        else if (!strncmp(line, "position ", 9))
            set_position(line + 9, &position);
        else if (!strncmp(line, "go ", 3))
            go(line + 3, &position);
        fflush(stdout);
    }
    return 0;
}
