/* SPDX-License-Identifier: MIT */
#include "plan/traits.h"
#include "record/read_log.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_SCHEMES = 1000 };
static const uint64_t MAX_BYTES = UINT64_C(1) << 40;

static bool read_texts(const json_t *json, struct scheme *s)
{
    s->name = field_text(json, "name");
    s->family = field_text(json, "family");
    s->title = field_text(json, "title");
    s->author = field_text(json, "author");
    s->year = field_text(json, "year");
    s->source = field_text(json, "source");
    s->needs = field_text(json, "needs");
    s->twin = json_string_value(json_object_get(json, "twin"));
    return *s->name && *s->family;
}

static bool read_traits(const json_t *words, struct scheme *s)
{
    size_t i;
    json_t *word;
    json_array_foreach (words, i, word) {
        const struct trait_name *t = trait_names;
        while (t->name && strcmp(t->name, json_is_string(word) ? json_string_value(word) : ""))
            t++;
        s->traits |= t->trait;
        if (!t->name)
            return false;
    }
    return json_is_array(words);
}

/* Reads the bytes by piece; a mix needs none, as it takes those of the engine. */
static bool read_bytes(const json_t *json, struct scheme *s)
{
    const char *name;
    json_t *value;
    uint64_t bytes, view;
    json_t *by_piece = json_object_get(json, "table_bytes");
    if (!json_is_object(by_piece) || !field_whole(json, "view_bytes", MAX_BYTES, &view) ||
        !field_whole(json, "engine_bytes", MAX_BYTES, &bytes))
        return false;
    s->view_bytes = (size_t)view;
    s->tables[0] = (struct scheme_table){"all", NULL, (size_t)bytes};
    json_object_foreach (by_piece, name, value) {
        enum piece piece = 0;
        while (piece < ROW_PIECES && strcmp(piece_names[piece], name) != 0)
            piece++;
        if (piece == ROW_PIECES || !field_whole(by_piece, name, MAX_BYTES, &bytes))
            return false;
        if (piece <= ALL)
            s->table_bytes[piece == ALL ? QUEEN : piece] = (size_t)bytes;
    }
    return true;
}

static bool is_new(const struct recorded_run *r, const struct scheme *scheme)
{
    for (const struct scheme *s = r->schemes; s < scheme; s++)
        if (!strcmp(s->name, scheme->name))
            return false;
    return true;
}

bool reader_schemes(const struct log_reader *reader)
{
    struct recorded_run *r = reader->run;
    const json_t *array = json_object_get(r->lines.line[0], "schemes");
    size_t n = json_array_size(array);
    if (n < 1 || n > MAX_SCHEMES)
        return fail(reader->error, STATUS_INPUT, "%s:1: %zu schemes, expected 1 to %d",
                    reader->path, n, MAX_SCHEMES);
    r->schemes = calloc(n, sizeof *r->schemes);
    if (!r->schemes)
        return reader_no_memory(reader);
    for (; r->scheme_count < n; r->scheme_count++) {
        struct scheme *scheme = &r->schemes[r->scheme_count];
        const json_t *json = json_array_get(array, r->scheme_count);
        scheme->built = true;
        if (!read_texts(json, scheme) || !is_new(r, scheme) ||
            !read_traits(json_object_get(json, "traits"), scheme) || !read_bytes(json, scheme))
            return reader_refuse(reader, 1, "scheme", r->scheme_count, field_text(json, "name"),
                                 "a member is missing or impossible, or its name occurs twice");
    }
    return true;
}
