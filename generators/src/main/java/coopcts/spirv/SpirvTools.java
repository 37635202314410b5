// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.lwjgl.system.SharedLibrary;
import org.lwjgl.util.shaderc.Shaderc;

/**
 * SPIRV-Tools: validation, disassembly and assembly for Vulkan 1.3. The functions are those that
 * LWJGL's shaderc library exports beside its own. Not thread-safe; native memory is held until
 * closed.
 */
public final class SpirvTools implements AutoCloseable {

  /** {@code SPV_ENV_VULKAN_1_3} of libspirv.h: SPIR-V up to 1.6 under Vulkan's rules. */
  private static final int ENVIRONMENT = 24;

  /** Indent and friendly names, and no header: {@code SPV_BINARY_TO_TEXT_OPTION_*} bits. */
  private static final int TEXT_OPTIONS = 1 << 3 | 1 << 6;

  private static final int KEEP_NUMERIC_IDS = 1 << 1;

  /** What features of a device allow of modules, by the functions that say so. */
  private static final List<String> LAYOUTS =
      List.of(
          "ScalarBlockLayout",
          "WorkgroupScalarBlockLayout",
          "UniformBufferStandardLayout",
          "AllowLocalSizeId");

  private static final MemoryLayout BINARY = MemoryLayout.structLayout(ADDRESS, JAVA_LONG);
  private static final MemoryLayout DIAGNOSTIC =
      MemoryLayout.structLayout(JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_BOOLEAN);

  private final MethodHandle validate;
  private final MethodHandle binaryToText;
  private final MethodHandle textToBinary;
  private final MethodHandle textDestroy;
  private final MethodHandle binaryDestroy;
  private final MethodHandle diagnosticDestroy;
  private final MethodHandle contextDestroy;
  private final MemorySegment context;
  private final MethodHandle validateWithOptions;
  private final MethodHandle optionsDestroy;
  private final MemorySegment options;

  /**
   * Binds the functions of the shaderc library and makes a context and options for Vulkan 1.3.
   *
   * @throws IllegalStateException if the library lacks one of the functions
   */
  public SpirvTools() {
    SharedLibrary library = Shaderc.getLibrary();
    validate =
        function(
            library, "spvValidate", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS));
    binaryToText =
        function(
            library,
            "spvBinaryToText",
            FunctionDescriptor.of(
                JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS));
    textToBinary =
        function(
            library,
            "spvTextToBinaryWithOptions",
            FunctionDescriptor.of(
                JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS));
    textDestroy = function(library, "spvTextDestroy", FunctionDescriptor.ofVoid(ADDRESS));
    binaryDestroy = function(library, "spvBinaryDestroy", FunctionDescriptor.ofVoid(ADDRESS));
    diagnosticDestroy =
        function(library, "spvDiagnosticDestroy", FunctionDescriptor.ofVoid(ADDRESS));
    contextDestroy = function(library, "spvContextDestroy", FunctionDescriptor.ofVoid(ADDRESS));
    MethodHandle create =
        function(library, "spvContextCreate", FunctionDescriptor.of(ADDRESS, JAVA_INT));
    context = (MemorySegment) call(create, ENVIRONMENT);
    validateWithOptions =
        function(
            library,
            "spvValidateWithOptions",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS));
    optionsDestroy =
        function(library, "spvValidatorOptionsDestroy", FunctionDescriptor.ofVoid(ADDRESS));
    options =
        (MemorySegment)
            call(function(library, "spvValidatorOptionsCreate", FunctionDescriptor.of(ADDRESS)));
    for (String layout : LAYOUTS) {
      call(
          function(
              library,
              "spvValidatorOptionsSet" + layout,
              FunctionDescriptor.ofVoid(ADDRESS, JAVA_BOOLEAN)),
          options,
          true);
    }
  }

  private static MethodHandle function(
      SharedLibrary library, String name, FunctionDescriptor descriptor) {
    long address = library.getFunctionAddress(name);
    if (address == 0) {
      throw new IllegalStateException("the shaderc library does not export " + name);
    }
    return Linker.nativeLinker().downcallHandle(MemorySegment.ofAddress(address), descriptor);
  }

  private static Object call(MethodHandle handle, Object... arguments) {
    try {
      return handle.invokeWithArguments(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * {@return the validator's message about the first rule of Vulkan 1.3 that a module breaks; empty
   * if it is valid}
   *
   * @param spirv words in little-endian order; bytes behind the last whole word are not looked at
   * @throws IllegalStateException if the library's function cannot be called
   */
  public Optional<String> validate(byte[] spirv) {
    return objection(spirv, validate, context);
  }

  /**
   * Validates a module from elsewhere, which may rely on any feature for the layout of blocks that
   * a device can have: scalar, workgroup scalar and uniform standard layout, and {@code
   * LocalSizeId}.
   *
   * @param spirv words in little-endian order
   * @return the validator's message about the first rule that is broken, or one that says that the
   *     number of bytes is no multiple of 4; empty if the module is valid
   * @throws IllegalStateException if the library's function cannot be called
   */
  public Optional<String> validateForeign(byte[] spirv) {
    if (spirv.length % 4 != 0) {
      return Optional.of("Invalid SPIR-V: %d bytes are no words.".formatted(spirv.length));
    }
    return objection(spirv, validateWithOptions, context, options);
  }

  /** Calls a function of the validator with these arguments before the module. */
  private Optional<String> objection(byte[] spirv, MethodHandle function, Object... first) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment binary = arena.allocate(BINARY);
      binary.set(ADDRESS, 0, words(arena, spirv));
      binary.set(JAVA_LONG, 8, spirv.length / 4);
      MemorySegment diagnostic = arena.allocate(ADDRESS);
      Object[] arguments = Arrays.copyOf(first, first.length + 2);
      arguments[first.length] = binary;
      arguments[first.length + 1] = diagnostic;
      int status = (int) call(function, arguments);
      String message = takeDiagnostic(diagnostic);
      return status == 0 ? Optional.empty() : Optional.of(message);
    }
  }

  /**
   * {@return a module as the text of its instructions, indented, without the header, ids by their
   * names where the module has names}
   *
   * @param spirv words in little-endian order
   * @throws IllegalArgumentException if the bytes are no SPIR-V
   * @throws IllegalStateException if the library's function cannot be called
   */
  public String disassemble(byte[] spirv) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocate(ADDRESS);
      MemorySegment diagnostic = arena.allocate(ADDRESS);
      int status =
          (int)
              call(
                  binaryToText,
                  context,
                  words(arena, spirv),
                  (long) spirv.length / 4,
                  TEXT_OPTIONS,
                  text,
                  diagnostic);
      String message = takeDiagnostic(diagnostic);
      if (status != 0) {
        throw new IllegalArgumentException("not a SPIR-V module: " + message);
      }
      MemorySegment struct = text.get(ADDRESS, 0).reinterpret(16);
      long length = struct.get(JAVA_LONG, 8);
      String result =
          new String(
              struct.get(ADDRESS, 0).reinterpret(length).toArray(ValueLayout.JAVA_BYTE),
              StandardCharsets.UTF_8);
      call(textDestroy, struct);
      return result;
    }
  }

  /**
   * {@return the module that a text of SPIR-V assembly stands for, its words in little-endian
   * order; numeric ids keep their numbers} The module is not validated.
   *
   * @param assembly text in the syntax of spirv-as
   * @throws CompileException if the text does not assemble, with the library's message
   * @throws IllegalStateException if the library's function cannot be called
   */
  public byte[] assemble(String assembly) throws CompileException {
    try (Arena arena = Arena.ofConfined()) {
      byte[] bytes = assembly.getBytes(StandardCharsets.UTF_8);
      MemorySegment binary = arena.allocate(ADDRESS);
      MemorySegment diagnostic = arena.allocate(ADDRESS);
      int status =
          (int)
              call(
                  textToBinary,
                  context,
                  arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes),
                  (long) bytes.length,
                  KEEP_NUMERIC_IDS,
                  binary,
                  diagnostic);
      String message = takeDiagnostic(diagnostic);
      if (status != 0) {
        throw new CompileException(message);
      }
      MemorySegment struct = binary.get(ADDRESS, 0).reinterpret(16);
      long count = struct.get(JAVA_LONG, 8);
      byte[] result = struct.get(ADDRESS, 0).reinterpret(count * 4).toArray(ValueLayout.JAVA_BYTE);
      call(binaryDestroy, struct);
      return result;
    }
  }

  private static MemorySegment words(Arena arena, byte[] spirv) {
    MemorySegment words = arena.allocate(spirv.length, 4);
    words.copyFrom(MemorySegment.ofArray(spirv));
    return words;
  }

  private String takeDiagnostic(MemorySegment pointer) {
    MemorySegment diagnostic = pointer.get(ADDRESS, 0);
    if (diagnostic.address() == 0) {
      return "no message";
    }
    MemorySegment struct = diagnostic.reinterpret(DIAGNOSTIC.byteSize());
    String message = struct.get(ADDRESS, 24).reinterpret(1 << 16).getString(0);
    call(diagnosticDestroy, diagnostic);
    return message;
  }

  @Override
  public void close() {
    call(optionsDestroy, options);
    call(contextDestroy, context);
  }
}
