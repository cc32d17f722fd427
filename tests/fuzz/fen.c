/* SPDX-License-Identifier: MIT
 * Input: a FEN or EPD. */
#include "chess/notation.h"
#include "fuzz.h"

#include <string.h>

/* Checks that two independent move generators, the plain and the fast one, find as many moves. */
static size_t check_count(const struct position *position, chess_move moves[static MAX_MOVES])
{
    struct perft_position fast = perft_position_of(position);
    size_t n = legal_moves(position, NULL, moves);
    CHECK(n <= MAX_MOVES && n == fuzz_scheme()->perft(&fast, 1));
    return n;
}

/* Checks that each legal move leads to a valid position and can be unmade, and that one can be read
 * back from its text. */
static void check_moves(struct position *position)
{
    const struct position before = *position;
    chess_move moves[MAX_MOVES], replies[MAX_MOVES];
    size_t n = check_count(position, moves);
    for (size_t i = 0; i < n; i++) {
        struct undo undo = make_move(position, moves[i]);
        check_position(position);
        check_count(position, replies);
        unmake_move(position, moves[i], &undo);
        CHECK(!memcmp(position, &before, sizeof before));
    }
    if (n) {
        chess_move read, chosen = moves[(before.quiet_plies + before.full_moves) % n];
        char text[MOVE_SIZE];
        struct error error;
        CHECK(move_read(&read, position, move_write(position, chosen, text), &error) &&
              read == chosen);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    const char *rest;
    struct position position;
    struct error error;
    if (fen_read(&position, text, &rest, &error)) {
        CHECK(rest > text && rest <= text + strlen(text));
        check_position(&position);
        check_moves(&position);
    } else {
        check_error(&error, STATUS_INPUT);
    }
    free(text);
    return 0;
}
