// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.util.shaderc.Shaderc;
import org.lwjgl.util.shaderc.ShadercIncludeResolve;
import org.lwjgl.util.shaderc.ShadercIncludeResult;
import org.lwjgl.util.shaderc.ShadercIncludeResultRelease;

/** What shaderc calls when a source includes another. Native memory is held until closed. */
final class IncludeCallbacks implements AutoCloseable {

  /** Files that include each other in a row, at most: one that includes itself has no end. */
  private static final int DEEPEST = 100;

  private final ShadercIncludeResolve resolve;
  private final ShadercIncludeResultRelease release;
  private final Map<Long, ByteBuffer[]> texts = new HashMap<>();

  IncludeCallbacks(long options, Compiler.Includes includes) {
    resolve =
        ShadercIncludeResolve.create(
            (_, wanted, _, from, depth) ->
                depth > DEEPEST
                    ? answer(
                        new Compiler.Included(
                            "", "files are included more than %d deep".formatted(DEEPEST)))
                    : result(includes, MemoryUtil.memUTF8(wanted), MemoryUtil.memUTF8(from)));
    release = ShadercIncludeResultRelease.create((_, result) -> free(result));
    Shaderc.shaderc_compile_options_set_include_callbacks(options, resolve, release, 0);
  }

  /** An empty name says that there is no such file; the text then is the message. */
  private long result(Compiler.Includes includes, String wanted, String from) {
    Compiler.Included found =
        includes
            .find(wanted, from)
            .orElseGet(() -> new Compiler.Included("", "there is no file '" + wanted + "'"));
    return answer(found);
  }

  private long answer(Compiler.Included found) {
    ByteBuffer name = MemoryUtil.memUTF8(found.name(), false);
    ByteBuffer text = MemoryUtil.memUTF8(found.text(), false);
    ShadercIncludeResult result = ShadercIncludeResult.calloc().source_name(name).content(text);
    texts.put(result.address(), new ByteBuffer[] {name, text});
    return result.address();
  }

  private void free(long result) {
    for (ByteBuffer text : texts.remove(result)) {
      MemoryUtil.memFree(text);
    }
    ShadercIncludeResult.create(result).free();
  }

  @Override
  public void close() {
    resolve.free();
    release.free();
  }
}
