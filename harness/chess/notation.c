/* SPDX-License-Identifier: MIT */
#include "chess/notation.h"
#include "base/text.h"
#include "common/board.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- squares and boards ---- */

const char *square_text(unsigned square, char text[static 3])
{
    text[0] = (char)('a' + (square & 7));
    text[1] = (char)('1' + (square >> 3));
    text[2] = 0;
    return text;
}

unsigned square_parse(const char *text)
{
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
        return NO_SQUARE;
    return (unsigned)(8 * (text[1] - '1') + text[0] - 'a');
}

static char square_sign(const struct board_text *board, unsigned square)
{
    bool attacked = board->attacks >> square & 1, occupied = board->occupied >> square & 1;
    if (square == board->slider)
        return attacked ? '!' : 'S'; /* a slider never attacks its own square */
    return attacked ? (occupied ? 'x' : '*') : (occupied ? 'o' : '.');
}

void board_print(const struct board_text *boards, size_t n, FILE *out)
{
    for (size_t i = 0; i < n; i++)
        fprintf(out, "  %-22s", boards[i].title);
    for (int rank = 7; rank >= 0; rank--)
        for (size_t i = 0; i < n; i++) {
            fprintf(out, "%s%d ", i ? "    " : "\n", rank + 1);
            for (unsigned file = 0; file < 8; file++)
                fprintf(out, " %c", square_sign(&boards[i], (unsigned)(8 * rank) + file));
            fprintf(out, "   ");
        }
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%s   a b c d e f g h   ", i ? "   " : "\n");
    fprintf(out, "\n");
}

/* ---- positions ---- */

static const char piece_letters[PIECE_KINDS + 1] = "RBQNPK"; /* by kind */
static const char *const side_names[2] = {"White", "Black"};

/* Rejects text that an error message must not quote. */
static bool text_printable(const char *text, struct error *error)
{
    for (; *text; text++)
        if (*text != '\t' && (*text < ' ' || *text > '~'))
            return fail(error, STATUS_INPUT, "byte 0x%02x, expected printable ASCII",
                        (unsigned char)*text);
    return true;
}

/* Copies the next field, cut to FEN_SIZE if it is longer than any valid one. Returns the text after
 * it. */
static const char *next_field(const char *text, char field[static FEN_SIZE])
{
    text += strspn(text, BLANKS);
    size_t length = strcspn(text, BLANKS ";"), copied = length < FEN_SIZE ? length : FEN_SIZE - 1;
    memcpy(field, text, copied);
    field[copied] = 0;
    return text + length;
}

static bool check_pieces(const struct position *p, struct error *error)
{
    for (unsigned side = WHITE; side <= BLACK; side++) {
        int pieces = __builtin_popcountll(p->colours[side]);
        int kings = __builtin_popcountll(p->colours[side] & p->pieces[KING]);
        if (kings != 1)
            return fail(error, STATUS_INPUT, "%s has %d kings, expected 1", side_names[side],
                        kings);
        if (pieces > 16)
            return fail(error, STATUS_INPUT, "%s has %d pieces, expected at most 16",
                        side_names[side], pieces);
    }
    if (p->pieces[PAWN] & (RANK_1 | RANK_8))
        return fail(error, STATUS_INPUT, "a pawn on rank %d, expected pawns on ranks 2 to 7",
                    p->pieces[PAWN] & RANK_1 ? 1 : 8);
    return true;
}

static bool read_board(struct position *p, const char *field, struct error *error)
{
    int ranks = 1;
    for (const char *c = field; *c; c++)
        ranks += *c == '/';
    if (ranks != 8)
        return fail(error, STATUS_INPUT, "the board '%.24s' has %d rank%s, expected 8 between '/'",
                    field, ranks, plural((size_t)ranks));
    for (int rank = 7; rank >= 0; rank--, field++) { /* past the '/' */
        int files = 0;
        for (; *field && *field != '/'; field++) {
            const char *letter = strchr(piece_letters, toupper(*field));
            if (*field >= '1' && *field <= '8') {
                files += *field - '0';
            } else if (!letter) {
                return fail(error, STATUS_INPUT,
                            "'%c' on rank %d, expected a piece of PNBRQKpnbrqk or a digit 1 to 8",
                            *field, rank + 1);
            } else if (files < 8) {
                bitboard square = square_bit((unsigned)(8 * rank + files++));
                p->pieces[letter - piece_letters] |= square;
                p->colours[islower(*field) ? BLACK : WHITE] |= square;
            } else {
                files++;
            }
        }
        if (files != 8)
            return fail(error, STATUS_INPUT, "rank %d has %d square%s, expected 8", rank + 1, files,
                        plural((size_t)files));
    }
    return check_pieces(p, error);
}

static bool read_side(struct position *p, const char *field, struct error *error)
{
    if (strcmp(field, "w") && strcmp(field, "b"))
        return fail(error, STATUS_INPUT, "side to move is '%.24s', expected 'w' or 'b'", field);
    p->side = *field == 'w' ? WHITE : BLACK;
    if (in_check(p, !p->side, NULL))
        return fail(error, STATUS_INPUT,
                    "%s is in check though it is not to move, expected a reachable position",
                    side_names[!p->side]);
    return true;
}

/* Returns a side's rooks on its home rank between its king and one edge. */
static bitboard castling_rooks(const struct position *p, unsigned side, bool kingside)
{
    bitboard home = side == WHITE ? RANK_1 : RANK_8,
             king = home & p->pieces[KING] & p->colours[side];
    bitboard beside = !king ? 0 : kingside ? ~(king | (king - 1)) : king - 1;
    return home & beside & p->pieces[ROOK] & p->colours[side];
}

static bitboard outermost(bitboard rooks, bool kingside)
{
    if (!rooks || !kingside)
        return rooks & -rooks;
    return square_bit(63 ^ (unsigned)__builtin_clzll(rooks));
}

static bool read_castling(struct position *p, const char *field, struct error *error)
{
    if (!strcmp(field, "-"))
        return true;
    for (const char *at = field; *at; at++) {
        char right = *at, letter = (char)toupper(right);
        if (!strchr("KQABCDEFGH", letter))
            return fail(error, STATUS_INPUT,
                        "castling rights are '%.24s', expected '-' or some of KQkq, or files of "
                        "rooks, A to H and a to h",
                        field);
        unsigned side = isupper(right) ? WHITE : BLACK;
        bitboard file = letter <= 'H' ? FILE_A << (letter - 'A') : ~(bitboard)0;
        bool kingside = letter != 'Q' && castling_rooks(p, side, true) & file;
        bitboard rooks = castling_rooks(p, side, kingside);
        if (!(rooks & file) || (letter == 'K' && !kingside))
            return fail(error, STATUS_INPUT,
                        "castling right '%c', expected a king of %s on rank %d and a rook there, "
                        "on that side or file",
                        right, side_names[side], side == WHITE ? 1 : 8);
        if (p->castling & rooks)
            return fail(error, STATUS_INPUT,
                        "castling rights are '%.24s', expected at most one for each side of a king",
                        field);
        p->castling |= outermost(rooks & file, kingside);
    }
    return true;
}

static bool read_en_passant(struct position *p, const char *field, struct error *error)
{
    p->en_passant = NO_SQUARE;
    if (!strcmp(field, "-"))
        return true;
    unsigned behind = strlen(field) == 2 ? square_parse(field) : NO_SQUARE;
    if (behind != NO_SQUARE && rank_of(behind) == (p->side == WHITE ? 5 : 2)) {
        bitboard pawn = square_bit(behind ^ 8);
        bitboard path = square_bit(behind) | square_bit(p->side == WHITE ? behind + 8 : behind - 8);
        if (p->pieces[PAWN] & p->colours[!p->side] & pawn && !(position_occupied(p) & path)) {
            p->en_passant = (uint16_t)behind;
            return true;
        }
    }
    return fail(error, STATUS_INPUT,
                "en passant square is '%.24s', expected '-' or the rank-%d square that a pawn of "
                "%s may just have crossed",
                field, p->side == WHITE ? 6 : 3, side_names[!p->side]);
}

static bool read_clock(uint16_t *clock, const char *name, const char *field, struct error *error)
{
    unsigned long value = strtoul(field, NULL, 10);
    if (field[strspn(field, DIGITS)] || value > 9999)
        return fail(error, STATUS_INPUT, "%s is '%.24s', expected 0 to 9999", name, field);
    *clock = (uint16_t)value;
    return true;
}

bool fen_read(struct position *position, const char *text, const char **rest, struct error *error)
{
    static bool (*const read[4])(struct position *, const char *, struct error *) = {
        read_board, read_side, read_castling, read_en_passant};
    *position = (struct position){.fullmove_number = 1};
    if (!text_printable(text, error))
        return false;
    char field[FEN_SIZE], fullmove_number[FEN_SIZE];
    const char *at = text;
    for (int i = 0; i < 4; i++) {
        at = next_field(at, field);
        if (!*field)
            return fail(error, STATUS_INPUT,
                        "%d field%s, expected the 4 of an EPD or the 6 of a FEN", i,
                        plural((size_t)i));
        if (!read[i](position, field, error))
            return false;
    }
    const char *after = next_field(at, field);
    if (isdigit(*field) || *field == '-') {
        at = next_field(after, fullmove_number);
        if (!*fullmove_number)
            return fail(error, STATUS_INPUT,
                        "5 fields, expected the 4 of an EPD or the 6 of a FEN");
        if (!read_clock(&position->halfmove_clock, "halfmove clock", field, error) ||
            !read_clock(&position->fullmove_number, "fullmove number", fullmove_number, error))
            return false;
    }
    at += strspn(at, BLANKS);
    if (*at && !strchr(";|[", *at) && !isalpha(*at)) /* some suites separate operations by ';' */
        return fail(error, STATUS_INPUT,
                    "'%.24s' after the position, expected nothing, an EPD operation, or a value as "
                    "in '| 31 | 0.5' or '[0.5]'",
                    at);
    if (rest)
        *rest = at;
    return true;
}

const char *fen_write(const struct position *p, char text[static FEN_SIZE])
{
    char *out = text, en_passant[3] = "-";
    for (unsigned rank = 8; rank-- > 0;) {
        char empty = '0';
        for (unsigned square = 8 * rank; square < 8 * rank + 8; square++) {
            const unsigned kind = position_kind_on(p, square);
            empty += kind == PIECE_KINDS;
            if (empty > '0' && (kind < PIECE_KINDS || file_of(square) == 7)) {
                *out++ = empty;
                empty = '0';
            }
            if (kind < PIECE_KINDS)
                *out++ =
                    (char)(p->colours[WHITE] & square_bit(square) ? piece_letters[kind]
                                                                  : tolower(piece_letters[kind]));
        }
        *out++ = rank ? '/' : ' ';
    }
    *out++ = p->side == WHITE ? 'w' : 'b';
    *out++ = ' ';
    if (!p->castling)
        *out++ = '-';
    for (int i = 0; i < 4; i++) {
        unsigned side = i < 2 ? WHITE : BLACK;
        bitboard rooks = castling_rooks(p, side, !(i & 1)), rook = rooks & p->castling;
        if (!rook)
            continue;
        char file = (char)('A' + file_of(lowest_square(rook)));
        char letter = rook == outermost(rooks, !(i & 1)) ? "KQ"[i & 1] : file;
        *out++ = (char)(side == WHITE ? letter : tolower(letter));
    }
    if (p->en_passant != NO_SQUARE)
        square_text(p->en_passant, en_passant);
    snprintf(out, (size_t)(text + FEN_SIZE - out), " %s %u %u", en_passant, p->halfmove_clock,
             p->fullmove_number);
    return text;
}

/* ---- moves ---- */

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

/* Finds a legal move, with castling in either form. */
static bool find_move(chess_move *move, const struct position *p, chess_move wanted)
{
    chess_move legal[MAX_MOVES];
    size_t n = legal_moves(p, square_bit(move_from(wanted)), NULL, legal);
    while (n > 0 && legal[n - 1] != wanted && uci_move(p, legal[n - 1]) != wanted)
        n--;
    if (n > 0)
        *move = legal[n - 1];
    return n > 0;
}

static bool illegal(const struct position *p, const char *text, struct error *error)
{
    char fen[FEN_SIZE];
    return fail(error, STATUS_INPUT, "illegal move %.24s, expected a legal one in %s", text,
                fen_write(p, fen));
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
    return find_move(move, position, wanted) || illegal(position, text, error);
}

/* Returns whether the text is castling: O-O or O-O-O, also with zeros. */
static bool names_castling(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!strchr(i & 1 ? "-" : "O0", text[i]))
            return false;
    return length == 3 || length == 5;
}

static bool find_castling(chess_move *move, const struct position *p, bool kingside)
{
    bitboard king = p->pieces[KING] & p->colours[p->side],
             rook = p->castling & castling_rooks(p, p->side, kingside);
    return rook && find_move(move, p, move_of(lowest_square(king), lowest_square(rook), PAWN));
}

/* What a move in SAN says. */
struct san {
    bitboard from; /* squares from which the piece may come */
    unsigned to, promotion;
};

/* Reads any move but castling, from the end of the text to its beginning. */
static bool parse_san(struct san *san, const struct position *p, const char *text, size_t length)
{
    const char *end = text + length, *letter;
    *san = (struct san){~(bitboard)0, NO_SQUARE, PAWN};
    if (length > 2 && (letter = memchr(piece_letters, toupper(end[-1]), PAWN))) {
        san->promotion = (unsigned)(letter - piece_letters);
        end -= end[-2] == '=' ? 2 : 1;
    }
    if (end - text >= 2)
        san->to = square_parse(end -= 2);
    if (end > text && strchr("x-:", end[-1]))
        end--;
    if (end > text && end[-1] >= '1' && end[-1] <= '8')
        san->from &= RANK_1 << 8 * (*--end - '1');
    if (end > text && end[-1] >= 'a' && end[-1] <= 'h')
        san->from &= FILE_A << (*--end - 'a');
    letter = end == text ? piece_letters + PAWN : memchr(piece_letters, *text, PIECE_KINDS);
    if (!letter || end - text > 1 || san->to == NO_SQUARE)
        return false;
    san->from &= p->pieces[letter - piece_letters];
    return true;
}

/* Sets *move to one of the legal moves that fit the SAN text, which is not castling. Returns how
 * many legal moves fit. */
static int find_san(chess_move *move, const struct position *p, const struct san *san)
{
    chess_move legal[MAX_MOVES];
    int found = 0;
    if (p->colours[p->side] & square_bit(san->to))
        return 0;
    for (size_t n = legal_moves(p, san->from, NULL, legal); n > 0; n--)
        if (move_to(legal[n - 1]) == san->to && move_promotion(legal[n - 1]) == san->promotion) {
            *move = legal[n - 1];
            found++;
        }
    return found;
}

bool san_read(chess_move *move, const struct position *position, const char *text,
              struct error *error)
{
    size_t length = strcspn(text, "+#"), checks = strspn(text + length, "+#");
    bool castling = names_castling(text, length);
    struct san san;
    if (!text_printable(text, error))
        return false;
    if (text[length + checks] || (!castling && !parse_san(&san, position, text, length)))
        return fail(error, STATUS_INPUT,
                    "'%.24s' is not a move, expected one like e4, Nbd7, exd8=Q or O-O", text);
    if (castling)
        return find_castling(move, position, length == 3) || illegal(position, text, error);
    int found = find_san(move, position, &san);
    if (found > 1)
        return fail(error, STATUS_INPUT, "%.24s can be %d moves, expected one", text, found);
    unsigned origin = square_parse(text); /* in the long forms: e2e4, and castling as in UCI */
    return found ||
           (origin != NO_SQUARE &&
            find_move(move, position, move_of(origin, san.to, san.promotion))) ||
           illegal(position, text, error);
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
