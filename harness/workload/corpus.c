/* SPDX-License-Identifier: MIT */
#include "workload/corpus.h"
#include "base/memory.h"
#include "chess/notation.h"
#include "target/embed.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* CORPUS_FILE is its path as a C string. */
__asm__(EMBED_BEGIN("corpus_text") ".incbin \"" CORPUS_FILE "\"\n" EMBED_SYMBOL("corpus_text_end")
            EMBED_END);

extern char corpus_text[], corpus_text_end[];

enum { LINE_LIMIT = 65536 }; /* bytes: 13,000 plies, 24 times the longest tournament game */

struct corpus_reader {
    struct corpus *corpus;
    size_t game_room, move_room, move_count;
    char *line;   /* [LINE_LIMIT + 1] */
    size_t bytes; /* read so far */
    FILE *copy;   /* receives each line; or NULL */
    struct error *error;
};

/* Returns an array with room for one more element. */
static void *with_room(void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return array;
    *room = *room ? 2 * *room : 1024;
    return xreallocarray(array, *room, size);
}

static void add_game(struct corpus_reader *r, const struct game *game)
{
    struct corpus *corpus = r->corpus;
    corpus->games = with_room(corpus->games, corpus->game_count, &r->game_room, sizeof *game);
    corpus->games[corpus->game_count++] = *game;
    corpus->position_count += game->plies + 1;
}

static bool add_moves(struct corpus_reader *r, struct game *game, char *text)
{
    struct corpus *corpus = r->corpus;
    struct position position = game->start;
    char *rest;
    for (char *word = strtok_r(text, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
        chess_move move = 0;
        if (!move_read(&move, &position, word, r->error))
            return false;
        make_move(&position, move);
        corpus->moves = with_room(corpus->moves, r->move_count, &r->move_room, sizeof move);
        corpus->moves[r->move_count++] = move;
        game->plies++;
    }
    return true;
}

/* Skips a word and the blanks after it, if the text begins with it. */
static bool skip_word(char **text, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(*text, word, length) || !strchr(" \t", (*text)[length]))
        return false;
    *text += length;
    *text += strspn(*text, " \t");
    return true;
}

static bool read_item(struct corpus_reader *r, char *text)
{
    struct game game = {.plies = 0};
    text += strspn(text, " \t");
    if (!*text || *text == '#')
        return true;
    bool uci = skip_word(&text, "position");
    bool start = skip_word(&text, "startpos"), fen = !start && skip_word(&text, "fen");
    if (uci && !start && !fen)
        return fail(r->error, STATUS_INPUT,
                    "'%.24s' after 'position', expected 'startpos' or 'fen'", text);
    if (fen || memchr(text, '/', strcspn(text, " \t"))) {
        const char *rest;
        if (!fen_read(&game.start, text, &rest, r->error))
            return false;
        text += rest - text;
        if (!skip_word(&text, "moves")) /* EPD operations */
            *text = 0;
    } else {
        if (!fen_read(&game.start, START_FEN, NULL, r->error))
            return false;
        if (start && !skip_word(&text, "moves") && *text)
            return fail(r->error, STATUS_INPUT, "'%.24s' after 'startpos', expected 'moves'", text);
    }
    if (!add_moves(r, &game, text))
        return false;
    add_game(r, &game);
    return true;
}

/* Protects memory and disk from a stream without an end. */
static bool within_limits(const struct corpus_reader *r)
{
    return (r->bytes <= (size_t)CORPUS_MIB << 20 &&
            r->corpus->position_count <= CORPUS_POSITIONS) ||
           fail(r->error, STATUS_INPUT,
                "the list is too long, expected at most %d MiB and %d positions", CORPUS_MIB,
                CORPUS_POSITIONS);
}

static bool no_copy(struct error *error)
{
    return fail(error, STATUS_ENVIRONMENT, "cannot copy the positions to a temporary file: %s",
                strerror(errno));
}

static bool copy_line(struct corpus_reader *r, size_t length)
{
    return !r->copy || fwrite(r->line, 1, length, r->copy) == length || no_copy(r->error);
}

static bool read_line(struct corpus_reader *r, FILE *file, bool *last)
{
    char *line = r->line;
    size_t length = 0;
    int c;
    while ((c = getc_unlocked(file)) != EOF && c != '\n') {
        if (c == 0)
            return fail(r->error, STATUS_INPUT, "a NUL byte, expected text");
        if (length == LINE_LIMIT)
            return fail(r->error, STATUS_INPUT, "a line longer than %d bytes, expected one item",
                        LINE_LIMIT);
        line[length++] = (char)c;
    }
    if (ferror(file))
        return fail(r->error, STATUS_INPUT, "%s, expected text", strerror(errno));
    *last = c == EOF;
    line[length] = '\n';
    r->bytes += length + !*last;
    bool copied = copy_line(r, length + !*last);
    line[length - (length && line[length - 1] == '\r')] = 0;
    return copied;
}

static bool read_items(struct corpus *corpus, FILE *file, FILE *copy, const char *path,
                       struct error *error)
{
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    struct corpus_reader r = {
        .corpus = corpus, .line = xmalloc(LINE_LIMIT + 1), .copy = copy, .error = error};
    size_t number = 0;
    bool ok = true, last = false;
    while (ok && !last) {
        ok = read_line(&r, file, &last);
        bool has_mark = !number++ && ok && !strncmp(r.line, byte_order_mark, 3);
        ok = ok && read_item(&r, has_mark ? r.line + 3 : r.line) && within_limits(&r);
    }
    free(r.line);
    if (ok && !corpus->game_count)
        ok = fail(error, STATUS_INPUT, "no position, expected at least one");
    if (!ok) {
        struct error what = *error;
        corpus_free(corpus);
        return fail(error, what.status, "%s:%zu: %s", path, number, what.text);
    }
    if (corpus->moves) { /* the array no longer grows */
        const chess_move *moves = corpus->moves;
        for (size_t i = 0; i < corpus->game_count; moves += corpus->games[i++].plies)
            corpus->games[i].moves = moves;
    }
    return true;
}

bool corpus_embedded(struct corpus *corpus, struct error *error)
{
    *corpus = (struct corpus){.name = "the built-in games"};
    FILE *file = fmemopen(corpus_text, (size_t)(corpus_text_end - corpus_text), "r");
    if (!file)
        return fail(error, STATUS_ENVIRONMENT, "cannot read the embedded games: %s",
                    strerror(errno));
    bool ok = read_items(corpus, file, NULL, "embedded games", error);
    fclose(file);
    return ok;
}

static bool read_from(struct corpus *corpus, const char *path, FILE *copy, struct error *error)
{
    *corpus = (struct corpus){.name = strcmp(path, "-") ? path : "standard input"};
    if (!strcmp(path, "-"))
        return read_items(corpus, stdin, copy, "<stdin>", error);
    FILE *file = fopen(path, "r");
    struct stat status;
    if (!file || fstat(fileno(file), &status)) {
        fail(error, errno == ENOMEM ? STATUS_ENVIRONMENT : STATUS_INPUT,
             "%s: %s, expected a file of games or positions", path, strerror(errno));
        if (file)
            fclose(file);
        return false;
    }
    bool ok;
    if (S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode))
        ok = read_items(corpus, file, copy, path, error);
    else
        ok = fail(error, STATUS_INPUT, "%s: a directory or device, expected a file or FIFO", path);
    fclose(file);
    return ok;
}

bool corpus_read(struct corpus *corpus, const char *path, struct error *error)
{
    return path ? read_from(corpus, path, NULL, error) : corpus_embedded(corpus, error);
}

FILE *corpus_copy(const char *path, struct error *error)
{
    struct corpus corpus = {0};
    FILE *copy = tmpfile();
    bool ok = (copy || no_copy(error)) && read_from(&corpus, path, copy, error) &&
              (!fflush(copy) || no_copy(error));
    corpus_free(&corpus);
    if (copy && !ok)
        fclose(copy);
    return ok ? copy : NULL;
}

void corpus_free(struct corpus *corpus)
{
    free(corpus->games);
    free(corpus->moves);
    *corpus = (struct corpus){0};
}

static bool advance(struct corpus_walk *walk)
{
    if (walk->game == walk->corpus->game_count)
        return false;
    const struct game *game = &walk->corpus->games[walk->game];
    if (walk->ply == 0)
        walk->position = game->start;
    else
        make_move(&walk->position, game->moves[walk->ply - 1]);
    if (walk->ply++ == game->plies) {
        walk->game++;
        walk->ply = 0;
    }
    return true;
}

bool corpus_next(struct corpus_walk *walk)
{
    bool found;
    do
        found = advance(walk);
    while (found && walk->distance && walk->index++ % walk->distance);
    return found;
}

struct corpus_walk corpus_roots(const struct corpus *corpus, size_t n)
{
    return (struct corpus_walk){.corpus = corpus, .distance = corpus->position_count / (2 * n) + 1};
}
