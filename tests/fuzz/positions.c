/* SPDX-License-Identifier: MIT
 * Input: a file of positions and games, in a list or in PGN. */
#include "fuzz.h"
#include "verify/verify.h"
#include "workload/corpus.h"

#include <string.h>

/* Checks that a scheme finds as many moves as the oracle. */
static size_t check_count(const struct position *position, chess_move moves[static MAX_MOVES])
{
    size_t n = legal_moves(position, ALL_SQUARES, NULL, moves);
    CHECK(n <= MAX_MOVES && n == perft(fuzz_scheme(), position, 1));
    return n;
}

/* Checks that a move can be read back from its text in UCI notation and in the longest SAN. */
static void check_text(const struct position *position, chess_move move)
{
    unsigned from = move_from(move), to = move_to(move), promotion = move_promotion(move);
    unsigned kind = position_kind_on(position, from);
    char uci[MOVE_SIZE], san[16], a[3], b[3];
    chess_move read;
    struct error error;
    move_write(position, move, uci);
    CHECK(move_read(&read, position, uci, &error) && read == move);
    if (position->colours[position->side] >> to & 1)
        snprintf(san, sizeof san, to > from ? "O-O" : "O-O-O");
    else
        snprintf(san, sizeof san, "%c%sx%s=%c", "RBQNPK"[kind], square_text(from, a),
                 square_text(to, b), "RBQN"[promotion % PAWN]);
    if (promotion == PAWN)
        san[strcspn(san, "=")] = 0;
    CHECK(san_read(&read, position, san, &error) && read == move);
}

/* Checks that each legal move leads to a valid position and can be unmade, and the text of one. */
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
    if (n)
        check_text(&position, moves[(before.quiet_plies + before.full_moves) % n]);
}

static void check_legal(const struct position *position, chess_move move)
{
    chess_move legal[MAX_MOVES];
    size_t n = legal_moves(position, ALL_SQUARES, NULL, legal);
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
            lines += data[i] == '\n' || data[i] == '\r';
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
