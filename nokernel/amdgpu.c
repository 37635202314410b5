// SPDX-License-Identifier: Apache-2.0
/* amdgpu: structures and numbers of the kernel's amdgpu_drm.h. */
#include "nokernel.h"

#include <errno.h>
#include <string.h>

enum {
  GEM_CREATE, GEM_MMAP, CTX, BO_LIST, CS, INFO, GEM_METADATA, GEM_WAIT_IDLE, GEM_VA, WAIT_CS,
  GEM_OP = 0x10, GEM_USERPTR, WAIT_FENCES, VM, FENCE_TO_HANDLE, SCHED
};

enum {
  ACCEL_WORKING = 0x00, HW_IP_INFO = 0x02, HW_IP_COUNT = 0x03, TIMESTAMP = 0x05, FW_VERSION = 0x0e, VRAM_USAGE = 0x10,
  GTT_USAGE = 0x11, GDS_CONFIG = 0x13, VRAM_GTT = 0x14, READ_MMR_REG = 0x15, DEV_INFO = 0x16, VIS_VRAM_USAGE = 0x17,
  MEMORY = 0x19, SENSOR = 0x1d, RAS_FEATURES = 0x20, VIDEO_CAPS = 0x21, MAX_IBS = 0x22, GPUVM_FAULT = 0x23
};

enum { IP_GFX, IP_COMPUTE, IP_DMA, GB_ADDR_CONFIG = 0x263e };

struct info {
  uint64_t pointer;
  uint32_t size, query, word[4];
};

struct hw_ip {
  uint32_t major, minor;
  uint64_t capabilities;
  uint32_t start_alignment, size_alignment, rings, discovery, user_slots;
};

struct device {
  uint32_t device_id, chip_rev, external_rev, pci_rev, family, shader_engines, arrays_per_engine, counter_khz;
  uint64_t engine_khz, memory_khz;
  uint32_t cus, cu_always_on, cu_bitmap[4][4], backend_mask, backends, contexts, pcie_gen;
  uint64_t flags, va_start, va_end;
  uint32_t va_alignment, fragment, gart_page, ce_ram, vram_type, vram_bits, vce_harvest, offchip;
  uint64_t ngg_addresses[4];
  uint32_t ngg_sizes[4], wave, vgprs, cus_per_array, tccs, gs_table, gs_primitives, gs_waves, pcie_lanes;
  uint32_t cu_always_on_bitmap[4][4];
  uint64_t high_start, high_end;
  uint32_t tile_steering, pad;
  uint64_t tcc_disabled, engine_min_khz, memory_min_khz;
  uint32_t tcp_bytes, sqcs_per_wgp, sqc_data_bytes, sqc_inst_bytes, gl1_bytes, gl2_bytes;
  uint64_t mall_bytes;
  uint32_t backend_mask_high, shadow_bytes, shadow_alignment, csa_bytes, csa_alignment, user_ips;
};

struct heap {
  uint64_t total, usable, used, largest;
};

static uint64_t vram(void) { return of_device("vram") << 30; }

static uint32_t discovery(void) {
  return (uint32_t)(of_device("gc_major") << 16 | of_device("gc_minor") << 8 | of_device("gc_rev"));
}

static struct hw_ip ip(uint32_t type) {
  uint32_t gc = (uint32_t)of_device("gc_major");
  struct hw_ip found = {0};
  if (type > IP_DMA) {
    return found; /* no video */
  }
  found.major = type == IP_DMA ? gc - 5 : gc;
  found.start_alignment = 32;
  found.size_alignment = 32;
  found.rings = 1;
  found.discovery = type == IP_DMA ? (gc - 5) << 16 : discovery();
  return found;
}

static struct device device(void) {
  struct device found = {0};
  uint32_t engines = (uint32_t)of_device("engines"), arrays = (uint32_t)of_device("arrays");
  uint32_t cus = (uint32_t)of_device("cus"), per_array = cus / (engines * arrays);
  found.device_id = (uint32_t)of_device("device");
  found.external_rev = (uint32_t)of_device("external_rev");
  found.pci_rev = (uint32_t)of_device("revision");
  found.family = (uint32_t)of_device("family");
  found.shader_engines = engines;
  found.arrays_per_engine = arrays;
  found.counter_khz = 100000;
  found.engine_khz = 2500000;
  found.memory_khz = 1250000;
  found.cus = cus;
  for (uint32_t engine = 0; engine < engines; engine++) {
    for (uint32_t array = 0; array < arrays; array++) {
      /* Engines from 4 on lie behind the arrays of the first four. */
      found.cu_bitmap[engine % 4][array + engine / 4 * 2] = (1u << per_array) - 1;
    }
  }
  found.backends = (uint32_t)of_device("backends");
  found.backend_mask = (uint32_t)((1ull << found.backends) - 1);
  found.contexts = 8;
  found.pcie_gen = 4;
  found.pcie_lanes = 16;
  found.flags = of_device("apu"); /* AMDGPU_IDS_FLAGS_FUSION */
  found.va_start = 0x200000;
  found.va_end = 0x800000000000;
  found.high_start = 0xffff800000000000;
  found.high_end = 0xffffffffffe00000;
  found.va_alignment = 4096;
  found.fragment = 2 << 20;
  found.gart_page = 4096;
  found.vram_type = found.flags ? 12 : 9; /* LPDDR5, GDDR6 */
  found.vram_bits = (uint32_t)of_device("vram_bits");
  found.wave = 32;
  found.vgprs = 1536;
  found.cus_per_array = per_array;
  found.tccs = (uint32_t)of_device("tccs");
  found.tcp_bytes = 32;
  found.sqcs_per_wgp = 1;
  found.sqc_data_bytes = 16;
  found.sqc_inst_bytes = 32;
  found.gl1_bytes = 256;
  found.gl2_bytes = (uint32_t)of_device("gl2");
  return found;
}

static int firmware(const struct info *asked) {
  uint32_t version[2] = {0x1000, 0x1000}; /* newer than each that a driver asks for */
  give(asked->pointer, asked->size, version, sizeof version);
  return 0;
}

static int registers(const struct info *asked) {
  if (asked->word[0] != GB_ADDR_CONFIG || asked->word[1] != 1) {
    return unknown("the register", asked->word[0]);
  }
  uint32_t value = (uint32_t)of_device("gb_addr_config");
  give(asked->pointer, asked->size, &value, sizeof value);
  return 0;
}

static int memory(const struct info *asked) {
  uint64_t system = (uint64_t)16 << 30;
  struct heap heaps[3] = {{vram(), vram(), 0, vram()}, {vram(), vram(), 0, vram()}, {system, system, 0, system}};
  give(asked->pointer, asked->size, heaps, sizeof heaps);
  return 0;
}

static int info(const struct info *asked) {
  uint32_t one = 1, count = asked->word[0] <= IP_DMA;
  uint64_t zeros[8] = {0}, sizes[3] = {vram(), vram(), (uint64_t)16 << 30};
  struct hw_ip found = ip(asked->word[0]);
  struct device whole;
  switch (asked->query) {
    case ACCEL_WORKING:
      give(asked->pointer, asked->size, &one, sizeof one);
      return 0;
    case HW_IP_INFO:
      give(asked->pointer, asked->size, &found, sizeof found);
      return 0;
    case HW_IP_COUNT:
      give(asked->pointer, asked->size, &count, sizeof count);
      return 0;
    case FW_VERSION:
      return firmware(asked);
    case VRAM_GTT:
      give(asked->pointer, asked->size, sizes, sizeof sizes);
      return 0;
    case READ_MMR_REG:
      return registers(asked);
    case DEV_INFO:
      whole = device();
      give(asked->pointer, asked->size, &whole, sizeof whole);
      return 0;
    case MEMORY:
      return memory(asked);
    case VRAM_USAGE:
    case GTT_USAGE:
    case VIS_VRAM_USAGE:
    case TIMESTAMP:
    case RAS_FEATURES:
    case GPUVM_FAULT:
    case GDS_CONFIG:
      give(asked->pointer, asked->size, zeros, sizeof zeros);
      return 0;
    case MAX_IBS: {
      uint32_t ibs[16];
      for (int i = 0; i < 16; i++) {
        ibs[i] = 192;
      }
      give(asked->pointer, asked->size, ibs, sizeof ibs);
      return 0;
    }
    case VIDEO_CAPS:
      memset((void *)(uintptr_t)asked->pointer, 0, asked->size);
      return 0;
    case SENSOR:
      return -EOPNOTSUPP;
    default:
      return unknown("DRM_AMDGPU_INFO", asked->query);
  }
}

static int answer(unsigned request, void *argument, size_t size) {
  uint32_t *words = argument;
  uint64_t *longs = argument;
  switch (request) {
    case INFO:
      return info(argument);
    case GEM_CREATE:
      words[0] = new_buffer(longs[0]);
      words[1] = 0;
      return words[0] == 0 ? -ENOMEM : 0;
    case GEM_USERPTR: /* address, bytes, flags, handle */
      words[5] = new_buffer(longs[1]);
      return words[5] == 0 ? -ENOMEM : 0;
    case GEM_MMAP:
      longs[0] = offset_of(words[0]);
      return longs[0] == 0 ? -EINVAL : 0;
    case CTX: /* the first number is what to do: 1 makes one, else nothing happened to it */
      if (words[0] == 1) {
        memset(argument, 0, size);
        words[0] = new_id();
      } else {
        memset(argument, 0, size);
      }
      return 0;
    case BO_LIST:
    case CS:
      memset(argument, 0, size);
      words[0] = new_id();
      return 0;
    case WAIT_CS:
    case WAIT_FENCES: /* done */
      memset(argument, 0, size);
      words[0] = request == WAIT_FENCES;
      return 0;
    case GEM_WAIT_IDLE:
      memset(argument, 0, size);
      return 0;
    case GEM_VA:
    case GEM_METADATA:
    case VM:
    case SCHED:
      return 0;
    default:
      return unknown("the request", request);
  }
}

const struct kernel amdgpu = {"amdgpu", {3, 61, 0}, true, answer};
