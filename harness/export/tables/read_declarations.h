/* SPDX-License-Identifier: MIT
 * Reads declarations as far as schemes use them: scalars, enums, structs, unions, arrays and
 * pointers to named types. Function bodies are skipped. */
#ifndef READ_DECLARATIONS_H
#define READ_DECLARATIONS_H

#include "export/tables/declarations.h"

/* Returns the declarations of a source, which point into it, to be freed; NULL if out of memory. An
 * object whose type cannot be read has the type NULL. */
struct declarations *declarations_read(const char *source);
void declarations_free(struct declarations *declarations);

#endif
