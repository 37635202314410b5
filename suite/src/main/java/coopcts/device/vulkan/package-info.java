/** Devices of the Vulkan loader. */
package coopcts.device.vulkan;
