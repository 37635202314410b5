/**
 * A device in software that executes SPIR-V, whoever wrote it, checks the rules of the
 * specifications on the way, and can be given a driver's bugs.
 *
 * <p>A tour, in the order in which a shader passes through.
 *
 * <p><b>Words become a module.</b> {@link coopcts.device.reference.Instruction} cuts the words into
 * instructions; {@link coopcts.device.reference.Module} reads types, constants and global variables
 * of one entry point, specialized; {@link coopcts.device.reference.Capabilities} and {@link
 * coopcts.device.reference.Support} hold it against what it declares and what the device reports.
 *
 * <p><b>Instructions become steps.</b> {@link coopcts.device.reference.FunctionReader} cuts
 * functions into {@link coopcts.device.reference.Block}s and has {@link
 * coopcts.device.reference.Decoder} turn each instruction into a {@link
 * coopcts.device.reference.Step}, once. Each group of instructions has a class of its own: {@link
 * coopcts.device.reference.Scalars} and {@link coopcts.device.reference.IntegerExtras}, {@link
 * coopcts.device.reference.Conversions}, {@link coopcts.device.reference.Composites}, {@link
 * coopcts.device.reference.Pointers}, {@link coopcts.device.reference.Atomics}, {@link
 * coopcts.device.reference.SubgroupOperations}, {@link
 * coopcts.device.reference.ExtendedInstructions}; for matrices {@link
 * coopcts.device.reference.CooperativeMatrices} with {@link coopcts.device.reference.MatrixAlgebra}
 * and {@link coopcts.device.reference.MatrixProduct}, {@link
 * coopcts.device.reference.TensorAddressing} with {@link coopcts.device.reference.TensorWalk} and
 * {@link coopcts.device.reference.TensorAccess}, {@link coopcts.device.reference.MatrixFunctions};
 * for vectors {@link coopcts.device.reference.CooperativeVectors}; {@link
 * coopcts.device.reference.QcomConversions} for arrays.
 *
 * <p><b>Steps run.</b> {@link coopcts.device.reference.Workgroups} makes the variables and {@link
 * coopcts.device.reference.BuiltIns} of one workgroup after the other; {@link
 * coopcts.device.reference.Execution} walks structured control flow with a mask of active
 * invocations. All invocations of a workgroup move together in a {@link
 * coopcts.device.reference.Machine}: a scalar is an array with a number for each of them, or one
 * number for all ({@link coopcts.device.reference.Lanes}); a matrix is a {@link
 * coopcts.device.reference.MatrixValue}, held once for each scope instance, and {@link
 * coopcts.device.reference.Ownership} says whose its components are. What has an address lies in
 * {@link coopcts.device.reference.Memory}, where {@link coopcts.device.reference.Races} watches;
 * what has none is a {@link coopcts.device.reference.Variable}.
 *
 * <p><b>How it behaves is a {@link coopcts.device.reference.Behaviour}:</b> the choices that the
 * specifications leave, drawn by {@link coopcts.device.reference.Freedom}; the {@link
 * coopcts.device.reference.Check}s that are on; and a {@link coopcts.device.reference.Fault}, if
 * one is planted. The registry is {@link coopcts.device.reference.Faults}: tables of what goes
 * wrong at which {@link coopcts.device.reference.MatrixEvent}s, wrong turns of algorithms ({@link
 * coopcts.device.reference.Bug}), and spoiled results.
 */
package coopcts.device.reference;
