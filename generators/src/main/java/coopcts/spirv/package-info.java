/**
 * The front end and its tools: GLSL to SPIR-V, disassembly, validation, patches, and a cache of
 * modules.
 */
package coopcts.spirv;
