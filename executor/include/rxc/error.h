/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Errors are values. A function that can fail returns 0 or a negative errno, and where there is more to
 * say takes a struct rxc_error (may be NULL) that gets the code and one sentence for a person.
 */
#ifndef RXC_ERROR_H
#define RXC_ERROR_H

#define RXC_ERROR_TEXT_BYTES 512

struct rxc_error {
    int code; /* positive errno, 0: none */
    char text[RXC_ERROR_TEXT_BYTES];
};

/* Stores code (positive errno) and the formatted text in `error` unless it is NULL; returns -code. */
__attribute__((format(printf, 3, 4))) int rxc_error_set(struct rxc_error *error, int code, const char *format,
                                                        ...);

#endif
