// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.invoke.MethodHandle;
import org.lwjgl.system.SharedLibrary;
import org.lwjgl.util.shaderc.Shaderc;

/**
 * The versions of the compiler's parts, as their library tells, for the report of a run; empty
 * texts where it does not tell.
 *
 * @param glslang such as {@code 16.0.0}
 * @param spirvTools such as {@code v2025.5}
 */
public record ToolVersions(String glslang, String spirvTools) {

  /** {@code glslang::Version}: three numbers and a word behind them. */
  private static final MemoryLayout VERSION =
      MemoryLayout.structLayout(
          JAVA_INT, JAVA_INT, JAVA_INT, MemoryLayout.paddingLayout(4), ADDRESS);

  /** No version is longer. */
  private static final int LONGEST = 200;

  /**
   * {@return the versions that the shaderc library of this process reports} A part whose version
   * the library does not tell has an empty text.
   *
   * @throws IllegalStateException if a function of the library cannot be called
   */
  public static ToolVersions own() {
    SharedLibrary library = Shaderc.getLibrary();
    return new ToolVersions(glslang(library), spirvTools(library));
  }

  private static String glslang(SharedLibrary library) {
    MethodHandle handle =
        function(library, "_ZN7glslang10GetVersionEv", FunctionDescriptor.of(VERSION));
    if (handle == null) {
      return "";
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment version = (MemorySegment) handle.invokeExact((SegmentAllocator) arena);
      return "%d.%d.%d%s"
          .formatted(
              version.get(JAVA_INT, 0),
              version.get(JAVA_INT, 4),
              version.get(JAVA_INT, 8),
              text(version.get(ADDRESS, 16)));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static String spirvTools(SharedLibrary library) {
    MethodHandle handle =
        function(library, "spvSoftwareVersionString", FunctionDescriptor.of(ADDRESS));
    if (handle == null) {
      return "";
    }
    try {
      return text((MemorySegment) handle.invokeExact());
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static String text(MemorySegment pointer) {
    return pointer.address() == 0 ? "" : pointer.reinterpret(LONGEST).getString(0);
  }

  private static MethodHandle function(
      SharedLibrary library, String name, FunctionDescriptor descriptor) {
    long address = library.getFunctionAddress(name);
    return address == 0
        ? null
        : Linker.nativeLinker().downcallHandle(MemorySegment.ofAddress(address), descriptor);
  }
}
