/* SPDX-License-Identifier: MIT
 *
 * The example of scripts/engine-trial: the least chess engine whose getters can be tried. It has no
 * castling of the rook, no en passant, no stalemate and no clock. A king is worth more than all else,
 * so that it is never left to be taken. */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, PIECES, MAX_MOVES = 256, INFINITE = 1000000 };

struct position {
    uint64_t pieces[2][PIECES], occupied[2]; /* by colour, 0 is white; bit = square, a1 = 0 */
    int side;                                /* to move */
};

struct move {
    int from, to;
};

static const int values[PIECES] = {100, 320, 330, 500, 900, 20000};
static const char letters[] = "pnbrqk", start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
static uint64_t nodes, limit; /* visited, and at most to be visited */

/* Returns what `length` steps of (dx, dy) reach, up to a blocker. */
static uint64_t ray(int square, int dx, int dy, int length, uint64_t occupied)
{
    uint64_t set = 0;
    int x = square % 8 + dx, y = square / 8 + dy;
    for (; length-- && x >= 0 && x < 8 && y >= 0 && y < 8; x += dx, y += dy) {
        set |= 1ULL << (8 * y + x);
        if (occupied >> (8 * y + x) & 1)
            break;
    }
    return set;
}

/* getters: trial.toml replaces these two */
static uint64_t bishop_attacks_of(int square, uint64_t occupied)
{
    return ray(square, 1, 1, 8, occupied) | ray(square, 1, -1, 8, occupied) |
           ray(square, -1, 1, 8, occupied) | ray(square, -1, -1, 8, occupied);
}

static uint64_t rook_attacks_of(int square, uint64_t occupied)
{
    return ray(square, 1, 0, 8, occupied) | ray(square, -1, 0, 8, occupied) |
           ray(square, 0, 1, 8, occupied) | ray(square, 0, -1, 8, occupied);
}

static uint64_t step_attacks(int square, int a, int b)
{
    return ray(square, a, b, 1, 0) | ray(square, -a, b, 1, 0) | ray(square, a, -b, 1, 0) |
           ray(square, -a, -b, 1, 0) | ray(square, b, a, 1, 0) | ray(square, -b, a, 1, 0) |
           ray(square, b, -a, 1, 0) | ray(square, -b, -a, 1, 0);
}

static uint64_t attacks_of(int piece, int square, uint64_t occupied)
{
    if (piece == KNIGHT)
        return step_attacks(square, 1, 2);
    if (piece == KING)
        return step_attacks(square, 0, 1) | step_attacks(square, 1, 1);
    return (piece == ROOK ? 0 : bishop_attacks_of(square, occupied)) |
           (piece == BISHOP ? 0 : rook_attacks_of(square, occupied));
}

static uint64_t pawn_moves(const struct position *p, int square)
{
    const int up = p->side ? -1 : 1, home = p->side ? 6 : 1;
    const uint64_t all = p->occupied[0] | p->occupied[1];
    return (ray(square, 0, up, square / 8 == home ? 2 : 1, all) & ~all) |
           ((ray(square, 1, up, 1, 0) | ray(square, -1, up, 1, 0)) & p->occupied[!p->side]);
}

static int piece_at(const struct position *p, int colour, int square)
{
    int piece = 0;
    while (piece < PIECES && !(p->pieces[colour][piece] >> square & 1))
        piece++;
    return piece;
}

/* Moves a piece, with what that captures. A pawn on the last rank becomes a queen. */
static void make(struct position *p, int from, int to)
{
    const int moved = piece_at(p, p->side, from), captured = piece_at(p, !p->side, to);
    const int promotes = moved == PAWN && to / 8 % 7 == 0;
    if (captured < PIECES)
        p->pieces[!p->side][captured] ^= 1ULL << to;
    p->occupied[!p->side] &= ~(1ULL << to);
    p->pieces[p->side][moved] ^= 1ULL << from;
    p->pieces[p->side][promotes ? QUEEN : moved] ^= 1ULL << to;
    p->occupied[p->side] ^= 1ULL << from | 1ULL << to;
    p->side = !p->side;
}

/* Writes all moves, those that leave the king attacked among them, and returns their number. */
static int generate(const struct position *p, struct move moves[MAX_MOVES])
{
    const uint64_t all = p->occupied[0] | p->occupied[1];
    int n = 0;
    for (int piece = 0; piece < PIECES; piece++)
        for (uint64_t left = p->pieces[p->side][piece]; left; left &= left - 1) {
            const int from = __builtin_ctzll(left);
            uint64_t set = piece == PAWN ? pawn_moves(p, from) : attacks_of(piece, from, all);
            for (set &= ~p->occupied[p->side]; set; set &= set - 1)
                moves[n++] = (struct move){from, __builtin_ctzll(set)};
        }
    return n;
}

/* Returns material and mobility, from the view of the side to move. */
static int evaluate(const struct position *p)
{
    const uint64_t all = p->occupied[0] | p->occupied[1];
    int score = 0;
    for (int colour = 0; colour < 2; colour++)
        for (int piece = 0; piece < PIECES; piece++)
            for (uint64_t left = p->pieces[colour][piece]; left; left &= left - 1) {
                const uint64_t set =
                    piece == PAWN ? 0 : attacks_of(piece, __builtin_ctzll(left), all);
                const int worth =
                    values[piece] + 4 * __builtin_popcountll(set & ~p->occupied[colour]);
                score += colour == p->side ? worth : -worth;
            }
    return score;
}

/* Returns the score by alpha-beta, and the best move of this position if one raises alpha. */
static int search(const struct position *p, int depth, int alpha, int beta, struct move *best)
{
    struct move moves[MAX_MOVES], ignored;
    nodes++;
    if (!depth || nodes >= limit)
        return evaluate(p);
    const int n = generate(p, moves);
    for (int i = 0; i < n && alpha < beta; i++) {
        struct position next = *p;
        make(&next, moves[i].from, moves[i].to);
        const int score = -search(&next, depth - 1, -beta, -alpha, &ignored);
        if (score > alpha) {
            alpha = score;
            *best = moves[i];
        }
    }
    return alpha;
}

/* Reads "startpos" or "fen FEN", and moves after it. */
static void set_position(struct position *p, char *text)
{
    const char *fen = strstr(text, "fen ") ? strstr(text, "fen ") + 4 : start;
    memset(p, 0, sizeof *p);
    for (int x = 0, y = 7; *fen != ' '; fen++) {
        if (isdigit((unsigned char)*fen)) {
            x += *fen - '0';
        } else if (*fen == '/') {
            x = 0, y--;
        } else {
            const int colour = islower((unsigned char)*fen) != 0;
            const int piece = (int)(strchr(letters, tolower((unsigned char)*fen)) - letters);
            p->pieces[colour][piece] |= 1ULL << (8 * y + x);
            p->occupied[colour] |= 1ULL << (8 * y + x++);
        }
    }
    p->side = fen[1] == 'b';
    char *moves = strstr(text, "moves ");
    for (char *move = moves ? strtok(moves + 6, " \n") : NULL; move; move = strtok(NULL, " \n")) {
        const int from = move[0] - 'a' + 8 * (move[1] - '1'),
                  to = move[2] - 'a' + 8 * (move[3] - '1');
        make(p, from, to);
    }
}

int main(void)
{
    static char line[65536];
    struct position p;
    set_position(&p, (char[]){""});
    while (fgets(line, sizeof line, stdin) && strcmp(line, "quit\n")) {
        struct move best = {0, 0};
        if (!strcmp(line, "uci\n"))
            puts("uciok");
        else if (!strcmp(line, "isready\n"))
            puts("readyok");
        else if (!strncmp(line, "position ", 9))
            set_position(&p, line);
        else if (!strncmp(line, "go nodes ", 9)) {
            limit = strtoull(line + 9, NULL, 10);
            nodes = 0;
            for (int depth = 1; nodes < limit && depth < 64; depth++)
                search(&p, depth, -INFINITE, INFINITE, &best);
            printf("info nodes %llu\nbestmove %c%d%c%d\n", (unsigned long long)nodes,
                   'a' + best.from % 8, 1 + best.from / 8, 'a' + best.to % 8, 1 + best.to / 8);
        }
        fflush(stdout);
    }
}
