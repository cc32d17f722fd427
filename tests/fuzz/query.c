/* SPDX-License-Identifier: MIT
 * Input: lines for `slidebench query`. */
#include "chess/oracle.h"
#include "cli/commands.h"
#include "fuzz.h"

#include <inttypes.h>
#include <string.h>

/* Checks the result of a query, which must have the documented form. */
static void check_result(const char *query, const char *result)
{
    char piece[8], square[3], expected[64];
    uint64_t occupied;
    CHECK(sscanf(query, "%7[a-z]%*[ \t]%2[a-h1-8]%*[ \t]0x%" SCNx64, piece, square, &occupied) ==
          3);
    unsigned at = (unsigned)(8 * (square[1] - '1') + square[0] - 'a');
    bitboard rook = oracle_rook(at, occupied), bishop = oracle_bishop(at, occupied);
    if (!strcmp(piece, "both"))
        snprintf(expected, sizeof expected, "0x%016" PRIx64 " 0x%016" PRIx64 "\n", rook, bishop);
    else
        snprintf(expected, sizeof expected, "0x%016" PRIx64 "\n",
                 *piece == 'r'   ? rook
                 : *piece == 'b' ? bishop
                                 : rook | bishop);
    CHECK(!strncmp(result, expected, strlen(expected)));
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
