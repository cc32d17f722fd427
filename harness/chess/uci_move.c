/* SPDX-License-Identifier: MIT */
#include "chess/uci_move.h"
#include "chess/board_text.h"
#include "chess/fen.h"
#include "common/board.h"

#include <ctype.h>
#include <string.h>

/* Returns a move as UCI writes it: castling in classic chess is a move of the king by two
 * squares. */
static chess_move uci_move(const struct position *p, chess_move move)
{
    unsigned from = move_from(move), to = move_to(move);
    bool classic = file_of(from) == 4 && (file_of(to) == 0 || file_of(to) == 7);
    if (!(p->castling & p->colours[p->side] & square_bit(to)) || !classic)
        return move;
    return move_of(from, to > from ? from + 2 : from - 2, PAWN);
}

bool move_read(chess_move *move, const struct position *position, const char *text,
               struct error *error)
{
    static const char promotions[] = "rbqn"; /* by kind of piece */
    if (!text_printable(text, error))
        return false;
    size_t length = strlen(text);
    const char *promotion = length == 5 ? strchr(promotions, text[4]) : NULL;
    unsigned from = length < 4 ? NO_SQUARE : square_parse(text);
    unsigned to = length < 4 ? NO_SQUARE : square_parse(text + 2);
    if (from == NO_SQUARE || to == NO_SQUARE || (length > 4 && !promotion))
        return fail(error, STATUS_INPUT,
                    "'%.24s' is not a move in UCI notation, expected one like e2e4 or e7e8q", text);
    chess_move wanted = move_of(from, to, promotion ? (unsigned)(promotion - promotions) : PAWN);
    chess_move legal[MAX_MOVES];
    for (size_t n = legal_moves(position, &oracle_sliders, legal); n-- > 0;) {
        *move = legal[n];
        if (*move == wanted || uci_move(position, *move) == wanted)
            return true;
    }
    char fen[FEN_SIZE];
    return fail(error, STATUS_INPUT, "illegal move %s, expected a legal one in %s", text,
                fen_write(position, fen));
}

const char *move_write(const struct position *position, chess_move move,
                       char text[static MOVE_SIZE])
{
    move = uci_move(position, move);
    square_text(move_from(move), text);
    square_text(move_to(move), text + 2);
    if (move_promotion(move) != PAWN) {
        text[4] = (char)tolower(piece_letters[move_promotion(move)]);
        text[5] = 0;
    }
    return text;
}
