/* SPDX-License-Identifier: MIT */
#include "chess/pgn.h"
#include "base/memory.h"
#include "base/parse.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool game_add_move(struct game_reader *game, const char *text, move_reader *read,
                   struct error *error)
{
    chess_move move;
    if (game->plies == MAX_PLIES)
        return fail(error, STATUS_INPUT, "more than %d moves in a game", MAX_PLIES);
    if (!read(&move, &game->position, text, error))
        return false;
    make_move(&game->position, move);
    game->moves = array_reserve(game->moves, game->plies, &game->room, sizeof move);
    game->moves[game->plies++] = move;
    return true;
}

/* Refuses the current game; the first reason counts. */
static void refuse_game(struct pgn *pgn, const char *reason)
{
    if (*pgn->error.text)
        return;
    pgn->error_line = pgn->line;
    if (pgn->part == PGN_MOVES)
        fail(&pgn->error, STATUS_INPUT, "ply %zu: %s", pgn->game.plies + 1, reason);
    else
        fail(&pgn->error, STATUS_INPUT, "%s", reason);
}

/* ---- the beginning and the end of a game ---- */

static void begin_game(struct pgn *pgn)
{
    struct error none;
    fen_read(&pgn->game.start, START_FEN, NULL, &none);
    pgn->game.plies = pgn->ply = 0;
    *pgn->error.text = 0;
    pgn->event = pgn->fen = pgn->set_up = pgn->any_tag = false;
    pgn->variations = 0;
    pgn->part = PGN_TAGS;
}

static void begin_moves(struct pgn *pgn)
{
    if (pgn->set_up && !pgn->fen)
        refuse_game(pgn, "a set-up position or Chess960, expected a FEN tag");
    pgn->game.position = pgn->game.start;
    pgn->part = PGN_MOVES;
}

static void end_game(struct pgn *pgn)
{
    if (pgn->part == PGN_BETWEEN)
        return;
    if (pgn->part == PGN_TAGS)
        begin_moves(pgn);
    if (pgn->in_comment)
        refuse_game(pgn, "a comment without an end, expected '}'");
    if (pgn->variations)
        refuse_game(pgn, "a variation without an end, expected ')'");
    if (pgn->any_tag || pgn->ply || *pgn->error.text)
        pgn->callback(pgn->context, pgn);
    pgn->part = PGN_BETWEEN;
}

/* ---- tags ---- */

static char *skip_blanks(char *text)
{
    return text + strspn(text, BLANKS);
}

static bool is_variant(const char *name, const char *const *names)
{
    while (*names && strcasecmp(name, *names))
        names++;
    return *names;
}

static void use_tag(struct pgn *pgn, const char *name, const char *value)
{
    static const char *const standard[] = {"",  "?", "standard", "normal", "chess", "from position",
                                           NULL};
    static const char *const shuffled[] = {"chess960",      "chess 960",      "fischerandom",
                                           "fischerrandom", "fischer random", NULL};
    struct error error = {STATUS_OK, ""};
    if (!strcasecmp(name, "Event")) {
        if (pgn->event) { /* the game before has neither moves nor a result */
            end_game(pgn);
            begin_game(pgn);
        }
        pgn->event = true;
    } else if (!strcasecmp(name, "SetUp")) {
        pgn->set_up |= strcmp(value, "0") != 0;
    } else if (!strcasecmp(name, "Variant")) {
        pgn->set_up |= is_variant(value, shuffled);
        if (!is_variant(value, shuffled) && !is_variant(value, standard))
            fail(&error, STATUS_INPUT,
                 "the variant is '%.24s', expected standard chess or Chess960", value);
    } else if (!strcasecmp(name, "FEN")) {
        if (pgn->fen)
            fail(&error, STATUS_INPUT, "a second FEN tag, expected one");
        else
            fen_read(&pgn->game.start, value, NULL, &error);
        pgn->fen = true;
    }
    if (*error.text)
        refuse_game(pgn, error.text);
}

/* Returns the quotation mark that closes a value, or NULL. */
static char *closing_quote(char *value)
{
    if (*value != '"')
        return NULL;
    for (value++; *value && *value != '"'; value++)
        value += *value == '\\' && value[1]; /* past the escaped character */
    return *value ? value : NULL;
}

/* Reads a tag, and returns the text after it. If the tag does not have the form [Name "value"], all
 * that follows its name is the value. */
static char *read_tag(struct pgn *pgn, char *text)
{
    char *name = skip_blanks(text + 1), *name_end = name + strcspn(name, BLANKS "\"]");
    char *value = skip_blanks(name_end), *value_end = closing_quote(value);
    bool whole = value_end && *skip_blanks(value_end + 1) == ']';
    if (pgn->part == PGN_MOVES && !whole) {
        refuse_game(pgn, "'[' among the moves, expected a move, or a tag such as [Event \"?\"]");
        return name_end;
    }
    if (pgn->part == PGN_MOVES)
        end_game(pgn);
    if (pgn->part == PGN_BETWEEN)
        begin_game(pgn);
    pgn->any_tag = true;
    char *end = strchr(whole ? value_end : value, ']');
    *name_end = 0;
    if (whole)
        *value_end = 0;
    use_tag(pgn, name, value + whole);
    return end ? end + 1 : strchr(value, 0);
}

/* ---- moves ---- */

static void play(struct pgn *pgn, const char *word)
{
    struct error error;
    pgn->ply++;
    if (!*pgn->error.text && !game_add_move(&pgn->game, word, san_read, &error))
        refuse_game(pgn, error.text);
}

static bool is_result(const char *word)
{
    return has_word("* 1-0 0-1 1/2-1/2", ' ', word, strlen(word));
}

static void use_word(struct pgn *pgn, const char *word)
{
    bool number = !word[strspn(word, DIGITS)], first = !strcmp(word, "1");
    if (is_result(word)) {
        end_game(pgn);
        return;
    }
    if (first && pgn->ply > 1) /* the game before has no result */
        end_game(pgn);
    if (pgn->part == PGN_BETWEEN) {
        begin_game(pgn);
        if (!first)
            refuse_game(pgn, "moves without a tag, expected move number 1");
    }
    if (pgn->part == PGN_TAGS)
        begin_moves(pgn);
    if (!number)
        play(pgn, word);
}

static char *read_word(struct pgn *pgn, char *text)
{
    char *end = text + strcspn(text, BLANKS ".!?$;{}()["), after = *end;
    *end = 0;
    if (!pgn->variations)
        use_word(pgn, text);
    *end = after;
    return end;
}

/* ---- lines ---- */

static char *read_comment(struct pgn *pgn, char *text)
{
    char *end = strchr(text, '}');
    pgn->in_comment = !end;
    return end ? end + 1 : strchr(text, 0);
}

static char *read_token(struct pgn *pgn, char *text)
{
    switch (*text) {
    case ' ':
    case '\t':
    case '.':
    case '!':
    case '?':
        return text + 1;
    case '$':
        return text + 1 + strspn(text + 1, DIGITS);
    case ';':
        return strchr(text, 0);
    case '{':
        return read_comment(pgn, text);
    case '(':
        pgn->variations++;
        return text + 1;
    case ')':
        if (!pgn->variations)
            refuse_game(pgn, "')' without '('");
        pgn->variations -= pgn->variations > 0;
        return text + 1;
    case '}':
        refuse_game(pgn, "'}' without '{'");
        return text + 1;
    case '[':
        return read_tag(pgn, text);
    default: /* old databases mark captures en passant: "exf6 e.p." */
        return strncmp(text, "e.p.", 4) ? read_word(pgn, text) : text + 4;
    }
}

bool pgn_begins(const char *text)
{
    size_t digits = strspn(text, DIGITS);
    return digits ? !text[digits] || strchr(BLANKS ".", text[digits])
                  : *text == '[' || *text == '{';
}

void pgn_read_line(struct pgn *pgn, char *text, size_t line)
{
    static const char first_tag[] = "[Event \"";
    pgn->line = line;
    if (pgn->in_comment && !strncmp(text, first_tag, strlen(first_tag))) {
        end_game(pgn);
        pgn->in_comment = false;
    }
    if (*text == '%' && !pgn->in_comment)
        return;
    while (*text)
        text = pgn->in_comment ? read_comment(pgn, text) : read_token(pgn, text);
}

void pgn_end(struct pgn *pgn)
{
    end_game(pgn);
    free(pgn->game.moves);
}
