/* SPDX-License-Identifier: MIT */
#include "workload/corpus.h"
#include "base/memory.h"
#include "chess/pgn.h"
#include "target/embed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* CORPUS_FILE is the path of the file as a C string. */
__asm__(EMBED_BEGIN("corpus_text") ".incbin \"" CORPUS_FILE "\"\n" EMBED_SYMBOL("corpus_text_end")
            EMBED_END);

extern char corpus_text[], corpus_text_end[];

struct corpus_reader {
    struct corpus *corpus;
    size_t game_room, move_room;
    enum { UNKNOWN, LIST, PGN } format; /* known from the first line that is no comment */
    struct pgn pgn;
    struct game_reader game; /* of a list */
    char *line;              /* the current line, without its end */
    size_t line_room, number;
    size_t bytes; /* read so far */
    FILE *copy;   /* receives each line; or NULL */
    struct error *error;
};

static void add_game(struct corpus_reader *r, const struct game_reader *game)
{
    struct corpus *corpus = r->corpus;
    size_t move = corpus->position_count - corpus->game_count;
    corpus->games =
        array_reserve(corpus->games, corpus->game_count, &r->game_room, sizeof *corpus->games);
    corpus->games[corpus->game_count++] = (struct game){game->start, move, game->plies};
    corpus->position_count += game->plies + 1;
    for (size_t i = 0; i < game->plies; i++) {
        corpus->moves = array_reserve(corpus->moves, move, &r->move_room, sizeof *corpus->moves);
        corpus->moves[move++] = game->moves[i];
    }
}

/* ---- a list, an item a line ---- */

/* Skips a word and the blanks after it, if the text begins with it. */
static bool skip_word(char **text, const char *word)
{
    size_t length = strlen(word);
    if (strncasecmp(*text, word, length) || !strchr(BLANKS, (*text)[length]))
        return false;
    *text += length;
    *text += strspn(*text, BLANKS);
    return true;
}

/* Skips the operations that follow a position. Fails if a move follows instead. */
static bool skip_operations(char *text, struct error *error)
{
    size_t length = strcspn(text, BLANKS), move = strspn(text, "abcdefgh12345678nrqNRQ=");
    if (strcspn(text, DIGITS) == 1 && length >= 4 && length < MOVE_SIZE && length == move)
        return fail(error, STATUS_INPUT, "'%.*s' after the position, expected 'moves' before moves",
                    (int)length, text);
    *text = 0;
    return true;
}

static bool read_item(struct corpus_reader *r, char *text)
{
    struct game_reader *game = &r->game;
    bool uci = skip_word(&text, "position");
    bool start = skip_word(&text, "startpos"), fen = !start && skip_word(&text, "fen");
    if (uci && !start && !fen)
        return fail(r->error, STATUS_INPUT,
                    "'%.24s' after 'position', expected 'startpos' or 'fen'", text);
    if (fen || memchr(text, '/', strcspn(text, BLANKS))) {
        const char *rest;
        if (!fen_read(&game->start, text, &rest, r->error))
            return false;
        text += rest - text;
        if (!skip_word(&text, "moves") && !skip_operations(text, r->error))
            return false;
    } else {
        fen_read(&game->start, START_FEN, NULL, r->error);
        if (start && !skip_word(&text, "moves") && *text)
            return fail(r->error, STATUS_INPUT, "'%.24s' after 'startpos', expected 'moves'", text);
    }
    game->position = game->start;
    game->plies = 0;
    char *rest;
    for (char *word = strtok_r(text, BLANKS, &rest); word; word = strtok_r(NULL, BLANKS, &rest))
        if (!game_add_move(game, word, move_read, r->error))
            return false;
    add_game(r, game);
    return true;
}

/* ---- games in PGN ---- */

/* Adds a game, or keeps the reason why it is skipped. */
static void take_game(void *context, const struct pgn *pgn)
{
    struct corpus_reader *r = context;
    struct corpus *corpus = r->corpus;
    if (!*pgn->error.text) {
        add_game(r, &pgn->game);
        return;
    }
    if (corpus->skipped < CORPUS_REASONS)
        corpus->reasons[corpus->skipped] = (struct corpus_reason){pgn->error_line, pgn->error};
    corpus->skipped++;
}

void corpus_print_skipped(const struct corpus *corpus, FILE *out)
{
    for (size_t i = 0; i < corpus->skipped && i < CORPUS_REASONS; i++)
        fprintf(out, "slidebench: %s:%zu: %s; skipping this game\n", corpus->name,
                corpus->reasons[i].line, corpus->reasons[i].error.text);
    if (corpus->skipped)
        fprintf(out, "slidebench: %s: skipped %zu of %zu games\n", corpus->name, corpus->skipped,
                corpus->skipped + corpus->game_count);
}

/* ---- files ---- */

/* Protects memory and disk from a stream without an end. */
static bool within_limits(const struct corpus_reader *r)
{
    return (r->bytes <= (size_t)CORPUS_MIB << 20 &&
            r->corpus->position_count <= CORPUS_POSITIONS) ||
           fail(r->error, STATUS_INPUT,
                "the file is too long, expected at most %d MiB and %d positions", CORPUS_MIB,
                CORPUS_POSITIONS);
}

static bool no_copy(struct error *error)
{
    return fail(error, STATUS_ENVIRONMENT, "cannot copy the positions to a temporary file: %s",
                strerror(errno));
}

/* Reads a line that ends with LF, CRLF or CR, or with the file. */
static bool read_line(struct corpus_reader *r, FILE *file, bool *last)
{
    size_t length = 0;
    int c;
    do {
        r->line = array_reserve(r->line, length, &r->line_room, 1);
        c = getc_unlocked(file);
        if (c == 0)
            return fail(r->error, STATUS_INPUT, "a NUL byte, expected text");
        r->line[length++] = (char)c;
        r->bytes++;
        if (!within_limits(r))
            return false;
    } while (c != EOF && c != '\n' && c != '\r');
    if (ferror(file))
        return fail(r->error, STATUS_INPUT, "%s, expected text", strerror(errno));
    *last = c == EOF;
    if (c == '\r' && (c = getc_unlocked(file)) != '\n')
        ungetc(c, file);
    r->line[length - 1] = 0;
    return !r->copy || fprintf(r->copy, *last ? "%s" : "%s\n", r->line) >= 0 || no_copy(r->error);
}

static bool use_line(struct corpus_reader *r)
{
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    char *line = r->line + (strncmp(r->line, byte_order_mark, 3) ? 0 : 3);
    char *item = line + strspn(line, BLANKS);
    bool empty = !*item || strchr("#;%", *item);
    if (!r->format && !empty)
        r->format = pgn_begins(item) ? PGN : LIST;
    if (r->format == PGN)
        pgn_read_line(&r->pgn, line, r->number);
    return r->format == PGN || empty || read_item(r, item);
}

static bool check_count(struct corpus_reader *r)
{
    const struct corpus *corpus = r->corpus;
    if (corpus->game_count)
        return true;
    if (!corpus->skipped)
        return fail(r->error, STATUS_INPUT, "no position, expected at least one");
    r->number = corpus->reasons[0].line;
    return fail(r->error, STATUS_INPUT, "%s (no game of %zu can be read)",
                corpus->reasons[0].error.text, corpus->skipped);
}

static bool read_items(struct corpus *corpus, FILE *file, FILE *copy, const char *path,
                       struct error *error)
{
    struct corpus_reader r = {.corpus = corpus, .copy = copy, .error = error};
    r.pgn = (struct pgn){.callback = take_game, .context = &r};
    bool ok = true, last = false;
    while (ok && !last) {
        r.number++;
        ok = read_line(&r, file, &last) && use_line(&r);
    }
    pgn_end(&r.pgn);
    free(r.game.moves);
    free(r.line);
    ok = ok && check_count(&r);
    if (!ok) {
        struct error what = *error;
        corpus_free(corpus);
        return fail(error, what.status, "%s:%zu: %s", path, r.number, what.text);
    }
    return true;
}

static bool corpus_embedded(struct corpus *corpus, struct error *error)
{
    *corpus = (struct corpus){.name = "the built-in games"};
    FILE *file = fmemopen(corpus_text, (size_t)(corpus_text_end - corpus_text), "r");
    if (!file)
        exit_without_memory((size_t)(corpus_text_end - corpus_text));
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
    bool ok = false;
    if (!file || fstat(fileno(file), &status))
        fail(error, errno == ENOMEM ? STATUS_ENVIRONMENT : STATUS_INPUT,
             "%s: %s, expected a file of games or positions", path, strerror(errno));
    else if (S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode))
        ok = read_items(corpus, file, copy, path, error);
    else
        fail(error, STATUS_INPUT, "%s: a directory or device, expected a file or FIFO", path);
    if (file)
        fclose(file);
    return ok;
}

bool corpus_read(struct corpus *corpus, const char *path, struct error *error)
{
    return path ? read_from(corpus, path, NULL, error) : corpus_embedded(corpus, error);
}

bool corpus_spool(const char **path, struct error *error)
{
    struct stat status;
    if (!*path || (strcmp(*path, "-") && (stat(*path, &status) || !S_ISFIFO(status.st_mode))))
        return true;
    struct corpus corpus = {0};
    FILE *copy = tmpfile();
    bool ok = (copy || no_copy(error)) && read_from(&corpus, *path, copy, error) &&
              (!fflush(copy) || no_copy(error)) &&
              (dup2(fileno(copy), STDIN_FILENO) == STDIN_FILENO ||
               fail(error, STATUS_ENVIRONMENT, "no standard input: %s", strerror(errno)));
    corpus_free(&corpus);
    if (copy)
        fclose(copy);
    rewind(stdin); /* it may be at the end of the file */
    *path = "-";
    return ok;
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
        make_move(&walk->position, walk->corpus->moves[game->first_move + walk->ply - 1]);
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
