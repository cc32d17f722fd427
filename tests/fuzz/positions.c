/* SPDX-License-Identifier: MIT
 * Input: a file of positions and games, in a list or in PGN. */
#include "chess/notation.h"
#include "common/board.h"
#include "fuzz.h"
#include "verify/verify.h"
#include "workload/corpus.h"

#include <string.h>

static void check_pieces(const struct position *p)
{
    bitboard all = 0, pawns = p->pieces[PAWN];
    for (unsigned kind = 0; kind < PIECE_KINDS; kind++) {
        CHECK(!(all & p->pieces[kind]));
        all |= p->pieces[kind];
    }
    CHECK(!(p->colours[WHITE] & p->colours[BLACK]) && all == position_occupied(p));
    CHECK(!(pawns & (RANK_1 | RANK_8)));
    for (unsigned side = WHITE; side <= BLACK; side++) {
        bitboard own = p->colours[side], home = side == WHITE ? RANK_1 : RANK_8;
        CHECK(__builtin_popcountll(own & p->pieces[KING]) == 1 && __builtin_popcountll(own) <= 16);
        CHECK(!(p->castling & home) || own & p->pieces[KING] & home);
        CHECK(!(p->castling & home & ~(own & p->pieces[ROOK])));
    }
    CHECK(!(p->castling & ~(RANK_1 | RANK_8)));
}

/* Checks the guarantees of fen_read() and make_move(), and that fen_read() inverts fen_write(). */
static void check_position(const struct position *p)
{
    check_pieces(p);
    CHECK(p->side <= BLACK && !in_check(p, !p->side, NULL));
    if (p->en_passant != NO_SQUARE) {
        bitboard behind = square_bit(p->en_passant);
        CHECK(rank_of(p->en_passant) == (p->side == WHITE ? 5 : 2));
        CHECK(!(position_occupied(p) & (behind | (p->side == WHITE ? behind << 8 : behind >> 8))));
        CHECK(p->pieces[PAWN] & p->colours[!p->side] & square_bit(p->en_passant ^ 8));
    }
    if (p->halfmove_clock > 9999 || p->fullmove_number > 9999)
        return; /* fen_read() rejects more, but games may continue */
    char text[FEN_SIZE], again[FEN_SIZE];
    struct position read;
    struct error error;
    const char *rest;
    fen_write(p, text);
    CHECK(fen_read(&read, text, &rest, &error) && !*rest);
    CHECK(!memcmp(&read, p, sizeof read)); /* the struct has no padding */
    CHECK(!strcmp(fen_write(&read, again), text));
}

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

/* Checks that each legal move leads to a valid position, and the text of one. */
static void check_moves(const struct position *position)
{
    chess_move moves[MAX_MOVES], replies[MAX_MOVES];
    size_t n = check_count(position, moves);
    for (size_t i = 0; i < n; i++) {
        struct position next = *position;
        make_move(&next, moves[i]);
        check_position(&next);
        check_count(&next, replies);
    }
    if (n)
        check_text(position, moves[(position->halfmove_clock + position->fullmove_number) % n]);
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
            check_legal(&walk.position,
                        corpus->moves[corpus->games[walk.game].first_move + walk.ply - 1]);
        else
            check_moves(&walk.position);
    }
    CHECK(positions == corpus->position_count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file("", data, size);
    struct corpus corpus;
    struct error error;
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
