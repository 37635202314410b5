// SPDX-License-Identifier: Apache-2.0
/* msm: structures and numbers of the kernel's msm_drm.h. */
#include "nokernel.h"

#include <errno.h>

enum {
  GET_PARAM, SET_PARAM, GEM_NEW, GEM_INFO, GEM_CPU_PREP, GEM_CPU_FINI, GEM_SUBMIT, WAIT_FENCE, GEM_MADVISE,
  SUBMITQUEUE_NEW = 0x0a, SUBMITQUEUE_CLOSE, SUBMITQUEUE_QUERY, VM_BIND
};

/* Addresses of buffers, where the driver lets the kernel choose them. */
#define ADDRESSES 0x100000000ull

struct param {
  uint32_t pipe, param;
  uint64_t value;
  uint32_t length, pad;
};

static int parameter(struct param *asked) {
  enum {
    GPU_ID = 1, GMEM_SIZE, CHIP_ID, MAX_FREQ, TIMESTAMP, GMEM_BASE, PRIORITIES, PP_PGTABLE, FAULTS, SUSPENDS,
    VA_START = 0x0e, VA_SIZE, HIGHEST_BANK_BIT, RAYTRACING, UBWC_SWIZZLE, MACROTILE_MODE, UCHE_TRAP_BASE, HAS_PRR,
    AQE = 0x17
  };
  switch (asked->param) {
    case GPU_ID: /* from the seventh generation on the chip's id tells it */
    case TIMESTAMP:
    case PP_PGTABLE:
    case FAULTS:
    case SUSPENDS:
    case GMEM_BASE:
      asked->value = 0;
      return 0;
    case CHIP_ID:
      asked->value = of_device("chip");
      return 0;
    case GMEM_SIZE:
      asked->value = of_device("gmem") << 10;
      return 0;
    case MAX_FREQ:
      asked->value = 680000000;
      return 0;
    case PRIORITIES:
      asked->value = 3;
      return 0;
    case VA_START:
      asked->value = ADDRESSES;
      return 0;
    case VA_SIZE:
      asked->value = (1ull << 48) - ADDRESSES;
      return 0;
    case HIGHEST_BANK_BIT:
      asked->value = 16;
      return 0;
    case UBWC_SWIZZLE:
      asked->value = 6;
      return 0;
    case MACROTILE_MODE:
    case RAYTRACING:
    case HAS_PRR:
    case AQE:
      asked->value = 1;
      return 0;
    case UCHE_TRAP_BASE:
      asked->value = 0x1fffffffff000ull;
      return 0;
    default:
      return unknown("the parameter", asked->param);
  }
}

static int gem_info(uint32_t *words) {
  enum { GET_OFFSET, GET_IOVA, SET_NAME, GET_NAME, SET_IOVA, GET_FLAGS, SET_METADATA, GET_METADATA };
  uint64_t *value = (uint64_t *)(words + 2); /* behind the handle and the question */
  switch (words[1]) {
    case GET_OFFSET:
      *value = offset_of(words[0]);
      return *value == 0 ? -EINVAL : 0;
    case GET_IOVA:
      *value = ADDRESSES + offset_of(words[0]);
      return 0;
    case GET_FLAGS:
      *value = 0;
      return 0;
    case SET_NAME:
    case SET_IOVA:
    case SET_METADATA:
      return 0;
    default:
      return unknown("DRM_MSM_GEM_INFO", words[1]);
  }
}

static int answer(unsigned request, void *argument, size_t size) {
  uint32_t *words = argument;
  (void)size;
  switch (request) {
    case GET_PARAM:
      return parameter(argument);
    case GEM_NEW: /* bytes, flags, handle */
      words[3] = new_buffer(*(uint64_t *)argument);
      return words[3] == 0 ? -ENOMEM : 0;
    case GEM_INFO:
      return gem_info(argument);
    case SUBMITQUEUE_NEW: /* flags, priority, id */
      words[2] = new_id();
      return 0;
    case SET_PARAM:
    case GEM_CPU_PREP:
    case GEM_CPU_FINI:
    case GEM_SUBMIT:
    case WAIT_FENCE:
    case GEM_MADVISE:
    case SUBMITQUEUE_CLOSE:
    case SUBMITQUEUE_QUERY:
    case VM_BIND:
      return 0;
    default:
      return unknown("the request", request);
  }
}

const struct kernel msm = {"msm", {1, 14, 0}, false, answer};
