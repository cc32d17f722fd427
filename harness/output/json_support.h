/* SPDX-License-Identifier: MIT */
#ifndef JSON_SUPPORT_H
#define JSON_SUPPORT_H

#include "base/error.h"

/* Fails with STATUS_ENVIRONMENT if this build cannot write JSON. */
bool json_supported(struct error *error);

#endif
