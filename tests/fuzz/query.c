/* SPDX-License-Identifier: MIT
 * Any bytes as the lines that `slidebench query` answers. */
#include "cli/commands.h"
#include "fuzz.h"
#include "chess/oracle.h"

#include <inttypes.h>
#include <string.h>

/* An answer must be right, and the question behind it one that the oracle understands, too. */
static void check_answer(const char *question, const char *answer)
{
    char piece[8], square[3], expected[64];
    uint64_t occupied;
    CHECK(sscanf(question, "%7[a-z]%*[ \t]%2[a-h1-8]%*[ \t]0x%" SCNx64, piece, square, &occupied) ==
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
    CHECK(!strncmp(answer, expected, strlen(expected)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0; /* fmemopen() may refuse it */
    char *text = fuzz_text(data, size), *answers, prefix[48];
    size_t length, lines = 1;
    struct error error;
    FILE *in = fmemopen(text, size, "r"), *out = open_memstream(&answers, &length);
    CHECK(in && out);
    bool good = query_lines(fuzz_scheme(), in, out, &error);
    fclose(in);
    fclose(out);
    const char *question = text;
    for (const char *answer = answers; *answer; answer = strchr(answer, '\n') + 1, lines++) {
        check_answer(question, answer);
        question += strcspn(question, "\n");
        question += *question == '\n';
    }
    if (good) {
        CHECK(question == text + size);
    } else {
        check_error(&error, STATUS_INPUT);
        snprintf(prefix, sizeof prefix, "standard input:%zu: ", lines);
        CHECK(!strncmp(error.text, prefix, strlen(prefix)));
    }
    free(answers);
    free(text);
    return 0;
}
