/* SPDX-License-Identifier: MIT
 * Input: a file of positions and games. */
#include "fuzz.h"
#include "workload/corpus.h"

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
static void check_moves(struct position position)
{
    const struct position before = position;
    chess_move moves[MAX_MOVES], replies[MAX_MOVES];
    size_t n = check_count(&position, moves);
    for (size_t i = 0; i < n; i++) {
        struct undo undo = make_move(&position, moves[i]);
        check_position(&position);
        check_count(&position, replies);
        unmake_move(&position, moves[i], &undo);
        CHECK(!memcmp(&position, &before, sizeof before));
    }
    if (n) {
        chess_move read, chosen = moves[(before.quiet_plies + before.full_moves) % n];
        char text[MOVE_SIZE];
        struct error error;
        CHECK(move_read(&read, &position, move_write(&position, chosen, text), &error) &&
              read == chosen);
    }
}

static void check_legal(const struct position *position, chess_move move)
{
    chess_move legal[MAX_MOVES];
    size_t n = legal_moves(position, NULL, legal);
    while (n > 0 && legal[n - 1] != move)
        n--;
    CHECK(n > 0);
}

static void check_corpus(const struct corpus *corpus)
{
    struct corpus_walk walk = {.corpus = corpus};
    size_t positions = 0;
    CHECK(corpus->game_count > 0);
    while (corpus_next(&walk)) {
        check_position(&walk.position);
        positions++;
        if (walk.ply > 0) /* this game has another move */
            check_legal(&walk.position, corpus->games[walk.game].moves[walk.ply - 1]);
        else
            check_moves(walk.position);
    }
    CHECK(positions == corpus->position_count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char path[64];
    struct corpus corpus;
    struct error error;
    if (!*path)
        snprintf(path, sizeof path, "%s/positions", fuzz_folder());
    fuzz_write(path, data, size);
    if (corpus_read(&corpus, path, &error)) {
        check_corpus(&corpus);
    } else {
        size_t lines = 1, length = strlen(path);
        for (size_t i = 0; i < size; i++)
            lines += data[i] == '\n';
        char *end;
        check_error(&error, STATUS_INPUT);
        CHECK(!strncmp(error.text, path, length) && error.text[length] == ':');
        unsigned long line = strtoul(error.text + length + 1, &end, 10);
        CHECK(line >= 1 && line <= lines && !strncmp(end, ": ", 2));
        CHECK(!corpus.games && !corpus.moves && !corpus.game_count);
    }
    corpus_free(&corpus);
    return 0;
}
