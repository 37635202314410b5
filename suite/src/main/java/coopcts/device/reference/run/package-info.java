// SPDX-License-Identifier: Apache-2.0
/**
 * A dispatch, from the first decoded instruction to the last workgroup: {@link
 * coopcts.device.reference.run.ShaderProgram} joins a module with its functions, {@link
 * coopcts.device.reference.run.Decoder} with all groups of instructions, {@link
 * coopcts.device.reference.run.Execution} walks structured control flow, {@link
 * coopcts.device.reference.run.Workgroups} makes variables and built-ins.
 *
 * <p>It knows every other package but the device itself. All invocations of a workgroup run in lock
 * step.
 */
package coopcts.device.reference.run;
