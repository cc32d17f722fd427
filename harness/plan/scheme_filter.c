/* SPDX-License-Identifier: MIT */
#include "plan/scheme_filter.h"
#include "plan/support.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

static size_t count(const char *text, char c)
{
    size_t n = 0;
    while ((text = strchr(text, c)))
        n++, text++;
    return n;
}

bool scheme_filter_parse(const char *text, bool **wanted, struct error *error)
{
    /* With more, regcomp() may take hours or overflow the stack. */
    enum { MAX_GROUPS = 50, MAX_REPEATS = 1 };
    if (count(text, '(') > MAX_GROUPS || count(text, '{') > MAX_REPEATS)
        return fail(error, STATUS_USAGE,
                    "--schemes: more than %d '(' or %d '{', expected a simpler expression",
                    MAX_GROUPS, MAX_REPEATS);
    regex_t regex;
    int rc = regcomp(&regex, text, REG_EXTENDED | REG_NOSUB);
    if (rc) {
        char why[100];
        regerror(rc, &regex, why, sizeof why);
        return fail(error, rc == REG_ESPACE ? STATUS_ENVIRONMENT : STATUS_USAGE,
                    "--schemes: '%s' is not a regular expression: %s", text, why);
    }
    size_t n = scheme_count();
    bool some = false;
    *wanted = calloc(n + 1, sizeof **wanted);
    for (size_t i = 0; *wanted && i < n && rc != REG_ESPACE; i++) {
        rc = regexec(&regex, schemes[i]->name, 0, NULL, 0);
        (*wanted)[i] = rc == 0;
        some = some || rc == 0;
    }
    regfree(&regex);
    if (!*wanted || rc == REG_ESPACE)
        return fail(error, STATUS_ENVIRONMENT, "no memory for the options");
    return some ||
           fail(error, STATUS_USAGE,
                "--schemes: no scheme matches '%s'; `slidebench list` prints their names", text);
}
