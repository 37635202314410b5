// SPDX-License-Identifier: Apache-2.0
/**
 * The front end and its tools: GLSL to SPIR-V, disassembly, validation and edits. shaderc and
 * SPIRV-Tools are called natively, so only workers use this package. Modules are kept in {@link
 * coopcts.cache} by source, options and compiler version.
 */
package coopcts.spirv;
