/* SPDX-License-Identifier: MIT */
#include "export/tables/declarations.h"

#include <string.h>

const struct declaration *declaration_find(const struct declarations *declarations,
                                           enum declaration_kind kind, const struct token *name)
{
    for (size_t i = declarations->n; i-- > 0;) {
        const struct declaration *declaration = &declarations->declaration[i];
        if (declaration->kind == kind && tokens_equal(&declaration->name, name))
            return declaration;
    }
    return NULL;
}

#define SCALAR(name, kind)                                                                         \
    {                                                                                              \
        {kind, sizeof(name), _Alignof(name), NULL, false, NULL}, #name                             \
    }

#define VECTOR_TYPE(name, bytes)                                                                   \
    {                                                                                              \
        {VECTOR, bytes, bytes, NULL, false, NULL}, #name                                           \
    }

static const struct {
    struct type type;
    const char *name;
} builtin[] = {
    SCALAR(uint8_t, UNSIGNED),  SCALAR(uint16_t, UNSIGNED), SCALAR(uint32_t, UNSIGNED),
    SCALAR(uint64_t, UNSIGNED), SCALAR(unsigned, UNSIGNED), SCALAR(size_t, UNSIGNED),
    SCALAR(int8_t, SIGNED),     SCALAR(int16_t, SIGNED),    SCALAR(int32_t, SIGNED),
    SCALAR(int, SIGNED),        SCALAR(bool, BOOLEAN),      VECTOR_TYPE(__m128i, 16),
    VECTOR_TYPE(__m256i, 32),   VECTOR_TYPE(__m512i, 64),
};

const struct type *type_find(const struct declarations *declarations, const struct token *name)
{
    const struct declaration *declaration = declaration_find(declarations, TYPE_NAME, name);
    if (declaration)
        return declaration->type;
    for (size_t i = 0; i < sizeof builtin / sizeof *builtin; i++)
        if (token_is(name, builtin[i].name))
            return &builtin[i].type;
    return NULL;
}
