/* SPDX-License-Identifier: MIT
 * Input: a file of positions and games. */
#include "fuzz.h"
#include "workload/corpus.h"

#include <string.h>

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
