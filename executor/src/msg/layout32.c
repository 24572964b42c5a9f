/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Hardware threads know messages by the byte offsets that rosidl's structs have on 32-bit ARM. The compiler
 * checks them here wherever pointers have 32 bits.
 */
#include "messages.h"

#include <assert.h>

static_assert(sizeof(struct rxc_sequence) == 3 * sizeof(size_t), "a sequence is {data, size, capacity}");
static_assert(sizeof(struct rxc_string) == 3 * sizeof(size_t), "a string is {data, size, capacity}");

#if UINTPTR_MAX == 0xffffffffu
#define AT(type, member, bytes)                                                                              \
    static_assert(offsetof(struct type, member) == (bytes), #type "." #member " is at byte " #bytes)

AT(sensor_msgs__msg__Image, header.stamp.sec, 0);
AT(sensor_msgs__msg__Image, header.stamp.nanosec, 4);
AT(sensor_msgs__msg__Image, header.frame_id, 8);
AT(sensor_msgs__msg__Image, height, 20);
AT(sensor_msgs__msg__Image, width, 24);
AT(sensor_msgs__msg__Image, encoding, 28);
AT(sensor_msgs__msg__Image, is_bigendian, 40);
AT(sensor_msgs__msg__Image, step, 44);
AT(sensor_msgs__msg__Image, data.data, 48);
AT(sensor_msgs__msg__Image, data.size, 52);
AT(sensor_msgs__msg__Image, data.capacity, 56);
AT(sorter_msgs__srv__Sort_Request, unsorted.data, 0);
AT(sorter_msgs__srv__Sort_Response, sorted.data, 0);
#endif
