// SPDX-License-Identifier: Apache-2.0
/**
 * Devices of the Vulkan loader. Native handles are made once and used for every case. Guard bytes
 * around each buffer show writes outside of it.
 */
package coopcts.device.vulkan;
