/**
 * Instructions that any shader has: arithmetic, conversions, composites, pointers, atomics,
 * subgroups, GLSL.std.450. A class for each group.
 *
 * <p>Those that work element by element take cooperative matrices too; what only matrices or
 * cooperative vectors have stands in the packages of their names.
 */
package coopcts.device.reference.scalar;
