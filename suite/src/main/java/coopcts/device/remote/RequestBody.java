// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import coopcts.model.VectorMatrix;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The body of a request: numbers in little-endian byte order, blocks behind their length. */
final class RequestBody {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = new byte[256];
  private int size;

  private int grow(int count) {
    if (bytes.length - size < count) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(size, count)));
    }
    size += count;
    return size - count;
  }

  RequestBody u32(int value) {
    int at = grow(4);
    INT.set(bytes, at, value);
    return this;
  }

  RequestBody u64(long value) {
    return u32((int) value).u32((int) (value >>> 32));
  }

  RequestBody block(byte[] content) {
    u32(content.length);
    int at = grow(content.length);
    System.arraycopy(content, 0, bytes, at, content.length);
    return this;
  }

  RequestBody text(String text) {
    return block(text.getBytes(StandardCharsets.UTF_8));
  }

  RequestBody matrix(VectorMatrix matrix) {
    return u32(matrix.component().vulkanValue())
        .u32(matrix.rows())
        .u32(matrix.columns())
        .u32(matrix.layout().ordinal())
        .u64(matrix.stride());
  }

  byte[] bytes() {
    return Arrays.copyOf(bytes, size);
  }
}
