/* SPDX-License-Identifier: MIT
 * Texts and numbers as they are printed. */
#include "base/text.h"
#include "base/terminal.h"
#include "support/test.h"

TEST(long_lines_are_folded)
{
    print_folded(
        "a line of words that is too long\nshort\n        a command is left as it is\n"
        "averyveryverylongword end\n",
        3, 18, 4, capture());
    assert_string_equal(captured(),
                        "a line of words\n    that is too\n    long\nshort\n"
                        "        a command is left as it is\n"
                        "averyveryverylongword\n    end\n");
}

TEST(bytes_have_binary_units)
{
    char size[16];
    assert_string_equal(bytes_text(999, size), "999 B");
    assert_string_equal(bytes_text(1000, size), "1.0 KiB");
    assert_string_equal(bytes_text(107520, size), "105 KiB");
    assert_string_equal(bytes_text(1023590, size), "1.0 MiB");
    assert_string_equal(bytes_text(5ull << 50, size), "5120 TiB");
    assert_string_equal(bytes_text_precise(1000, size), "1000 B");
    assert_string_equal(bytes_text_precise(1310720, size), "1.25 MiB");
}

TEST(words_of_a_shell_are_quoted_if_need_be)
{
    char quoted[16];
    assert_string_equal(shell_word("a/b-1.gz", quoted, sizeof quoted), "a/b-1.gz");
    assert_string_equal(shell_word("a b", quoted, sizeof quoted), "'a b'");
    assert_string_equal(shell_word("it's", quoted, sizeof quoted), "'it'\\''s'");
    assert_string_equal(shell_word("", quoted, sizeof quoted), "''");
    assert_string_equal(shell_word("too long for 16", quoted, sizeof quoted), "'too long f'");
}

RUN_TESTS(NULL, NULL)
