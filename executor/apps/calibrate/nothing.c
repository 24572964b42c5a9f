/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* rxc-nothing: the program that rxc-calibrate starts to measure fork and exec; has no shared library. */
int main(void)
{
    return 0;
}
