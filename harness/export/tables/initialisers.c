/* SPDX-License-Identifier: MIT */
#include "export/tables/initialisers.h"
#include "plan/scheme_set.h"

#include <inttypes.h>
#include <string.h>

struct writer {
    const struct scheme *scheme;
    const char *table; /* the one that is written */
    const struct declarations *declarations;
    const struct table_names *names;
    FILE *out;
    struct error *error;
    bool failed;
};

bool initialisers_allowed(const struct scheme *scheme, bool force, struct error *error)
{
    const char *why = scheme_unsupported(scheme);
    if (why)
        return fail(error, STATUS_ENVIRONMENT,
                    "--tables const: %s cannot fill its tables here: %s; use --tables init",
                    scheme->name, why);
    size_t bytes = 0;
    for (const struct scheme_table *table = scheme->tables; table->name; table++)
        bytes += table->bytes;
    if (bytes > MAX_CONST_TABLES && !force)
        return fail(error, STATUS_USAGE,
                    "--tables const: %s has %zu KiB of tables, more than %d; use --tables init, or "
                    "--force for a large header",
                    scheme->name, (bytes + 1023) / 1024, MAX_CONST_TABLES / 1024);
    return true;
}

/* Keeps the first failure. */
static void table_fails(struct writer *writer, const char *reason)
{
    if (!writer->failed)
        fail(writer->error, STATUS_ENVIRONMENT, "--tables const: table %s of %s: %s", writer->table,
             writer->scheme->name, reason);
    writer->failed = true;
}

static const struct declaration *declaration_of(const struct writer *writer, const char *table)
{
    struct token name = {.kind = TOKEN_IDENTIFIER, .text = table, .length = strlen(table)};
    return declaration_find(writer->declarations, OBJECT, &name);
}

/* Returns the member that contains the byte at an offset. */
static const struct member *member_at(const struct type *structure, size_t offset)
{
    const struct member *member = structure->members;
    while (member->next && member->next->offset <= offset)
        member = member->next;
    return member;
}

/* Writes the address of an object of type `target` within a table. */
static void write_address(struct writer *writer, const struct scheme_table *table, size_t offset,
                          const struct type *target)
{
    const struct type *type = declaration_of(writer, table->name)->type;
    if (type->kind == ARRAY && type->element == target && offset % target->size == 0) {
        fprintf(writer->out, "%s%s", writer->names->prefix, table->name);
        if (offset)
            fprintf(writer->out, " + %zu", offset / target->size);
        return;
    }
    fprintf(writer->out, "&%s%s", writer->names->prefix, table->name);
    while (type != target && (type->kind == ARRAY || type->kind == STRUCTURE)) {
        if (type->kind == ARRAY) {
            fprintf(writer->out, "[%zu]", offset / type->element->size);
            offset %= type->element->size;
            type = type->element;
        } else {
            const struct member *member = member_at(type, offset);
            fprintf(writer->out, ".%.*s", (int)member->name.length, member->name.text);
            offset -= member->offset;
            type = member->type;
        }
    }
    if (type != target || offset)
        table_fails(writer, "a pointer leads to no element of its type");
}

static void write_pointer(struct writer *writer, const struct type *type, const char *address)
{
    if (!address) {
        fputs(writer->names->null, writer->out);
        return;
    }
    const struct scheme_table *table = writer->scheme->tables;
    while (table->name && (address < (const char *)table->address ||
                           address >= (const char *)table->address + table->bytes))
        table++;
    const struct declaration *declaration =
        table->name ? declaration_of(writer, table->name) : NULL;
    if (!table->name)
        table_fails(writer, "a pointer leads out of the scheme's tables");
    else if (!type->to_const)
        table_fails(writer, "a pointer to a table is not to const");
    else if (!declaration || !declaration->type)
        table_fails(writer, "a pointer leads to a table whose declaration cannot be read");
    else if (declaration > declaration_of(writer, writer->table))
        table_fails(writer, "a pointer leads to a table that is declared later");
    else
        write_address(writer, table, (size_t)(address - (const char *)table->address),
                      type->element);
}

static uint64_t load(const void *at, size_t bytes)
{
    uint64_t u64;
    uint32_t u32;
    uint16_t u16;
    switch (bytes) {
    case 8:
        return memcpy(&u64, at, bytes), u64;
    case 4:
        return memcpy(&u32, at, bytes), u32;
    case 2:
        return memcpy(&u16, at, bytes), u16;
    default:
        return *(const unsigned char *)at;
    }
}

/* Writes a value as a literal that converts to its type without a warning. */
static void write_scalar(struct writer *writer, const struct type *type, const char *at)
{
    uint64_t value = load(at, type->size);
    unsigned unused = 64 - 8 * (unsigned)type->size;
    if (type->kind == BOOLEAN)
        fputs(value ? "true" : "false", writer->out);
    else if (type->kind == SIGNED)
        fprintf(writer->out, "%" PRId64, (int64_t)(value << unused) >> unused);
    else if (type->size >= 4)
        fprintf(writer->out, "0x%0*" PRIx64, 2 * (int)type->size, value);
    else
        fprintf(writer->out, "%" PRIu64, value);
}

enum { LINE_WIDTH = 100 };

/* Returns the columns that an initialiser takes on one line, about. */
static size_t width(const struct type *type)
{
    static const size_t digits[] = {[1] = 3, [2] = 5, [4] = 10, [8] = 18};
    size_t columns = 0;
    switch (type->kind) {
    case ARRAY:
        return type->size / type->element->size * (width(type->element) + 2);
    case STRUCTURE:
        for (const struct member *member = type->members; member; member = member->next)
            columns += width(member->type) + 2;
        return columns;
    case POINTER:
        return 30;
    case VECTOR:
        return 0;
    default:
        return digits[type->size];
    }
}

/* Returns how many elements to write on a line: a power of two; 0: all on the current line. */
static size_t per_line(const struct type *type)
{
    size_t n = 1;
    if (width(type) <= LINE_WIDTH)
        return 0;
    while (type->kind == ARRAY && 2 * n * (width(type->element) + 2) <= LINE_WIDTH)
        n *= 2;
    return n;
}

static void begin_element(FILE *out, size_t i, size_t per_line, int indent)
{
    if (i)
        fputc(',', out);
    if (per_line && i % per_line == 0)
        fprintf(out, "\n%*s", indent, "");
    else if (i)
        fputc(' ', out);
}

static void write_aggregate(struct writer *writer, const struct type *type, const char *at,
                            int indent);

static void write_value(struct writer *writer, const struct type *type, const char *at, int indent)
{
    const char *address;
    if (type->kind == VECTOR)
        table_fails(writer, "a vector that is not a later member of a union with integers");
    else if (type->kind == POINTER)
        write_pointer(writer, type, (memcpy(&address, at, sizeof address), address));
    else if (type->kind != ARRAY && type->kind != STRUCTURE)
        write_scalar(writer, type, at);
    else
        write_aggregate(writer, type, at, indent);
}

static void write_aggregate(struct writer *writer, const struct type *type, const char *at,
                            int indent)
{
    size_t n = per_line(type), i = 0;
    fputc('{', writer->out);
    if (type->kind == ARRAY)
        for (; i < type->size / type->element->size; i++) {
            begin_element(writer->out, i, n, indent + 4);
            write_value(writer, type->element, at + i * type->element->size, indent + 4);
        }
    else
        for (const struct member *member = type->members; member; member = member->next) {
            begin_element(writer->out, i++, n, indent + 4);
            write_value(writer, member->type, at + member->offset, indent + 4);
        }
    if (n)
        fprintf(writer->out, "\n%*s", indent, "");
    fputc('}', writer->out);
}

bool initialiser_write(const struct scheme *scheme, const char *table,
                       const struct declarations *declarations, const struct table_names *names,
                       FILE *out, struct error *error)
{
    struct writer writer = {scheme, table, declarations, names, out, error, false};
    const struct declaration *declaration = declaration_of(&writer, table);
    const struct scheme_table *object = scheme->tables;
    while (object->name && strcmp(object->name, table) != 0)
        object++;
    char reason[96];
    if (!object->name)
        table_fails(&writer, "not in .tables of the scheme");
    else if (!declaration)
        table_fails(&writer, "no declaration in the source");
    else if (!declaration->type)
        table_fails(&writer, declaration->unreadable);
    else if (declaration->type->size != object->bytes) {
        snprintf(reason, sizeof reason, "%zu bytes by its declaration, but the object has %zu",
                 declaration->type->size, object->bytes);
        table_fails(&writer, reason);
    } else
        write_value(&writer, declaration->type, object->address, 0);
    return !writer.failed;
}
