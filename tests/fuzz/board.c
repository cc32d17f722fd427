/* SPDX-License-Identifier: MIT
 * Input: two characters as a square, and two sets as a board. */
#include "chess/board_text.h"
#include "fuzz.h"

#include <string.h>

static void check_board(const struct board_text *board)
{
    char *text;
    size_t length, counts[256] = {0};
    FILE *out = open_memstream(&text, &length);
    CHECK(out);
    board_print(board, 1, out);
    fclose(out);
    char *drawn = strchr(text, '\n');
    CHECK(drawn);
    for (const char *c = drawn; *c; c++)
        counts[(unsigned char)*c]++;
    bitboard slider = (bitboard)1 << board->slider;
    bitboard attacks = board->attacks & ~slider, occupied = board->occupied & ~slider;
    CHECK(counts['\n'] == 10);
    CHECK(counts['S'] + counts['!'] == 1 && counts['!'] == (board->attacks != attacks));
    CHECK(counts['*'] == (size_t)__builtin_popcountll(attacks & ~occupied));
    CHECK(counts['x'] == (size_t)__builtin_popcountll(attacks & occupied));
    CHECK(counts['o'] == (size_t)__builtin_popcountll(occupied & ~attacks));
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), again[3];
    unsigned square = square_parse(text);
    CHECK(square <= 64);
    if (square < 64)
        CHECK(!strncmp(square_text(square, again), text, 2));
    struct board_text board = {"title", 0, 0, 0};
    if (size > 2 * sizeof(bitboard)) {
        memcpy(&board.attacks, data, sizeof(bitboard));
        memcpy(&board.occupied, data + sizeof(bitboard), sizeof(bitboard));
        board.slider = data[2 * sizeof(bitboard)] & 63;
        check_board(&board);
    }
    free(text);
    return 0;
}
