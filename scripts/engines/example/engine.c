/* SPDX-License-Identifier: MIT
 *
 * The example of scripts/engine-trial: the least of an engine whose getters can be tried. Its "search"
 * moves sliders at random and looks up what each of them attacks; that decides where the next one goes. */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OCCUPIED, ORTHOGONAL, DIAGONAL, SETS };

struct board {
    uint64_t sets[SETS]; /* all pieces, rooks and queens, bishops and queens; a1 is bit 0 */
};

static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";

/* Returns the squares in a direction, up to and including the first piece. */
static uint64_t ray(int square, int dx, int dy, uint64_t occupied)
{
    uint64_t set = 0;
    int x = square % 8 + dx, y = square / 8 + dy;
    for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += dx, y += dy) {
        set |= 1ULL << (8 * y + x);
        if (occupied >> (8 * y + x) & 1)
            break;
    }
    return set;
}

/* getters: trial.toml replaces these two */
static uint64_t bishop_attacks_of(int square, uint64_t occupied)
{
    return ray(square, 1, 1, occupied) | ray(square, 1, -1, occupied) |
           ray(square, -1, 1, occupied) | ray(square, -1, -1, occupied);
}

static uint64_t rook_attacks_of(int square, uint64_t occupied)
{
    return ray(square, 1, 0, occupied) | ray(square, -1, 0, occupied) |
           ray(square, 0, 1, occupied) | ray(square, 0, -1, occupied);
}

static uint64_t attacks_of(const struct board *board, int square)
{
    const uint64_t occupied = board->sets[OCCUPIED];
    return (board->sets[ORTHOGONAL] >> square & 1 ? rook_attacks_of(square, occupied) : 0) |
           (board->sets[DIAGONAL] >> square & 1 ? bishop_attacks_of(square, occupied) : 0);
}

/* Moves what is on a square, and takes what is on the other. */
static void move(struct board *board, int from, int to)
{
    for (int i = 0; i < SETS; i++) {
        const uint64_t moved = board->sets[i] >> from & 1;
        board->sets[i] &= ~(1ULL << from | 1ULL << to);
        board->sets[i] |= moved << to;
    }
}

/* Looks up all sliders at each node. Returns a sum of what they attack. */
static uint64_t search(struct board *board, uint64_t nodes)
{
    const uint64_t *sets = board->sets;
    uint64_t sum = 0;
    while (nodes--)
        for (uint64_t left = sets[ORTHOGONAL] | sets[DIAGONAL]; left; left &= left - 1) {
            const int from = __builtin_ctzll(left), to = (int)(sum >> 58);
            const uint64_t attacked = attacks_of(board, from);
            if (attacked & ~sets[OCCUPIED] & 1ULL << to)
                move(board, from, to);
            sum = (sum ^ attacked) * 0x9e3779b97f4a7c15;
        }
    return sum;
}

static int square_of(const char *name)
{
    return name[0] - 'a' + 8 * (name[1] - '1');
}

/* Reads "startpos" or "fen FEN", and moves after it. */
static void set_position(struct board *board, char *text)
{
    const char *fen = strstr(text, "fen ") ? strstr(text, "fen ") + 4 : start;
    memset(board, 0, sizeof *board);
    for (int x = 0, y = 7; *fen != ' '; fen++) {
        const uint64_t square = 1ULL << (8 * y + x);
        if (*fen == '/') {
            x = 0, y--;
            continue;
        }
        x += isdigit((unsigned char)*fen) ? *fen - '0' : 1;
        board->sets[OCCUPIED] |= isdigit((unsigned char)*fen) ? 0 : square;
        board->sets[ORTHOGONAL] |= strchr("RrQq", *fen) ? square : 0;
        board->sets[DIAGONAL] |= strchr("BbQq", *fen) ? square : 0;
    }
    char *moves = strstr(text, "moves ");
    for (char *word = moves ? strtok(moves + 6, " \n") : NULL; word; word = strtok(NULL, " \n"))
        move(board, square_of(word), square_of(word + 2));
}

int main(void)
{
    static char line[65536];
    struct board board;
    set_position(&board, (char[]){""});
    while (fgets(line, sizeof line, stdin) && strcmp(line, "quit\n")) {
        if (!strcmp(line, "uci\n"))
            puts("uciok");
        else if (!strcmp(line, "isready\n"))
            puts("readyok");
        else if (!strncmp(line, "position ", 9))
            set_position(&board, line);
        else if (!strncmp(line, "go nodes ", 9)) {
            const uint64_t nodes = strtoull(line + 9, NULL, 10);
            const int best = (int)(search(&board, nodes) >> 52); /* 12 bits: two squares */
            printf("info nodes %llu\nbestmove %c%d%c%d\n", (unsigned long long)nodes,
                   'a' + best % 8, 1 + best / 8 % 8, 'a' + best / 64 % 8, 1 + best / 512);
        }
        fflush(stdout);
    }
}
