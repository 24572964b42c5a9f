/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* rxc-nothing: the program that rxc-calibrate starts to measure fork and exec; needs the C library only. */
int main(void)
{
    return 0;
}
