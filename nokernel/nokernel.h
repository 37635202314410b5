// SPDX-License-Identifier: Apache-2.0
/* What the parts of nokernel share. */
#ifndef NOKERNEL_H
#define NOKERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* DRM requests from here on are the driver's own: DRM_COMMAND_BASE of the kernel's drm.h. */
#define COMMAND_BASE 0x40

/* A kernel driver: what it says of itself, and what answers its own requests. */
struct kernel {
  const char *name;
  int version[3];
  bool pci; /* else a platform device */
  /* 0 or a negative errno; the request is counted from COMMAND_BASE, the size is the argument's. */
  int (*answer)(unsigned request, void *argument, size_t size);
};

extern const struct kernel amdgpu, nouveau, xe, msm;

/* A number of the device in NOKERNEL (decimal or 0x...); 0 where it has none. */
uint64_t of_device(const char *key);

/* Memory: handles are 1 and up, 0 where there is none left. */
uint32_t new_buffer(uint64_t bytes);
uint64_t offset_of(uint32_t handle);
uint64_t bytes_of(uint32_t handle);

/* A number that no other such call returned. */
uint32_t new_id(void);

/* Says once that a driver asks for something that nobody here knows; returns -EINVAL. */
int unknown(const char *what, uint64_t number);

/* Copies an answer into what the driver has room for. */
void give(uint64_t pointer, size_t room, const void *answer, size_t bytes);

#endif
