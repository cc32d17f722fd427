/* SPDX-License-Identifier: MIT */
#include "output/json/parts.h"
#include "plan/support.h"
#include "plan/traits.h"
#include "verify/proof_store.h"

#include <string.h>

static json_t *json_traits(const struct scheme *scheme)
{
    json_t *words = json_array();
    for (const struct trait_name *t = trait_names; t->name; t++)
        if (scheme->traits & t->trait)
            json_array_append_new(words, json_string(t->name));
    return words;
}

/* Adds the bytes and the proof of a scheme for the piece of one of its rows. */
static void add_piece(json_t *json, const struct scheme *scheme, enum piece piece)
{
    const char *verdict = proof_store_piece_verdict(scheme->name, piece);
    json_object_set_new(json_object_get(json, "table_bytes"), piece_names[piece],
                        json_integer((json_int_t)scheme_piece_bytes(scheme, piece)));
    if (*verdict)
        json_object_set_new(json_object_get(json, "proof"), piece_names[piece],
                            json_string(verdict));
}

/* Returns "" for a text that the scheme leaves out: schemes of tests have no source. */
static const char *text_of(const char *text)
{
    return text ? text : "";
}

/* Returns the scheme without what depends on the pieces of the run. */
static json_t *json_scheme(const struct scheme *s)
{
    json_t *json =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o}", //
                  "name", s->name, "family", s->family, "title", text_of(s->title), "author",
                  text_of(s->author), "year", text_of(s->year), "source", text_of(s->source),
                  "needs", text_of(s->needs), "traits", json_traits(s));
    if (s->twin)
        json_object_set_new(json, "twin", json_string(s->twin));
    json_object_set_new(json, "view_bytes", json_integer((json_int_t)s->view_bytes));
    json_object_set_new(json, "table_bytes", json_object());
    json_object_set_new(json, "engine_bytes", json_integer((json_int_t)scheme_bytes(s)));
    json_object_set_new(json, "proof", json_object());
    return json;
}

/* The rows of one scheme are neighbours. Its batch build has the same name. */
json_t *json_schemes(const struct run *run)
{
    json_t *array = json_array();
    for (size_t i = 0; i < run->n; i++) {
        const struct row *row = &run->row[i].planned;
        if (i == 0 || strcmp(row->scheme->name, run->row[i - 1].planned.scheme->name))
            json_array_append_new(array, json_scheme(row->scheme));
        json_t *last = json_array_get(array, json_array_size(array) - 1);
        add_piece(last, row->scheme, row->list->piece);
    }
    return array;
}
