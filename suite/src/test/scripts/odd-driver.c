// SPDX-License-Identifier: Apache-2.0
//
// A Vulkan layer that makes a driver answer oddly. ODD_DRIVER says how: where it is asked for its rows by
// vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR, incomplete (VK_INCOMPLETE for ever), many (a count of 2^32 - 1), crash,
// hang; mapnull (vkMapMemory gives VK_SUCCESS and NULL); module: the one in the file ODD_CRASHES crashes where a shader
// module is made of it, and that in ODD_HANGS hangs. stained: constants of four bytes are those of the first pipeline that
// had such, for as long as the process lasts. ODD_PORTABILITY=1: a device that lacks something of
// Vulkan, and refuses to be opened without VK_KHR_portability_subset, which the layer's file names.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

// The headers of Debian 12 do not have it.
typedef VkResult(VKAPI_PTR *rows_command)(VkPhysicalDevice, uint32_t *, void *);

static PFN_vkGetInstanceProcAddr next;
static PFN_GetPhysicalDeviceProcAddr next_physical;
static PFN_vkGetDeviceProcAddr next_device;
static VkInstance last;

static VKAPI_ATTR VkResult VKAPI_CALL rows(VkPhysicalDevice device, uint32_t *count, void *structures)
{
    const char *how = getenv("ODD_DRIVER");
    if (!strcmp(how, "crash"))
        abort();
    if (!strcmp(how, "hang"))
        for (;;)
            sleep(1000);
    VkResult result = ((rows_command)next(last, "vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR"))(device, count,
                                                                                                        structures);
    if (!strcmp(how, "incomplete"))
        return VK_INCOMPLETE;
    if (!strcmp(how, "many"))
        *count = UINT32_MAX;
    return result;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL command(VkInstance instance, const char *name);

static VKAPI_ATTR VkResult VKAPI_CALL create(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator,
                                             VkInstance *instance)
{
    VkLayerInstanceCreateInfo *chain = (VkLayerInstanceCreateInfo *)info->pNext;
    while (chain->sType != VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO || chain->function != VK_LAYER_LINK_INFO)
        chain = (VkLayerInstanceCreateInfo *)chain->pNext;
    next = chain->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    next_physical = chain->u.pLayerInfo->pfnNextGetPhysicalDeviceProcAddr;
    chain->u.pLayerInfo = chain->u.pLayerInfo->pNext;
    VkResult result = ((PFN_vkCreateInstance)next(NULL, "vkCreateInstance"))(info, allocator, instance);
    last = *instance;
    return result;
}

// VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PORTABILITY_SUBSET_FEATURES_KHR, which stands in a header of its own.
enum { PORTABILITY_FEATURES = 1000163000 };

static const char SUBSET[] = "VK_KHR_portability_subset";

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL device_command(VkDevice device, const char *name);

// What the driver below does not know is taken out: the extension and its structure of features.
static VkResult without_subset(PFN_vkCreateDevice create, VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                               const VkAllocationCallbacks *allocator, VkDevice *device)
{
    const char *names[256];
    uint32_t count = 0;
    for (uint32_t i = 0; i < info->enabledExtensionCount && i < 256; i++)
        if (strcmp(info->ppEnabledExtensionNames[i], SUBSET))
            names[count++] = info->ppEnabledExtensionNames[i];
    if (count == info->enabledExtensionCount)
        return VK_ERROR_INITIALIZATION_FAILED;
    VkDeviceCreateInfo own = *info;
    own.enabledExtensionCount = count;
    own.ppEnabledExtensionNames = names;
    for (VkBaseOutStructure *at = (VkBaseOutStructure *)&own; at->pNext; at = at->pNext)
        if ((int)at->pNext->sType == PORTABILITY_FEATURES) {
            at->pNext = at->pNext->pNext;
            break;
        }
    return create(physical, &own, allocator, device);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                                    const VkAllocationCallbacks *allocator, VkDevice *device)
{
    VkLayerDeviceCreateInfo *chain = (VkLayerDeviceCreateInfo *)info->pNext;
    while (chain->sType != VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO || chain->function != VK_LAYER_LINK_INFO)
        chain = (VkLayerDeviceCreateInfo *)chain->pNext;
    PFN_vkGetInstanceProcAddr below = chain->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    next_device = chain->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    chain->u.pLayerInfo = chain->u.pLayerInfo->pNext;
    PFN_vkCreateDevice create = (PFN_vkCreateDevice)below(last, "vkCreateDevice");
    return getenv("ODD_PORTABILITY") ? without_subset(create, physical, info, allocator, device)
                            : create(physical, info, allocator, device);
}

static VKAPI_ATTR VkResult VKAPI_CALL map(VkDevice device, VkDeviceMemory memory, VkDeviceSize offset, VkDeviceSize size,
                                          VkMemoryMapFlags flags, void **data)
{
    VkResult result = ((PFN_vkMapMemory)next_device(device, "vkMapMemory"))(device, memory, offset, size, flags, data);
    if (!strcmp(getenv("ODD_DRIVER"), "mapnull"))
        *data = NULL;
    return result;
}

// Whether a module is what the file has that a variable names.
static int is(const char *variable, const VkShaderModuleCreateInfo *info)
{
    const char *path = getenv(variable);
    FILE *file = path ? fopen(path, "rb") : NULL;
    if (!file)
        return 0;
    char *bytes = malloc(info->codeSize + 1);
    int same = fread(bytes, 1, info->codeSize + 1, file) == info->codeSize && !memcmp(bytes, info->pCode, info->codeSize);
    free(bytes);
    fclose(file);
    return same;
}

static VKAPI_ATTR VkResult VKAPI_CALL module(VkDevice device, const VkShaderModuleCreateInfo *info,
                                             const VkAllocationCallbacks *allocator, VkShaderModule *made)
{
    if (is("ODD_CRASHES", info))
        abort();
    while (is("ODD_HANGS", info))
        sleep(1000);
    return ((PFN_vkCreateShaderModule)next_device(device, "vkCreateShaderModule"))(device, info, allocator, made);
}

static VKAPI_ATTR VkResult VKAPI_CALL pipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                                                const VkComputePipelineCreateInfo *infos,
                                                const VkAllocationCallbacks *allocator, VkPipeline *made)
{
    static uint8_t first[4];
    static int stained;
    VkComputePipelineCreateInfo own = *infos;
    VkSpecializationInfo constants = {0};
    VkSpecializationMapEntry entry = {0, 0, sizeof first};
    if (count == 1 && own.stage.pSpecializationInfo)
        constants = *own.stage.pSpecializationInfo;
    const char *how = getenv("ODD_DRIVER");
    if (how && !strcmp(how, "stained") && constants.mapEntryCount == 1 && constants.pMapEntries->size == sizeof first) {
        if (!stained)
            memcpy(first, (const uint8_t *)constants.pData + constants.pMapEntries->offset, sizeof first);
        stained = 1;
        entry.constantID = constants.pMapEntries->constantID;
        constants = (VkSpecializationInfo){1, &entry, sizeof first, first};
        own.stage.pSpecializationInfo = &constants;
        infos = &own;
    }
    return ((PFN_vkCreateComputePipelines)next_device(device, "vkCreateComputePipelines"))(device, cache, count, infos,
                                                                                          allocator, made);
}

static PFN_vkVoidFunction own(const char *name)
{
    if (!strcmp(name, "vkCreateDevice"))
        return (PFN_vkVoidFunction)create_device;
    if (!strcmp(name, "vkGetDeviceProcAddr"))
        return (PFN_vkVoidFunction)device_command;
    if (!strcmp(name, "vkMapMemory"))
        return (PFN_vkVoidFunction)map;
    if (!strcmp(name, "vkCreateShaderModule"))
        return (PFN_vkVoidFunction)module;
    if (!strcmp(name, "vkCreateComputePipelines"))
        return (PFN_vkVoidFunction)pipelines;
    if (!strcmp(name, "vkGetInstanceProcAddr"))
        return (PFN_vkVoidFunction)command;
    if (!strcmp(name, "vkCreateInstance"))
        return (PFN_vkVoidFunction)create;
    if (!strcmp(name, "vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR"))
        return (PFN_vkVoidFunction)rows;
    return NULL;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL command(VkInstance instance, const char *name)
{
    PFN_vkVoidFunction mine = own(name);
    return mine ? mine : next ? next(instance, name) : NULL;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL device_command(VkDevice device, const char *name)
{
    if (!strcmp(name, "vkGetDeviceProcAddr") || !strcmp(name, "vkMapMemory") || !strcmp(name, "vkCreateShaderModule")
        || !strcmp(name, "vkCreateComputePipelines"))
        return own(name);
    return next_device ? next_device(device, name) : NULL;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL physical(VkInstance instance, const char *name)
{
    if (!strcmp(name, "vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR"))
        return own(name);
    return next_physical ? next_physical(instance, name) : NULL;
}

VKAPI_ATTR VkResult VKAPI_CALL vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *interface)
{
    interface->loaderLayerInterfaceVersion = 2;
    interface->pfnGetInstanceProcAddr = command;
    interface->pfnGetPhysicalDeviceProcAddr = physical;
    interface->pfnGetDeviceProcAddr = device_command;
    return VK_SUCCESS;
}
