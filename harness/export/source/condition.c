/* SPDX-License-Identifier: MIT */
#include "export/source/condition.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct expression_reader {
    const struct token *token; /* the next one */
    const struct macros *macros;
};

/* The binary operators, by precedence. */
static const struct binary_operator {
    const char *text;
    int precedence;
} operators[] = {{"||", 1}, {"&&", 2}, {"==", 3}, {"!=", 3}, {"<", 4},
                 {">", 4},  {"<=", 4}, {">=", 4}, {"+", 5},  {"-", 5}};

static struct condition known(long value)
{
    return (struct condition){.is_known = true, .value = value};
}

static struct condition defined(const struct token *name, const struct macros *macros)
{
    struct condition unknown = {.is_known = false};
    if (!macros_is_unknown(macros, name))
        return known(macros_find(macros, name) != NULL);
    snprintf(unknown.text, sizeof unknown.text, "defined(%.*s)", (int)name->length, name->text);
    return unknown;
}

static struct condition value_of(const struct token *token, const struct macros *macros)
{
    struct condition unknown = {.is_known = false};
    const struct macro *macro = macros_find(macros, token);
    if (macro && macro->is_certain)
        token = &macro->value;
    if (token->kind == TOKEN_NUMBER)
        return known(strtol(token->text, NULL, 0));
    if (token->kind == TOKEN_IDENTIFIER && !macro && !macros_is_unknown(macros, token))
        return known(0);
    snprintf(unknown.text, sizeof unknown.text, "%.*s", (int)token->length, token->text);
    return unknown;
}

static long apply(const char *op, long a, long b)
{
    switch (op[0]) {
    case '|':
        return a || b;
    case '&':
        return a && b;
    case '=':
        return a == b;
    case '!':
        return a != b;
    case '<':
        return op[1] ? a <= b : a < b;
    case '>':
        return op[1] ? a >= b : a > b;
    case '+':
        return a + b;
    default:
        return a - b;
    }
}

/* A known side of || or && decides the result, or leaves the other side. */
static struct condition join(const struct binary_operator *op, const struct condition *a,
                             const struct condition *b)
{
    struct condition result = {.is_known = false};
    if (a->is_known && b->is_known)
        return known(apply(op->text, a->value, b->value));
    if (op->precedence <= 2 && (a->is_known || b->is_known)) {
        bool value = a->is_known ? a->value : b->value, decides = *op->text == '|';
        return value == decides ? known(value) : a->is_known ? *b : *a;
    }
    char number[2][24];
    snprintf(number[0], sizeof number[0], "%ld", a->value);
    snprintf(number[1], sizeof number[1], "%ld", b->value);
    snprintf(result.text, sizeof result.text, "%.240s %s %.240s", a->is_known ? number[0] : a->text,
             op->text, b->is_known ? number[1] : b->text);
    return result;
}

static struct condition read_choice(struct expression_reader *reader);

/* The condition is one name or in parentheses. */
static struct condition negated(struct condition condition)
{
    struct condition result = {.is_known = false};
    if (condition.is_known)
        return known(!condition.value);
    snprintf(result.text, sizeof result.text, "!%.500s", condition.text);
    return result;
}

static struct condition read_unary(struct expression_reader *reader)
{
    const struct token *token = reader->token++;
    if (token_is(token, "!"))
        return negated(read_unary(reader));
    if (token_is(token, "(")) {
        struct condition inside = read_choice(reader), result = inside;
        reader->token++; /* the `)` */
        if (!inside.is_known && strchr(inside.text, ' '))
            snprintf(result.text, sizeof result.text, "(%.500s)", inside.text);
        return result;
    }
    if (token_is(token, "defined")) {
        bool is_enclosed = token_is(token + 1, "(");
        reader->token += is_enclosed ? 3 : 1;
        return defined(token + 1 + is_enclosed, reader->macros);
    }
    return value_of(token, reader->macros);
}

/* Reads operators of at least this precedence. */
static struct condition read_binary(struct expression_reader *reader, int precedence)
{
    struct condition left = read_unary(reader);
    for (size_t i = 0; i < sizeof operators / sizeof *operators;) {
        const struct binary_operator *op = &operators[i++];
        if (op->precedence < precedence || !token_is(reader->token, op->text))
            continue;
        reader->token++;
        struct condition right = read_binary(reader, op->precedence + 1);
        left = join(op, &left, &right);
        i = 0;
    }
    return left;
}

/* Reads an expression, which may have the form `a ? b : c`. */
static struct condition read_choice(struct expression_reader *reader)
{
    struct condition condition = read_binary(reader, 1), result = {.is_known = false};
    if (!token_is(reader->token, "?"))
        return condition;
    reader->token++;
    struct condition yes = read_choice(reader);
    reader->token++; /* the `:` */
    struct condition no = read_choice(reader);
    if (condition.is_known)
        return condition.value ? yes : no;
    snprintf(result.text, sizeof result.text, "%.160s ? %.160s : %.160s", condition.text,
             yes.is_known ? yes.value ? "1" : "0" : yes.text,
             no.is_known ? no.value ? "1" : "0" : no.text);
    return result;
}

struct condition condition_evaluate(const struct token *directive, const struct macros *macros)
{
    struct expression_reader reader = {directive + 1, macros};
    if (token_is(directive, "ifdef"))
        return defined(directive + 1, macros);
    if (token_is(directive, "ifndef"))
        return negated(defined(directive + 1, macros));
    return read_choice(&reader);
}
