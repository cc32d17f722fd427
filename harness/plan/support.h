/* SPDX-License-Identifier: MIT */
#ifndef SUPPORT_H
#define SUPPORT_H

#include "scheme.h"

/* Returns NULL if the scheme runs on this CPU, else the reason why not, such as "needs bmi2". The
 * text is static and valid until the next call. */
const char *scheme_unsupported(const struct scheme *scheme);

#endif
