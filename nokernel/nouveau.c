// SPDX-License-Identifier: Apache-2.0
/* nouveau: structures and numbers of the kernel's nouveau_drm.h and of its nvif headers. */
#include "nokernel.h"

#include <errno.h>
#include <string.h>

enum {
  GETPARAM, SETPARAM, CHANNEL_ALLOC, CHANNEL_FREE, NVIF = 0x07, VM_INIT = 0x10, VM_BIND, EXEC, GET_ZCULL_INFO,
  GEM_NEW = 0x40, GEM_PUSHBUF, GEM_CPU_PREP, GEM_CPU_FINI, GEM_INFO
};

static uint64_t vram(void) { return of_device("vram") << 30; }

static int parameter(uint64_t *asked) {
  enum {
    PCI_VENDOR = 3, PCI_DEVICE, BUS_TYPE, FB_SIZE = 8, AGP_SIZE, CHIPSET_ID = 11, VM_VRAM_BASE, GRAPH_UNITS, PTIMER_TIME,
    HAS_BO_USAGE, HAS_PAGEFLIP, EXEC_PUSH_MAX, VRAM_BAR_SIZE, VRAM_USED, HAS_VMA_TILEMODE
  };
  switch (asked[0]) {
    case PCI_VENDOR:
      asked[1] = of_device("vendor");
      return 0;
    case PCI_DEVICE:
      asked[1] = of_device("device");
      return 0;
    case BUS_TYPE:
      asked[1] = 2; /* PCI Express */
      return 0;
    case FB_SIZE:
    case VRAM_BAR_SIZE:
      asked[1] = vram();
      return 0;
    case AGP_SIZE:
      asked[1] = (uint64_t)16 << 30;
      return 0;
    case CHIPSET_ID:
      asked[1] = of_device("chipset");
      return 0;
    case GRAPH_UNITS: /* GPCs, TPCs */
      asked[1] = of_device("gpcs") | of_device("tpcs") << 8;
      return 0;
    case PTIMER_TIME:
    case VM_VRAM_BASE:
    case VRAM_USED:
      asked[1] = 0;
      return 0;
    case HAS_BO_USAGE:
    case HAS_PAGEFLIP:
    case HAS_VMA_TILEMODE:
      asked[1] = 1;
      return 0;
    case EXEC_PUSH_MAX:
      asked[1] = 510;
      return 0;
    default:
      return unknown("the parameter", asked[0]);
  }
}

/* A request of nvif: version, type, owner and the like, then the request's own structure. */
struct nvif {
  uint8_t version, type, pad[4], owner, route;
  uint64_t token, object;
  uint8_t data[];
};

struct nvif_method {
  uint8_t version, method, pad[6];
  uint8_t data[];
};

struct nvif_device_info {
  uint8_t version, platform;
  uint16_t chipset;
  uint8_t revision, family, pad[2];
  uint64_t ram_size, ram_user;
  char chip[16], name[64];
};

struct nvif_sclass {
  uint8_t version, count, pad[6];
  struct {
    int32_t oclass;
    int16_t minimum, maximum;
  } classes[];
};

static int device_info(struct nvif_device_info *found, size_t room) {
  if (room < sizeof *found) {
    return -EINVAL;
  }
  memset(found, 0, sizeof *found);
  found->platform = 3; /* PCI Express */
  found->chipset = (uint16_t)of_device("chipset");
  found->revision = 0xa1;
  found->family = (uint8_t)of_device("family");
  found->ram_size = found->ram_user = vram();
  strcpy(found->chip, "GPU");
  strcpy(found->name, "GPU");
  return 0;
}

/* The classes of a channel's engines, as NVIDIA's open headers number them. */
static int classes(struct nvif_sclass *asked, size_t room) {
  int32_t all[] = {(int32_t)of_device("m2mf"), (int32_t)of_device("copy"), (int32_t)of_device("twod"),
                   (int32_t)of_device("threed"), (int32_t)of_device("compute")};
  uint8_t count = sizeof all / sizeof *all, wanted = asked->count;
  if (room < sizeof *asked + wanted * sizeof *asked->classes) {
    return -EINVAL;
  }
  asked->count = count;
  for (uint8_t i = 0; i < count && i < wanted; i++) {
    asked->classes[i].oclass = all[i];
    asked->classes[i].minimum = asked->classes[i].maximum = -1;
  }
  return 0;
}

static int nvif(struct nvif *asked, size_t size) {
  enum { NOP, SCLASS, NEW, DEL, MTHD };
  size_t room = size - sizeof *asked;
  switch (asked->type) {
    case NOP:
    case NEW:
    case DEL:
      return 0;
    case SCLASS:
      return classes((struct nvif_sclass *)asked->data, room);
    case MTHD: {
      struct nvif_method *method = (struct nvif_method *)asked->data;
      return method->method == 0 ? device_info((struct nvif_device_info *)method->data, room - sizeof *method)
                                 : unknown("the method", method->method);
    }
    default:
      return unknown("the nvif request", asked->type);
  }
}

struct gem_info {
  uint32_t handle, domain;
  uint64_t size, offset, map;
  uint32_t tile_mode, tile_flags;
};

static int gem_new(struct gem_info *asked) {
  asked->handle = new_buffer(asked->size);
  asked->offset = asked->map = offset_of(asked->handle);
  return asked->handle == 0 ? -ENOMEM : 0;
}

static int gem_info(struct gem_info *asked) {
  asked->size = bytes_of(asked->handle);
  asked->offset = asked->map = offset_of(asked->handle);
  asked->domain = 2; /* video memory */
  return asked->size == 0 ? -EINVAL : 0;
}

static int answer(unsigned request, void *argument, size_t size) {
  switch (request) {
    case GETPARAM:
      return parameter(argument);
    case NVIF:
      return nvif(argument, size);
    case CHANNEL_ALLOC: /* two handles, then the channel */
      ((uint32_t *)argument)[2] = new_id();
      return 0;
    case GEM_NEW:
      return gem_new(argument);
    case GEM_INFO:
      return gem_info(argument);
    case GET_ZCULL_INFO:
      return -EOPNOTSUPP;
    case CHANNEL_FREE:
    case VM_INIT:
    case VM_BIND:
    case EXEC:
    case GEM_CPU_PREP:
    case GEM_CPU_FINI:
      return 0;
    default:
      return unknown("the request", request);
  }
}

const struct kernel nouveau = {"nouveau", {1, 4, 0}, true, answer};
