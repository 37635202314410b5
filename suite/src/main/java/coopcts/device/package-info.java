// SPDX-License-Identifier: Apache-2.0
/**
 * What a device is to the suite: pipelines, dispatches and their outcomes. A dispatch is SPIR-V,
 * constants, buffers with their bytes and a grid; an outcome is the buffers' bytes, or how it
 * failed. Drivers, the reference device, agents and compilers are all devices.
 */
package coopcts.device;
