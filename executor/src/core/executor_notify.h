/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#ifndef RXC_EXECUTOR_NOTIFY_H
#define RXC_EXECUTOR_NOTIFY_H

struct rxc_executor_callback;

/* Something arrived for the callback: any thread, takes only the executor's own lock for a moment. */
void rxc_executor_notify(struct rxc_executor_callback *callback);

#endif
