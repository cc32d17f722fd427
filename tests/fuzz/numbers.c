/* SPDX-License-Identifier: MIT
 * Input: text as a number, for each type of number in options. */
#include "base/parse.h"
#include "fuzz.h"

#include <inttypes.h>
#include <string.h>

static const char *without_zeros(const char *digits)
{
    while (digits[0] == '0' && digits[1])
        digits++;
    return digits;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), again[32];
    uint64_t whole;
    double number;
    struct error error;
    if (parse_whole("n", text, 5, UINT64_MAX, &whole, &error)) {
        snprintf(again, sizeof again, "%" PRIu64, whole);
        CHECK(whole >= 5 && !strcmp(again, without_zeros(text)));
    } else {
        check_error(&error, STATUS_USAGE);
    }
    if (parse_hex("n", text, &whole, &error)) {
        snprintf(again, sizeof again, "%" PRIx64, whole);
        CHECK(!strcasecmp(again, without_zeros(text + (text[1] == 'x' || text[1] == 'X' ? 2 : 0))));
    } else {
        check_error(&error, STATUS_USAGE);
    }
    if (parse_double("n", text, 0.5, 100, &number, &error))
        CHECK(number >= 0.5 && number <= 100);
    else
        check_error(&error, STATUS_USAGE);
    if (parse_duration("n", text, &number, &error))
        CHECK(number >= 0 && number <= 7 * 86400);
    else
        check_error(&error, STATUS_USAGE);
    free(text);
    return 0;
}
