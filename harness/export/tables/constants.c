/* SPDX-License-Identifier: MIT
 * Macros are evaluated, not substituted: the body's value replaces the invocation, and the
 * arguments' values the parameters. The sizes of tables prove the result. */
#include "export/tables/constants.h"

#include "export/tables/parser.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PARAMETERS = 4, MAX_DEPTH = 32 };

/* A position in an expression, and the values of the parameters of the macro whose body it is. */
struct constant_reader {
    const struct declarations *declarations;
    struct parser in; /* without declarations of its own */
    struct token parameter[MAX_PARAMETERS];
    int64_t argument[MAX_PARAMETERS];
    size_t n;
    unsigned depth;
    bool failed; /* all values are 0 from then on */
};

static int64_t no_value(struct constant_reader *reader)
{
    reader->failed = true;
    reader->in.at = reader->in.end;
    return 0;
}

static void expect(struct constant_reader *reader, const char *text)
{
    if (!parser_skip(&reader->in, text))
        no_value(reader);
}

static int64_t conditional(struct constant_reader *reader);
static int64_t unary(struct constant_reader *reader);

static int64_t literal(struct constant_reader *reader)
{
    char *end;
    uint64_t value = strtoull(reader->in.at->text, &end, 0);
    while (end < reader->in.at->text + reader->in.at->length && strchr("uUlL", *end))
        end++;
    if (end != reader->in.at->text + reader->in.at->length)
        return no_value(reader);
    reader->in.at++;
    return (int64_t)value;
}

/* Reads the arguments into the macro's parameters. */
static void read_arguments(struct constant_reader *reader, const struct declaration *macro,
                           struct constant_reader *body)
{
    expect(reader, "(");
    for (const struct token *name = macro->parameters.first; name < macro->parameters.end; name++) {
        if (token_is(name, ","))
            continue;
        if (body->n)
            expect(reader, ",");
        if (body->n == MAX_PARAMETERS) {
            no_value(reader);
            return;
        }
        body->parameter[body->n] = *name;
        body->argument[body->n++] = conditional(reader);
    }
    expect(reader, ")");
}

static int64_t invoke(struct constant_reader *reader, const struct declaration *macro)
{
    struct constant_reader body = {.declarations = reader->declarations,
                                   .in = {NULL, macro->body.first, macro->body.end, NULL},
                                   .depth = reader->depth + 1};
    if (macro->has_parameters)
        read_arguments(reader, macro, &body);
    if (reader->failed || body.depth > MAX_DEPTH)
        return no_value(reader);
    int64_t value = unary(&body);
    return body.failed || body.in.at < body.in.end ? no_value(reader) : value;
}

static int64_t named(struct constant_reader *reader)
{
    const struct token *name = reader->in.at++;
    for (size_t i = 0; i < reader->n; i++)
        if (tokens_equal(&reader->parameter[i], name))
            return reader->argument[i];
    const struct declaration *macro = declaration_find(reader->declarations, MACRO, name);
    if (macro)
        return invoke(reader, macro);
    const struct declaration *constant = declaration_find(reader->declarations, CONSTANT, name);
    return constant ? constant->value : no_value(reader);
}

/* Reads a type's or an object's name, or the first element of an array, *object. */
static int64_t size_of(struct constant_reader *reader)
{
    bool in_parentheses = parser_skip(&reader->in, "("), element = parser_skip(&reader->in, "*");
    bool tagged = parser_skip(&reader->in, "struct") || parser_skip(&reader->in, "union");
    if (reader->in.at == reader->in.end)
        return no_value(reader);
    const struct token *name = reader->in.at++;
    const struct declaration *declaration =
        declaration_find(reader->declarations, tagged ? TAG : OBJECT, name);
    const struct type *type =
        declaration ? declaration->type : type_find(reader->declarations, name);
    if (type && element)
        type = type->element;
    if (!type)
        return no_value(reader);
    if (in_parentheses)
        expect(reader, ")");
    return (int64_t)type->size;
}

static int64_t unary(struct constant_reader *reader)
{
    if (reader->in.at == reader->in.end)
        return no_value(reader);
    if (parser_skip(&reader->in, "-"))
        return (int64_t) - (uint64_t)unary(reader);
    if (parser_skip(&reader->in, "+"))
        return unary(reader);
    if (parser_skip(&reader->in, "~"))
        return ~unary(reader);
    if (parser_skip(&reader->in, "!"))
        return !unary(reader);
    if (parser_skip(&reader->in, "sizeof"))
        return size_of(reader);
    if (isdigit((unsigned char)*reader->in.at->text))
        return literal(reader);
    if (!parser_skip(&reader->in, "("))
        return named(reader);
    int64_t value = conditional(reader);
    expect(reader, ")");
    return value;
}

static const struct {
    const char *text;
    unsigned precedence; /* higher binds tighter */
} operators[] = {{"||", 1}, {"&&", 2}, {"|", 3}, {"^", 4},  {"&", 5},  {"==", 6},
                 {"!=", 6}, {"<", 7},  {">", 7}, {"<=", 7}, {">=", 7}, {"<<", 8},
                 {">>", 8}, {"+", 9},  {"-", 9}, {"*", 10}, {"/", 10}, {"%", 10}};

enum { OPERATORS = sizeof operators / sizeof *operators };

static int64_t apply(struct constant_reader *reader, const char *op, int64_t left, int64_t right)
{
    bool doubled = op[1] == op[0], or_equal = op[1] == '=';
    switch (*op) {
    case '|':
        return doubled ? left || right : left | right;
    case '&':
        return doubled ? left && right : left & right;
    case '^':
        return left ^ right;
    case '=':
        return left == right;
    case '!':
        return left != right;
    case '+':
        return (int64_t)((uint64_t)left + (uint64_t)right);
    case '-':
        return (int64_t)((uint64_t)left - (uint64_t)right);
    case '*':
        return (int64_t)((uint64_t)left * (uint64_t)right);
    case '/':
    case '%':
        if (right < 1)
            return no_value(reader);
        return *op == '/' ? left / right : left % right;
    default: /* < and > */
        if (doubled && (right < 0 || right > 63))
            return no_value(reader);
        if (*op == '<')
            return doubled    ? (int64_t)((uint64_t)left << right)
                   : or_equal ? left <= right
                              : left < right;
        return doubled ? left >> right : or_equal ? left >= right : left > right;
    }
}

/* Skips an operator of at least this precedence. Returns its number, or OPERATORS. */
static size_t skip_operator(struct constant_reader *reader, unsigned precedence)
{
    size_t i = 0;
    while (i < OPERATORS &&
           !(operators[i].precedence >= precedence && parser_skip(&reader->in, operators[i].text)))
        i++;
    return i;
}

static int64_t binary(struct constant_reader *reader, unsigned precedence)
{
    int64_t left = unary(reader);
    for (size_t i; (i = skip_operator(reader, precedence)) < OPERATORS;)
        left = apply(reader, operators[i].text, left, binary(reader, operators[i].precedence + 1));
    return left;
}

static int64_t conditional(struct constant_reader *reader)
{
    int64_t condition = binary(reader, 1);
    if (!parser_skip(&reader->in, "?"))
        return condition;
    int64_t yes = conditional(reader);
    expect(reader, ":");
    int64_t no = conditional(reader);
    return condition ? yes : no;
}

bool constant_evaluate(const struct declarations *declarations, struct span expression,
                       int64_t *value)
{
    struct constant_reader reader = {.declarations = declarations,
                                     .in = {NULL, expression.first, expression.end, NULL}};
    *value = conditional(&reader);
    return !reader.failed && reader.in.at == reader.in.end;
}
