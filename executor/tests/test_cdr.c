/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* CDR against bytes worked out by hand from the CDR rules, and against malformed input. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "messages.h"
#include "rxc/cdr.h"

static uint32_t seed = 12345;

static uint32_t next_random(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

static void check_bytes(const struct rxc_message_type *type, const void *message, const uint8_t *expected,
                        size_t size)
{
    uint8_t body[512];
    size_t written = 0;

    cr_assert_eq(rxc_cdr_body_size(type, message), size);
    cr_assert_eq(rxc_cdr_write_body(type, message, body, sizeof body, &written), 0);
    cr_assert_eq(written, size);
    cr_assert_arr_eq(body, expected, size);
    cr_assert_eq(rxc_cdr_write_body(type, message, body, size - 1, &written), -ENOSPC, "one byte too few");
}

Test(cdr, string_hi)
{
    struct std_msgs__msg__String message = {0};
    const uint8_t expected[] = {3, 0, 0, 0, 'h', 'i', 0};

    cr_assert_eq(rxc_string_assign(&message.data, "hi", 2), 0);
    check_bytes(&rxc_type_std_msgs__msg__String, &message, expected, sizeof expected);
    rxc_message_fini(&rxc_type_std_msgs__msg__String, &message);
}

Test(cdr, empty_string_keeps_its_nul)
{
    struct std_msgs__msg__String message = {0};
    const uint8_t expected[] = {1, 0, 0, 0, 0};

    check_bytes(&rxc_type_std_msgs__msg__String, &message, expected, sizeof expected);
}

Test(cdr, encapsulation)
{
    uint8_t header[4];
    bool swap = true;

    rxc_cdr_write_encapsulation(header);
    cr_assert_arr_eq(header, ((uint8_t[]){0, 1, 0, 0}), 4, "little endian on this machine");
    cr_assert_eq(rxc_cdr_read_encapsulation(header, 4, &swap), 0);
    cr_assert_not(swap);
    cr_assert_eq(rxc_cdr_read_encapsulation((uint8_t[]){0, 0, 0, 3}, 4, &swap), 0);
    cr_assert(swap);
    cr_assert_eq(rxc_cdr_read_encapsulation((uint8_t[]){0, 7, 0, 0}, 4, &swap), -EBADMSG, "XCDR2");
    cr_assert_eq(rxc_cdr_read_encapsulation(header, 3, &swap), -EBADMSG);
}

/* Header 0..., height after frame_id: the offsets follow from the alignment rule. */
Test(cdr, image_offsets)
{
    struct sensor_msgs__msg__Image image = {
        .header.stamp = {.sec = -2, .nanosec = 7}, .height = 2, .width = 1, .is_bigendian = 1, .step = 3};
    const uint8_t expected[] = {
        0xfe, 0xff, 0xff, 0xff, 7,   0,   0,   0,           /* 0 stamp */
        4,    0,    0,    0,    'c', 'a', 'm', 0,           /* 8 frame_id */
        2,    0,    0,    0,    1,   0,   0,   0,           /* 16 height, width */
        5,    0,    0,    0,    'b', 'g', 'r', '8', 0,      /* 24 encoding */
        1,    0,    0,    3,    0,   0,   0,                /* 33 is_bigendian, padding, 36 step */
        6,    0,    0,    0,    10,  20,  30,  40,  50, 60, /* 40 data */
    };

    cr_assert_eq(rxc_string_assign(&image.header.frame_id, "cam", 3), 0);
    cr_assert_eq(rxc_string_assign(&image.encoding, "bgr8", 4), 0);
    cr_assert_eq(rxc_sequence_resize(&image.data, 1, 6), 0);
    for (int i = 0; i < 6; i++)
        ((uint8_t *)image.data.data)[i] = (uint8_t)(10 * (i + 1));
    check_bytes(&rxc_type_sensor_msgs__msg__Image, &image, expected, sizeof expected);
    rxc_message_fini(&rxc_type_sensor_msgs__msg__Image, &image);
}

Test(cdr, twist_is_six_doubles)
{
    struct geometry_msgs__msg__Twist twist = {.linear = {1, 2, 3}, .angular = {4, 5, 6}};
    double expected[] = {1, 2, 3, 4, 5, 6};

    check_bytes(&rxc_type_geometry_msgs__msg__Twist, &twist, (const uint8_t *)expected, sizeof expected);
}

static void make_array(struct std_msgs__msg__UInt32MultiArray *array)
{
    const struct rxc_field *dim = &rxc_type_std_msgs__msg__MultiArrayLayout.fields[0];

    *array = (struct std_msgs__msg__UInt32MultiArray){.layout.data_offset = 9};
    cr_assert_eq(rxc_sequence_resize_field(dim, &array->layout.dim, 2), 0);
    struct std_msgs__msg__MultiArrayDimension *dims = array->layout.dim.data;
    cr_assert_eq(rxc_string_assign(&dims[0].label, "row", 3), 0);
    cr_assert_eq(rxc_string_assign(&dims[1].label, "c", 1), 0);
    dims[0].size = 1;
    dims[0].stride = 2;
    dims[1].size = 3;
    dims[1].stride = 4;
    cr_assert_eq(rxc_sequence_resize(&array->data, 4, 2), 0);
    ((uint32_t *)array->data.data)[0] = 0x01020304;
    ((uint32_t *)array->data.data)[1] = 0xffffffff;
}

static const uint8_t array_bytes[] = {
    2, 0, 0, 0,                                                      /* dim */
    4, 0, 0, 0, 'r', 'o', 'w', 0, 1, 0, 0, 0, 2,    0,    0,    0,   /* */
    2, 0, 0, 0, 'c', 0,   0,   0, 3, 0, 0, 0, 4,    0,    0,    0,   /* padding after the label */
    9, 0, 0, 0, 2,   0,   0,   0, 4, 3, 2, 1, 0xff, 0xff, 0xff, 0xff /* data_offset, data */
};

Test(cdr, nested_sequences)
{
    struct std_msgs__msg__UInt32MultiArray array, back = {0};
    const struct rxc_message_type *type = &rxc_type_std_msgs__msg__UInt32MultiArray;

    make_array(&array);
    check_bytes(type, &array, array_bytes, sizeof array_bytes);
    cr_assert_eq(rxc_cdr_read_body(type, array_bytes, sizeof array_bytes, false, &back), 0);
    check_bytes(type, &back, array_bytes, sizeof array_bytes);
    rxc_message_fini(type, &array);
    rxc_message_fini(type, &back);
}

Test(cdr, other_byte_order)
{
    struct std_msgs__msg__UInt32MultiArray array = {0};
    const struct rxc_message_type *type = &rxc_type_std_msgs__msg__UInt32MultiArray;
    const uint8_t big[] = {0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 1, 1, 2, 3, 4};

    cr_assert_eq(rxc_cdr_read_body(type, big, sizeof big, true, &array), 0);
    cr_assert_eq(array.layout.data_offset, 5);
    cr_assert_eq(array.data.size, 1);
    cr_assert_eq(((uint32_t *)array.data.data)[0], 0x01020304);
    rxc_message_fini(type, &array);
}

/* Every shorter body is refused, wherever it is cut, and so is a string without its NUL. */
Test(cdr, truncated)
{
    const struct rxc_message_type *type = &rxc_type_std_msgs__msg__UInt32MultiArray;
    struct std_msgs__msg__UInt32MultiArray array = {0};

    for (size_t size = 0; size < sizeof array_bytes; size++) {
        uint8_t *exact = malloc(size + 1); /* so that a sanitizer sees a byte too far */
        memcpy(exact, array_bytes, size);
        uint8_t *body = realloc(exact, size ? size : 1);
        cr_assert_eq(rxc_cdr_read_body(type, body, size, false, &array), -EBADMSG, "%zu bytes", size);
        free(body);
    }
    rxc_message_fini(type, &array);
    struct std_msgs__msg__String string = {0};
    const uint8_t open[] = {2, 0, 0, 0, 'h', 'i'};
    cr_assert_eq(rxc_cdr_read_body(&rxc_type_std_msgs__msg__String, open, sizeof open, false, &string),
                 -EBADMSG);
    const uint8_t none[] = {0, 0, 0, 0};
    cr_assert_eq(rxc_cdr_read_body(&rxc_type_std_msgs__msg__String, none, sizeof none, false, &string), 0,
                 "an empty string without NUL is tolerated");
    rxc_message_fini(&rxc_type_std_msgs__msg__String, &string);
}

/* A count that the body cannot hold must not be allocated. */
Test(cdr, huge_counts)
{
    struct std_msgs__msg__UInt32MultiArray array = {0};
    const struct rxc_message_type *type = &rxc_type_std_msgs__msg__UInt32MultiArray;
    const uint8_t many_dims[] = {0xff, 0xff, 0xff, 0x7f, 0, 0, 0, 0};
    const uint8_t many_words[] = {0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff};

    cr_assert_eq(rxc_cdr_read_body(type, many_dims, sizeof many_dims, false, &array), -EBADMSG);
    cr_assert_eq(rxc_cdr_read_body(type, many_words, sizeof many_words, false, &array), -EBADMSG);
    cr_assert_eq(array.layout.dim.capacity, 0);
    cr_assert_eq(array.data.capacity, 0);
    rxc_message_fini(type, &array);
}

/* Whatever the bytes are: no crash, and what is accepted is written back as an equal message. */
Test(cdr, mutated_bytes)
{
    const struct rxc_message_type *type = &rxc_type_std_msgs__msg__UInt32MultiArray;
    struct std_msgs__msg__UInt32MultiArray array = {0}, again = {0};
    unsigned accepted = 0;

    for (int round = 0; round < 20000; round++) {
        uint8_t bytes[sizeof array_bytes], out[1024];
        size_t written, size = next_random() % (sizeof bytes + 1);
        memcpy(bytes, array_bytes, sizeof bytes);
        for (uint32_t flips = next_random() % 4; flips > 0; flips--)
            bytes[next_random() % sizeof bytes] = (uint8_t)next_random();
        bool swap = next_random() % 8 == 0;
        if (round % 2)
            size = sizeof bytes;
        if (rxc_cdr_read_body(type, bytes, size, swap, &array))
            continue;
        accepted++;
        cr_assert_eq(rxc_cdr_write_body(type, &array, out, sizeof out, &written), 0);
        cr_assert_eq(rxc_cdr_read_body(type, out, written, false, &again), 0);
        cr_assert_eq(again.data.size, array.data.size);
    }
    cr_assert_gt(accepted, 100);
    rxc_message_fini(type, &array);
    rxc_message_fini(type, &again);
}

Test(cdr, copy_is_deep_and_reuses_buffers)
{
    const struct rxc_message_type *type = &rxc_type_std_msgs__msg__UInt32MultiArray;
    struct std_msgs__msg__UInt32MultiArray array, copy = {0};

    make_array(&array);
    cr_assert_eq(rxc_message_copy(type, &array, &copy), 0);
    void *buffer = copy.data.data;
    cr_assert_neq(buffer, array.data.data);
    cr_assert_eq(rxc_message_copy(type, &array, &copy), 0);
    cr_assert_eq(copy.data.data, buffer);
    rxc_message_fini(type, &array);
    check_bytes(type, &copy, array_bytes, sizeof array_bytes);
    rxc_message_fini(type, &copy);
    rxc_message_fini(type, &copy);
}

Test(cdr, shrinking_and_growing_keeps_nested_buffers)
{
    const struct rxc_field *dim = &rxc_type_std_msgs__msg__MultiArrayLayout.fields[0];
    struct std_msgs__msg__MultiArrayLayout layout = {0};

    cr_assert_eq(rxc_sequence_resize_field(dim, &layout.dim, 3), 0);
    struct std_msgs__msg__MultiArrayDimension *dims = layout.dim.data;
    cr_assert_eq(rxc_string_assign(&dims[2].label, "third", 5), 0);
    cr_assert_eq(rxc_sequence_resize_field(dim, &layout.dim, 1), 0);
    cr_assert_eq(rxc_sequence_resize_field(dim, &layout.dim, 3), 0);
    cr_assert_eq(rxc_sequence_resize_field(dim, &layout.dim, 9), 0);
    rxc_message_fini(&rxc_type_std_msgs__msg__MultiArrayLayout, &layout); /* a leak would be reported */
    cr_assert_null(layout.dim.data);
}

/* New elements are zero, whether the buffer is new, grown or reused. */
Test(cdr, new_elements_are_zero)
{
    struct rxc_sequence sequence = {0};

    cr_assert_eq(rxc_sequence_resize(&sequence, 4, 4), 0);
    memset(sequence.data, 0xff, 16);
    cr_assert_eq(rxc_sequence_resize(&sequence, 4, 1), 0);
    cr_assert_eq(rxc_sequence_resize(&sequence, 4, 8), 0);
    const uint32_t *words = sequence.data;
    cr_expect_eq(words[0], 0xffffffff);
    for (int i = 1; i < 8; i++)
        cr_expect_eq(words[i], 0, "element %d", i);
    memset(sequence.data, 0xff, 32);
    cr_assert_eq(rxc_sequence_resize(&sequence, 4, 2), 0);
    cr_assert_eq(rxc_sequence_resize(&sequence, 4, 6), 0);
    for (int i = 2; i < 6; i++)
        cr_expect_eq(((const uint32_t *)sequence.data)[i], 0, "element %d", i);
    free(sequence.data);
}

Test(cdr, registry)
{
    cr_assert_eq(rxc_find_message_type("sensor_msgs/msg/Image"), &rxc_type_sensor_msgs__msg__Image);
    cr_assert_null(rxc_find_message_type("sensor_msgs/msg/Imag"));
    const struct rxc_service_type *sort = rxc_find_service_type("sorter_msgs/srv/Sort");
    cr_assert_not_null(sort);
    cr_assert_eq(sort->request, &rxc_type_sorter_msgs__srv__Sort_Request);
    cr_assert_str_eq(sort->response->name, "sorter_msgs/srv/Sort_Response");
    cr_assert_null(rxc_find_service_type("sorter_msgs/srv/Nothing"));
}
