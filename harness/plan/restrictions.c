/* SPDX-License-Identifier: MIT */
#include "plan/restrictions.h"
#include "plan/scheme_set.h"
#include "target/isa.h"

#include <string.h>

bool restrictions_check_without(const char *words, struct error *error)
{
    enum { MIN_LENGTH = 3 }; /* "a" is no family */
    for (;; words++) {
        size_t length = strcspn(words, ",");
        if (length < MIN_LENGTH || !isa_begins_word(words, length))
            return fail(
                error, STATUS_USAGE,
                "--without: '%.*s' is not an instruction set extension; expected words such "
                "as bmi2,avx512; `slidebench list` prints what schemes need",
                (int)length, words);
        words += length;
        if (!*words)
            return true;
    }
}

/* Returns whether a list contains the word or its family: avx512 excludes avx512vl. */
static bool excludes(const char *list, const char *word, size_t word_length)
{
    for (;; list++) {
        size_t length = strcspn(list, ",");
        if (length <= word_length && !strncmp(list, word, length))
            return true;
        list += length;
        if (!*list)
            return false;
    }
}

bool restrictions_allow_needs(const struct restrictions *restrictions, const struct scheme *scheme)
{
    const char *word = restrictions->without && scheme->needs ? scheme->needs : "";
    while (*(word += strspn(word, " "))) {
        size_t length = strcspn(word, " ");
        if (excludes(restrictions->without, word, length))
            return false;
        word += length;
    }
    return true;
}

bool restrictions_allow(const struct restrictions *restrictions, const struct scheme *scheme)
{
    uint64_t kib = (scheme_bytes(scheme) + 1023) / 1024;
    return kib <= restrictions->max_kib && restrictions_allow_needs(restrictions, scheme) &&
           (!restrictions->no_multiply || scheme->traits & MULTIPLY_FREE);
}
