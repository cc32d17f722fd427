/* SPDX-License-Identifier: MIT */
#include "export/prefix.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Of C11 and C++20, except those that begin with an underscore, and names that compilers define or
 * that are not for programs. */
static const char keywords[] =
    " "
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t "
    "char32_t char8_t class co_await co_return co_yield compl concept const const_cast "
    "consteval constexpr constinit continue decltype default delete do double dynamic_cast "
    "else enum explicit export extern false float for friend goto if inline int long mutable "
    "namespace new noexcept not not_eq nullptr operator or or_eq private protected public "
    "register reinterpret_cast requires restrict return short signed sizeof static "
    "static_assert static_cast struct switch template this thread_local throw true try "
    "typedef typeid typename union unsigned using virtual void volatile wchar_t while xor "
    "xor_eq std linux unix ";

static bool is_keyword(const char *word)
{
    char padded[32];
    int length = snprintf(padded, sizeof padded, " %s ", word);
    return length < (int)sizeof padded && strstr(keywords, padded);
}

bool prefix_is_valid(const char *prefix)
{
    for (const char *c = prefix; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            return false;
    return isalpha((unsigned char)*prefix) && !is_keyword(prefix);
}
