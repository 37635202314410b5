// SPDX-License-Identifier: Apache-2.0
//
// A Vulkan loader with one device, for the agent where there is no driver: vulkan-1.dll. It keeps buffers and descriptors,
// looks at no shader, and runs each dispatch as the shader of agent-test: every second of 32 invocations adds the push
// constant to its element. Opening the device it prints, as drivers do; STUB_DRIVER makes it crash or hang there.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan_core.h>
#include <windows.h>

// Handles of what has nothing to keep.
#define HANDLE_OF(type) ((type)(uintptr_t)1)


static uint8_t *of_buffer, *of_set;
static uint32_t pushed, groups;
static VkDeviceSize buffer_size;

#define COMMAND(name, ...) static VKAPI_ATTR VkResult VKAPI_CALL name(__VA_ARGS__)

COMMAND(succeed, void) { return VK_SUCCESS; }

COMMAND(version, uint32_t *number)
{
    *number = VK_API_VERSION_1_3;
    return VK_SUCCESS;
}

COMMAND(none, const void *of, const char *layer, uint32_t *count, VkExtensionProperties *all)
{
    (void)of, (void)layer, (void)all;
    *count = 0;
    return VK_SUCCESS;
}

COMMAND(no_instance_extensions, const char *layer, uint32_t *count, VkExtensionProperties *all)
{
    return none(NULL, layer, count, all);
}

COMMAND(instance, const void *info, const void *allocator, VkInstance *made)
{
    (void)info, (void)allocator;
    *made = HANDLE_OF(VkInstance);
    return VK_SUCCESS;
}

COMMAND(devices, VkInstance of, uint32_t *count, VkPhysicalDevice *found)
{
    (void)of;
    *count = 1;
    if (found)
        *found = HANDLE_OF(VkPhysicalDevice);
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL properties(VkPhysicalDevice of, VkPhysicalDeviceProperties *told)
{
    (void)of;
    memset(told, 0, sizeof *told);
    told->apiVersion = VK_API_VERSION_1_3;
    told->deviceType = VK_PHYSICAL_DEVICE_TYPE_CPU;
    strcpy(told->deviceName, "stub");
}

static VKAPI_ATTR void VKAPI_CALL properties2(VkPhysicalDevice of, VkPhysicalDeviceProperties2 *told)
{
    properties(of, &told->properties);
}

static VKAPI_ATTR void VKAPI_CALL queues(VkPhysicalDevice of, uint32_t *count, VkQueueFamilyProperties *told)
{
    (void)of;
    *count = 1;
    if (told)
        *told = (VkQueueFamilyProperties){.queueFlags = VK_QUEUE_COMPUTE_BIT, .queueCount = 1};
}

static VKAPI_ATTR void VKAPI_CALL memories(VkPhysicalDevice of, VkPhysicalDeviceMemoryProperties *told)
{
    (void)of;
    memset(told, 0, sizeof *told);
    told->memoryTypeCount = told->memoryHeapCount = 1;
    told->memoryTypes[0].propertyFlags = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT
        | VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
}

COMMAND(device, VkPhysicalDevice of, const void *info, const void *allocator, VkDevice *made)
{
    const char *how = getenv("STUB_DRIVER");
    DWORD written;
    (void)of, (void)info, (void)allocator;
    puts("a driver that prints");
    fflush(stdout);
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), "and so\n", 7, &written, NULL);
    if (how && !strcmp(how, "crash"))
        *(volatile int *)NULL = 1;
    if (how && !strcmp(how, "hang"))
        Sleep(INFINITE);
    *made = HANDLE_OF(VkDevice);
    return VK_SUCCESS;
}

COMMAND(object, VkDevice of, const void *info, const void *allocator, void **made)
{
    (void)of, (void)info, (void)allocator;
    *made = HANDLE_OF(void *);
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL queue(VkDevice of, uint32_t family, uint32_t index, VkQueue *found)
{
    (void)of, (void)family, (void)index;
    *found = HANDLE_OF(VkQueue);
}

COMMAND(allocated, VkDevice of, const void *info, void **made) { return object(of, info, NULL, made); }

COMMAND(pipeline, VkDevice of, VkPipelineCache cache, uint32_t count, const void *infos, const void *allocator,
        void **made)
{
    (void)cache, (void)count;
    return object(of, infos, allocator, made);
}

COMMAND(buffer, VkDevice of, const VkBufferCreateInfo *info, const void *allocator, void **made)
{
    buffer_size = info->size;
    return object(of, info, allocator, made);
}

static VKAPI_ATTR void VKAPI_CALL requirements(VkDevice of, VkBuffer buffer, VkMemoryRequirements *told)
{
    (void)of, (void)buffer;
    *told = (VkMemoryRequirements){.size = buffer_size, .alignment = 256, .memoryTypeBits = 1};
}

COMMAND(allocate, VkDevice of, const VkMemoryAllocateInfo *info, const void *allocator, VkDeviceMemory *made)
{
    (void)of, (void)allocator;
    *made = (VkDeviceMemory)(uintptr_t)calloc(1, (size_t)info->allocationSize);
    return *made ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
}

static VKAPI_ATTR void VKAPI_CALL release(VkDevice of, VkDeviceMemory memory, const void *allocator)
{
    (void)of, (void)allocator;
    free((void *)(uintptr_t)memory);
}

COMMAND(map, VkDevice of, VkDeviceMemory memory, VkDeviceSize at, VkDeviceSize size, VkMemoryMapFlags flags, void **mapped)
{
    (void)of, (void)size, (void)flags;
    of_buffer = (uint8_t *)(uintptr_t)memory;
    *mapped = of_buffer + at;
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL update(VkDevice of, uint32_t count, const VkWriteDescriptorSet *writes, uint32_t copies,
                                       const void *copied)
{
    (void)of, (void)copies, (void)copied;
    if (count)
        of_set = of_buffer + writes[0].pBufferInfo->offset;
}

static VKAPI_ATTR void VKAPI_CALL push(VkCommandBuffer to, VkPipelineLayout layout, VkShaderStageFlags stages, uint32_t at,
                                       uint32_t size, const void *values)
{
    (void)to, (void)layout, (void)stages, (void)at;
    memcpy(&pushed, values, size < sizeof pushed ? size : sizeof pushed);
}

static VKAPI_ATTR void VKAPI_CALL dispatch(VkCommandBuffer to, uint32_t x, uint32_t y, uint32_t z)
{
    (void)to;
    groups = x * y * z;
}

COMMAND(submit, VkQueue to, uint32_t count, const void *submits, VkFence fence)
{
    (void)to, (void)count, (void)submits, (void)fence;
    for (uint32_t i = 0; i < 32 * groups; i += 2) {
        uint32_t element;
        memcpy(&element, of_set + 4 * i, 4);
        element += pushed;
        memcpy(of_set + 4 * i, &element, 4);
    }
    return VK_SUCCESS;
}

__declspec(dllexport) VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance of, const char *name);

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL of_device(VkDevice of, const char *name)
{
    (void)of;
    return vkGetInstanceProcAddr(HANDLE_OF(VkInstance), name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance of, const char *name)
{
    static const struct {
        const char *name;
        void *command;
    } commands[] = {
        {"vkEnumerateInstanceVersion", version},
        {"vkEnumerateInstanceExtensionProperties", no_instance_extensions},
        {"vkEnumerateDeviceExtensionProperties", none},
        {"vkCreateInstance", instance},
        {"vkEnumeratePhysicalDevices", devices},
        {"vkGetPhysicalDeviceProperties", properties},
        {"vkGetPhysicalDeviceProperties2", properties2},
        {"vkGetPhysicalDeviceQueueFamilyProperties", queues},
        {"vkGetPhysicalDeviceMemoryProperties", memories},
        {"vkGetDeviceProcAddr", of_device},
        {"vkGetDeviceQueue", queue},
        {"vkCreateDevice", device},
        {"vkCreateBuffer", buffer},
        {"vkGetBufferMemoryRequirements", requirements},
        {"vkAllocateMemory", allocate},
        {"vkFreeMemory", release},
        {"vkMapMemory", map},
        {"vkCreateComputePipelines", pipeline},
        {"vkUpdateDescriptorSets", update},
        {"vkCmdPushConstants", push},
        {"vkCmdDispatch", dispatch},
        {"vkQueueSubmit", submit},
    };
    (void)of;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (!strcmp(name, commands[i].name))
            return (PFN_vkVoidFunction)commands[i].command;
    if (!strncmp(name, "vkCreate", 8))
        return (PFN_vkVoidFunction)object;
    if (!strncmp(name, "vkAllocate", 10))
        return (PFN_vkVoidFunction)allocated;
    // On x86-64 a command may be given more than it takes; those that return nothing are among these.
    return strstr(name, "Cooperative") ? NULL : (PFN_vkVoidFunction)succeed;
}
