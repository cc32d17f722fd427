/* SPDX-License-Identifier: MIT
 * The published bytes of every scheme, against the sizes of the tables that it lists. */
#include "scheme.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static size_t bytes_of_tables(const struct scheme *scheme)
{
    size_t bytes = 0;
    for (size_t i = 0; i < MAX_TABLES && scheme->tables[i].name; i++)
        bytes += scheme->tables[i].bytes;
    return bytes;
}

static void no_lookup_reads_more_than_the_tables(void **state)
{
    (void)state;
    for (size_t i = 0; schemes[i]; i++)
        for (enum piece piece = ROOK; bytes_of_tables(schemes[i]) && piece < PIECES; piece++)
            if (schemes[i]->table_bytes[piece] > bytes_of_tables(schemes[i]))
                fail_msg("%s: a %s reads %zu bytes of %zu", schemes[i]->name, piece_names[piece],
                         schemes[i]->table_bytes[piece], bytes_of_tables(schemes[i]));
}

static void lookups_together_read_all_tables(void **state)
{
    (void)state;
    for (size_t i = 0; schemes[i]; i++) {
        const size_t *by_piece = schemes[i]->table_bytes;
        size_t together = by_piece[ROOK] + by_piece[BISHOP] + by_piece[QUEEN];
        if (together < bytes_of_tables(schemes[i]))
            fail_msg("%s: its lookups read %zu bytes of %zu", schemes[i]->name, together,
                     bytes_of_tables(schemes[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_lookup_reads_more_than_the_tables),
        cmocka_unit_test(lookups_together_read_all_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
