/* SPDX-License-Identifier: MIT */
#include "plan/support.h"
#include "target/isa.h"

#include <stdio.h>
#include <string.h>

size_t scheme_count(void)
{
    size_t n = 0;
    while (schemes[n])
        n++;
    return n;
}

const struct scheme *scheme_named(const char *name)
{
    for (const struct scheme *const *s = schemes; *s; s++)
        if (!strcmp((*s)->name, name))
            return *s;
    return NULL;
}

const char *scheme_unsupported(const struct scheme *scheme)
{
    static char text[96];
    if (scheme->built && (!scheme->needs || isa_has(scheme->needs)))
        return NULL;
    snprintf(text, sizeof text, "needs %s",
             scheme->built ? isa_missing(scheme->needs) : scheme->needs);
    return text;
}

bool scheme_needs(const struct scheme *scheme, const char *word)
{
    size_t length = strlen(word);
    for (const char *need = scheme->needs ? scheme->needs : ""; *(need += strspn(need, " "));
         need += strcspn(need, " "))
        if (strcspn(need, " ") == length && !strncmp(need, word, length))
            return true;
    return false;
}

/* Returns the scheme of which this is the batch build, which lists no tables; else itself. */
static const struct scheme *original_build(const struct scheme *scheme)
{
    for (const struct scheme *const *s = schemes; *s; s++)
        if ((*s)->batched == scheme)
            return *s;
    return scheme;
}

uint64_t scheme_bytes(const struct scheme *scheme)
{
    scheme = original_build(scheme);
    uint64_t listed = 0, most = 0;
    for (size_t i = 0; i < MAX_TABLES && scheme->tables[i].name; i++)
        listed += scheme->tables[i].bytes;
    for (enum piece piece = ROOK; piece <= QUEEN; piece++)
        most = scheme->table_bytes[piece] > most ? scheme->table_bytes[piece] : most;
    return listed ? listed : most;
}

size_t scheme_piece_bytes(const struct scheme *scheme, enum piece piece)
{
    size_t queen = scheme->table_bytes[QUEEN], together = (size_t)scheme_bytes(scheme);
    if (piece < PIECES)
        return scheme->table_bytes[piece];
    return piece != ALL && together > queen ? together : queen;
}
