/* SPDX-License-Identifier: MIT
 * What a header is to be. */
#ifndef EXPORT_REQUEST_H
#define EXPORT_REQUEST_H

#include "scheme.h"

enum language { LANGUAGE_UNKNOWN, LANGUAGE_C, LANGUAGE_CPP };
enum tables { TABLES_INIT, TABLES_CONST }; /* filled by init(), or finished */

struct export_request {
    const struct scheme *scheme;
    enum language language;
    const char *prefix;
    enum tables tables;
    bool force; /* finished tables of any size */
};

#endif
