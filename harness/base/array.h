/* SPDX-License-Identifier: MIT */
#ifndef ARRAY_H
#define ARRAY_H

/* The number of elements of an array. */
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Prints into an array of char, and cuts off what does not fit. */
#define SET_TEXT(array, ...) snprintf(array, sizeof(array), __VA_ARGS__)

#endif
