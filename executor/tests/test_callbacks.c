/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The software callbacks against values worked out by hand and published ones. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "messages.h"
#include "rxc/callback.h"

int sobel_prepare(const struct rxc_call *call);
int sobel_callback(const struct rxc_call *call);
int sort_callback(const struct rxc_call *call);
int sort_prepare(const struct rxc_call *call);
int digest_callback(const struct rxc_call *call);
int mnist_callback(const struct rxc_call *call);
int mnist_prepare(const struct rxc_call *call);

static int published;

static int publish(const struct rxc_call *call)
{
    (void)call;
    published++;
    return 0;
}

static void make_image(struct sensor_msgs__msg__Image *image, uint32_t width, uint32_t height)
{
    *image = (struct sensor_msgs__msg__Image){
        .height = height, .width = width, .step = 3 * width, .header.stamp = {1, 2}};
    cr_assert_eq(rxc_string_assign(&image->encoding, "bgr8", 4), 0);
    cr_assert_eq(rxc_string_assign(&image->header.frame_id, "cam", 3), 0);
    cr_assert_eq(rxc_sequence_resize(&image->data, 1, (size_t)3 * width * height), 0);
}

/*
 * 4 by 3 pixels; blue has a vertical edge of height 10 between columns 1 and 2: |Gx| = 40 at both inner
 * pixels. Green is 100 at the middle row's left end only: |Gx| = 200 at (1,1), 0 at (2,1). Red is 255 in the
 * lowest row: |Gy| = 1020, saturated.
 */
Test(callbacks, sobel_by_hand)
{
    struct sensor_msgs__msg__Image in, out = {0};
    const struct rxc_call call = {.input = &in, .output = &out, .publish = publish};

    make_image(&in, 4, 3);
    uint8_t *pixel = in.data.data;
    for (int y = 0; y < 3; y++)
        for (int x = 2; x < 4; x++)
            pixel[12 * y + 3 * x] = 10;
    pixel[12 * 1 + 0 + 1] = 100;
    for (int x = 0; x < 4; x++)
        pixel[12 * 2 + 3 * x + 2] = 255;
    cr_assert_eq(sobel_callback(&call), 0);
    const uint8_t expected[36] = {
        [12 + 3] = 40, [12 + 4] = 200, [12 + 5] = 255, [12 + 6] = 40, [12 + 8] = 255};
    cr_assert_eq(out.data.size, 36);
    cr_expect_arr_eq(out.data.data, expected, 36);
    cr_expect_eq(published, 1);
    cr_expect_eq(out.height, 3);
    cr_expect_eq(out.width, 4);
    cr_expect_eq(out.step, 12);
    cr_expect_eq(out.header.stamp.nanosec, 2);
    cr_expect_str_eq(out.encoding.data, "bgr8");
    cr_expect_str_eq(out.header.frame_id.data, "cam");
    rxc_message_fini(&rxc_type_sensor_msgs__msg__Image, &in);
    rxc_message_fini(&rxc_type_sensor_msgs__msg__Image, &out);
}

/* A smaller image after a larger one: pixels of the larger one must not show up in the border. */
Test(callbacks, sobel_of_another_size)
{
    struct sensor_msgs__msg__Image in, out = {0};
    const struct rxc_call call = {.input = &in, .output = &out, .publish = publish};

    make_image(&in, 8, 8);
    for (size_t i = 0; i < in.data.size; i++)
        ((uint8_t *)in.data.data)[i] = (uint8_t)(i * i * 31);
    cr_assert_eq(sobel_callback(&call), 0);
    in.width = in.height = 5;
    in.step = 15;
    in.data.size = 75;
    cr_assert_eq(sobel_callback(&call), 0);
    cr_assert_eq(out.data.size, 75);
    for (size_t i = 0; i < 75; i++)
        if (i / 15 % 4 == 0 || i % 15 < 3 || i % 15 >= 12)
            cr_expect_eq(((uint8_t *)out.data.data)[i], 0, "byte %zu", i);
    in.data.size = 192;
    rxc_message_fini(&rxc_type_sensor_msgs__msg__Image, &in);
    rxc_message_fini(&rxc_type_sensor_msgs__msg__Image, &out);
}

Test(callbacks, sobel_prepare_zeroes_and_refuses)
{
    struct sensor_msgs__msg__Image in, out = {0};
    const struct rxc_call call = {.input = &in, .output = &out, .publish = publish};

    make_image(&in, 640, 480);
    cr_assert_eq(sobel_prepare(&call), 0);
    cr_assert_eq(out.data.size, 921600);
    for (size_t i = 0; i < out.data.size; i++)
        cr_assert_eq(((uint8_t *)out.data.data)[i], 0);
    in.width = 641;
    cr_expect_eq(sobel_prepare(&call), ERANGE);
    in.width = 639;
    cr_expect_eq(sobel_prepare(&call), EBADMSG, "step does not fit");
    in.width = 640;
    in.data.size--;
    cr_expect_eq(sobel_prepare(&call), EBADMSG);
    in.data.size++;
    in.encoding.data[0] = 'r';
    cr_expect_eq(sobel_callback(&call), EINVAL);
    cr_expect_eq(published, 0);
    rxc_message_fini(&rxc_type_sensor_msgs__msg__Image, &in);
    rxc_message_fini(&rxc_type_sensor_msgs__msg__Image, &out);
}

Test(callbacks, sort)
{
    struct sorter_msgs__srv__Sort_Request in = {0};
    struct sorter_msgs__srv__Sort_Response out = {0};
    const struct rxc_call call = {.input = &in, .output = &out, .publish = publish};
    const uint32_t unsorted[] = {3, 0xffffffff, 0, 3, 0x80000000, 2};
    const uint32_t sorted[] = {0, 2, 3, 3, 0x80000000, 0xffffffff};

    cr_assert_eq(rxc_sequence_resize(&in.unsorted, 4, 6), 0);
    memcpy(in.unsorted.data, unsorted, sizeof unsorted);
    cr_assert_eq(sort_callback(&call), 0);
    cr_assert_eq(out.sorted.size, 6);
    cr_expect_arr_eq((uint32_t *)out.sorted.data, sorted, 6);
    in.unsorted.size = 0;
    cr_assert_eq(sort_callback(&call), 0);
    cr_expect_eq(out.sorted.size, 0);
    cr_assert_eq(rxc_sequence_resize(&in.unsorted, 4, 2049), 0);
    cr_expect_eq(sort_callback(&call), ERANGE);
    cr_expect_eq(published, 2);
    rxc_message_fini(&rxc_type_sorter_msgs__srv__Sort_Request, &in);
    rxc_message_fini(&rxc_type_sorter_msgs__srv__Sort_Response, &out);
}

/* Computed with Python's hashlib over bytes((131 * i + (i >> 8)) & 255 for i in range(1 << 20)). */
Test(callbacks, digest)
{
    struct std_msgs__msg__UInt32MultiArray out = {0};
    const struct rxc_call call = {.output = &out, .publish = publish};
    const uint32_t expected[] = {0xc5a21e51, 0xdf649a4d, 0xac048e94, 0x7d52ab11,
                                 0x64616932, 0x732d122c, 0x8fc75e59, 0x55f0b589};

    for (int i = 0; i < 2; i++) {
        cr_assert_eq(digest_callback(&call), 0);
        cr_assert_eq(out.data.size, 8);
        cr_expect_arr_eq((uint32_t *)out.data.data, expected, 8);
    }
    cr_expect_eq(published, 2);
    rxc_message_fini(&rxc_type_std_msgs__msg__UInt32MultiArray, &out);
}

/* A vertical stroke is a one, a ring is a zero: what any reader of digits must see. */
static void draw(uint8_t *picture, bool ring)
{
    for (int i = 0; i < 28 * 28; i++) {
        int x = i % 28 - 14, y = i / 28 - 14;
        int distance = x * x + y * y;
        bool ink = ring ? distance >= 49 && distance <= 90 : x >= -1 && x <= 1 && y >= -9 && y <= 9;

        picture[i] = ink ? 255 : 0;
    }
}

Test(callbacks, mnist)
{
    uint8_t picture[28 * 28];
    char encoding[] = "mono8";
    struct sensor_msgs__msg__Image in = {.height = 28, .width = 28, .step = 28};
    struct std_msgs__msg__UInt32 out = {.data = 99};
    const struct rxc_call call = {.input = &in, .output = &out, .publish = publish};

    in.encoding.data = encoding;
    in.encoding.size = 5;
    in.data.data = picture;
    in.data.size = sizeof picture;
    draw(picture, false);
    cr_assert_eq(mnist_callback(&call), 0);
    cr_expect_eq(out.data, 1, "%u", out.data);
    draw(picture, true);
    cr_assert_eq(mnist_callback(&call), 0);
    cr_expect_eq(out.data, 0, "%u", out.data);
    cr_expect_eq(published, 2);
    cr_expect_eq(mnist_prepare(&call), 0);
    in.height = 27;
    cr_expect_eq(mnist_callback(&call), ERANGE);
    in.height = 28;
    in.step = 32;
    cr_expect_eq(mnist_prepare(&call), EBADMSG);
    in.step = 28;
    in.data.size--;
    cr_expect_eq(mnist_callback(&call), EBADMSG);
    in.data.size++;
    encoding[4] = '9';
    cr_expect_eq(mnist_callback(&call), EINVAL);
    cr_expect_eq(published, 2);
}
