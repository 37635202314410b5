/**
 * A device in software that executes SPIR-V, whoever wrote it, checks the rules of the
 * specifications on the way, and can be given a driver's bugs.
 *
 * <p>A tour, in the order in which a shader passes through; each package may know those named
 * before it.
 *
 * <ol>
 *   <li>{@link coopcts.device.reference.spirv}: words become instructions, and types have names.
 *   <li>{@link coopcts.device.reference.fault}: the driver bug that is planted, if any.
 *   <li>{@link coopcts.device.reference.machine}: the invocations of a workgroup, their values and
 *       memory, and the choices of the device.
 *   <li>{@link coopcts.device.reference.module}: what the module declares, specialized and checked.
 *   <li>{@link coopcts.device.reference.scalar}, {@link coopcts.device.reference.matrix}, {@link
 *       coopcts.device.reference.vector}: instructions become steps, by groups.
 *   <li>{@link coopcts.device.reference.run}: steps run, workgroup after workgroup.
 *   <li>here: the device that is opened by a profile's name.
 * </ol>
 */
package coopcts.device.reference;
