/* SPDX-License-Identifier: MIT
 * Input: lines for `slidebench query`. */
#include "chess/notation.h"
#include "chess/oracle.h"
#include "cli/commands.h"
#include "fuzz.h"

#include <inttypes.h>
#include <string.h>

/* Checks the result of a query, which must have the documented form. */
static void check_result(const char *query, const char *result)
{
    char name[8], square[3], expected[64];
    enum piece piece = 0;
    bitboard occupied, sets[2];
    CHECK(sscanf(query, "%7[a-z]%*[ \t]%2[a-h1-8]%*[ \t]0x%" SCNx64, name, square, &occupied) == 3);
    while (strcmp(piece_names[piece], name))
        piece++;
    oracle_attacks(piece, square_parse(square), occupied, sets);
    int length = snprintf(expected, sizeof expected, "0x%016" PRIx64, sets[0]);
    if (piece == BOTH)
        length += sprintf(expected + length, " 0x%016" PRIx64, sets[1]);
    CHECK(!strncmp(result, expected, (size_t)length) && result[length] == '\n');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0; /* fmemopen() may refuse it */
    char *text = fuzz_text(data, size), *results, prefix[48];
    size_t length, lines = 1;
    struct error error;
    FILE *in = fmemopen(text, size, "r"), *out = open_memstream(&results, &length);
    CHECK(in && out);
    bool good = query_lines(fuzz_scheme(), in, out, &error);
    fclose(in);
    fclose(out);
    const char *query = text;
    for (const char *result = results; *result; result = strchr(result, '\n') + 1, lines++) {
        check_result(query, result);
        query += strcspn(query, "\n");
        query += *query == '\n';
    }
    if (good) {
        CHECK(query == text + size);
    } else {
        check_error(&error, STATUS_INPUT);
        snprintf(prefix, sizeof prefix, "standard input:%zu: ", lines);
        CHECK(!strncmp(error.text, prefix, strlen(prefix)));
    }
    free(results);
    free(text);
    return 0;
}
