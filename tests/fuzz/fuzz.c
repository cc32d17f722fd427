/* SPDX-License-Identifier: MIT */
#include "fuzz.h"
#include "chess/notation.h"
#include "common/board.h"

#include <ftw.h>
#include <string.h>
#include <unistd.h>

char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    CHECK(text);
    if (size)
        memcpy(text, data, size);
    text[size] = 0;
    return text;
}

void fuzz_write(const char *path, const uint8_t *data, size_t size)
{
    FILE *file = fopen(path, "w");
    CHECK(file);
    CHECK(fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

static char folder[64];

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *where)
{
    (void)status, (void)kind, (void)where;
    return remove(path);
}

static void remove_folder(void)
{
    nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

const char *fuzz_folder(void)
{
    if (*folder)
        return folder;
    bool memory = access("/dev/shm", W_OK) == 0; /* a disk allows only 300 runs per second */
    snprintf(folder, sizeof folder, "%s/slidebench-fuzz-XXXXXX", memory ? "/dev/shm" : "/tmp");
    CHECK(mkdtemp(folder));
    atexit(remove_folder);
    return folder;
}

const struct scheme *fuzz_scheme(void)
{
    const struct scheme *const *s = schemes;
    while (!(*s)->built || (*s)->traits & MOCK || (*s)->init || (*s)->needs)
        s++;
    return *s;
}

void check_error(const struct error *error, enum status status)
{
    CHECK(error->status == status && *error->text);
    for (const unsigned char *c = (const unsigned char *)error->text; *c; c++)
        CHECK(*c >= ' ' && *c != 0x7f);
}

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

void check_position(const struct position *p)
{
    check_pieces(p);
    CHECK(p->side <= BLACK && !in_check(p, !p->side, NULL));
    if (p->en_passant != NO_SQUARE) {
        bitboard behind = square_bit(p->en_passant);
        CHECK(rank_of(p->en_passant) == (p->side == WHITE ? 5 : 2));
        CHECK(!(position_occupied(p) & (behind | (p->side == WHITE ? behind << 8 : behind >> 8))));
        CHECK(p->pieces[PAWN] & p->colours[!p->side] & square_bit(p->en_passant ^ 8));
    }
    if (p->quiet_plies > 9999 || p->full_moves > 9999)
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
