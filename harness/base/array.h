/* SPDX-License-Identifier: MIT */
#ifndef ARRAY_H
#define ARRAY_H

/* The number of elements of an array. */
#define COUNT(array) (sizeof(array) / sizeof *(array))

#endif
