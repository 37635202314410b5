// SPDX-License-Identifier: Apache-2.0
/* xe: structures and numbers of the kernel's xe_drm.h. */
#include "nokernel.h"

#include <errno.h>
#include <string.h>

enum {
  DEVICE_QUERY, GEM_CREATE, GEM_MMAP_OFFSET, VM_CREATE, VM_DESTROY, VM_BIND, EXEC_QUEUE_CREATE, EXEC_QUEUE_DESTROY,
  EXEC_QUEUE_GET_PROPERTY, EXEC, WAIT_USER_FENCE, OBSERVATION, MADVISE
};

enum { ENGINES, MEM_REGIONS, CONFIG, GT_LIST, HWCONFIG, GT_TOPOLOGY, ENGINE_CYCLES, UC_FW_VERSION, OA_UNITS, PXP_STATUS, EU_STALL };

struct query {
  uint64_t extensions;
  uint32_t query, size;
  uint64_t data, reserved[2];
};

struct engine {
  uint16_t class, instance, gt, pad;
  uint64_t reserved[3];
};

struct region {
  uint16_t class, instance;
  uint32_t page;
  uint64_t total, used, visible, visible_used, reserved[6];
};

struct gt {
  uint16_t type, tile, id, pad[3];
  uint32_t clock;
  uint64_t near, far;
  uint16_t major, minor, rev, pad2;
  uint64_t reserved[7];
};

/* A query without room is asked for its size. */
static int reply(struct query *asked, const void *data, size_t bytes) {
  if (asked->size == 0) {
    asked->size = (uint32_t)bytes;
  } else if (asked->size != bytes) {
    return -EINVAL;
  } else {
    give(asked->data, asked->size, data, bytes);
  }
  return 0;
}

static uint64_t vram(void) { return of_device("vram") << 30; }

static int engines(struct query *asked) {
  enum { RENDER, COPY, COMPUTE = 4 };
  struct {
    uint32_t count, pad;
    struct engine engine[3];
  } found = {3, 0, {{RENDER, 0, 0, 0, {0}}, {COPY, 0, 0, 0, {0}}, {COMPUTE, 0, 0, 0, {0}}}};
  return reply(asked, &found, sizeof found);
}

static int regions(struct query *asked) {
  uint64_t system = (uint64_t)16 << 30;
  struct {
    uint32_t count, pad;
    struct region region[2];
  } found = {vram() == 0 ? 1 : 2, 0, {{0, 0, 4096, system, 0, 0, 0, {0}}, {1, 1, 65536, vram(), 0, vram(), 0, {0}}}};
  return reply(asked, &found, sizeof found - (2 - found.count) * sizeof(struct region));
}

static int config(struct query *asked) {
  struct {
    uint32_t count, pad;
    uint64_t info[5];
  } found = {5, 0, {of_device("revision") << 16 | of_device("device"), vram() != 0, vram() == 0 ? 4096 : 65536, 48, 2}};
  return reply(asked, &found, sizeof found);
}

static int gts(struct query *asked) {
  struct {
    uint32_t count, pad;
    struct gt gt;
  } found = {1, 0, {0}};
  found.gt.clock = 19200000;
  found.gt.near = vram() == 0 ? 1 : 2;
  found.gt.far = vram() == 0 ? 0 : 1;
  found.gt.major = (uint16_t)of_device("gmd_major");
  found.gt.minor = (uint16_t)of_device("gmd_minor");
  found.gt.rev = (uint16_t)of_device("gmd_rev");
  return reply(asked, &found, sizeof found);
}

static int topology(struct query *asked) {
  enum { DSS_GEOMETRY = 1, DSS_COMPUTE, L3_BANK, EU_PER_DSS, SIMD16_EU_PER_DSS };
  struct mask {
    uint16_t gt, type;
    uint32_t bytes;
    uint8_t mask[8];
  } masks[4] = {{0, DSS_GEOMETRY, 8, {0}}, {0, DSS_COMPUTE, 8, {0}}, {0, L3_BANK, 8, {0}}, {0, EU_PER_DSS, 8, {0}}};
  uint64_t cores = (1ull << of_device("cores")) - 1, banks = (1ull << of_device("l3_banks")) - 1;
  uint64_t units = (1ull << of_device("units")) - 1;
  if (of_device("simd") == 16) {
    masks[3].type = SIMD16_EU_PER_DSS;
  }
  memcpy(masks[0].mask, &cores, sizeof cores);
  memcpy(masks[1].mask, &cores, sizeof cores);
  memcpy(masks[2].mask, &banks, sizeof banks);
  memcpy(masks[3].mask, &units, sizeof units);
  return reply(asked, masks, sizeof masks);
}

static int firmware(struct query *asked) {
  struct {
    uint16_t type, pad;
    uint32_t branch, major, minor, patch, pad2;
    uint64_t reserved;
  } found = {0, 0, 0, 1, 13, 0, 0, 0};
  return reply(asked, &found, sizeof found);
}

static int query(struct query *asked) {
  switch (asked->query) {
    case ENGINES:
      return engines(asked);
    case MEM_REGIONS:
      return regions(asked);
    case CONFIG:
      return config(asked);
    case GT_LIST:
      return gts(asked);
    case HWCONFIG: /* an empty table: the driver's own numbers stand */
      asked->size = 0;
      return 0;
    case GT_TOPOLOGY:
      return topology(asked);
    case UC_FW_VERSION:
      return firmware(asked);
    case ENGINE_CYCLES:
    case OA_UNITS:
    case PXP_STATUS:
    case EU_STALL: /* clocks, counters, protected content: none */
      return -ENODEV;
    default:
      return unknown("DRM_XE_DEVICE_QUERY", asked->query);
  }
}

static int answer(unsigned request, void *argument, size_t size) {
  uint32_t *words = argument;
  uint64_t *longs = argument;
  (void)size;
  switch (request) {
    case DEVICE_QUERY:
      return query(argument);
    case GEM_CREATE: /* extensions, bytes, placement, flags, vm, handle */
      words[7] = new_buffer(longs[1]);
      return words[7] == 0 ? -ENOMEM : 0;
    case GEM_MMAP_OFFSET: /* extensions, handle, flags, offset */
      longs[2] = offset_of(words[2]);
      return longs[2] == 0 ? -EINVAL : 0;
    case VM_CREATE: /* extensions, flags, vm */
      words[3] = new_id();
      return 0;
    case EXEC_QUEUE_CREATE: /* extensions, widths, vm, flags, queue */
      words[5] = new_id();
      return 0;
    case EXEC_QUEUE_GET_PROPERTY: /* extensions, queue, property, value: it is not banned */
      longs[2] = 0;
      return 0;
    case OBSERVATION:
      return -ENODEV;
    case VM_DESTROY:
    case VM_BIND:
    case EXEC_QUEUE_DESTROY:
    case EXEC:
    case WAIT_USER_FENCE:
    case MADVISE:
      return 0;
    default:
      return unknown("the request", request);
  }
}

const struct kernel xe = {"xe", {1, 1, 0}, true, answer};
