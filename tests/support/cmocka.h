/* SPDX-License-Identifier: MIT
 * cmocka, with the headers that it needs before it, and that of a function which its macro fail()
 * would hide. */
#ifndef SUPPORT_CMOCKA_H
#define SUPPORT_CMOCKA_H

#include "base/error.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
