package coopcts.device.reference;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * All memory that has addresses: buffers, shared memory, push constants. An address holds the
 * block's number in its high half and the byte offset in its low half, so that no pointer strays
 * from one block into another.
 */
final class Memory {

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final List<Block> blocks = new ArrayList<>(List.of(new Block("null", new byte[0])));

  private final boolean lenient;

  private record Block(String name, byte[] bytes) {}

  /**
   * @param lenient whether an access outside of every block reads 0 and writes nothing, as it may
   *     in a driver with a bug; otherwise it is an error of the shader
   */
  Memory(boolean lenient) {
    this.lenient = lenient;
  }

  /** Adds a block and returns its address. */
  long add(String name, byte[] bytes) {
    blocks.add(new Block(name, bytes));
    return (long) (blocks.size() - 1) << 32;
  }

  private Block block(long address, int width) {
    int number = (int) (address >>> 32);
    Block block = number > 0 && number < blocks.size() ? blocks.get(number) : null;
    long offset = address & 0xFFFFFFFFL;
    if (block != null && offset + width <= block.bytes.length) {
      return block;
    }
    if (lenient) {
      return null;
    }
    throw new SpirvException(
        block == null
            ? "the address 0x%x lies in no buffer".formatted(address)
            : "access of %d bytes at offset %d of %s, which has %d"
                .formatted(width, offset, block.name, block.bytes.length));
  }

  long read(long address, int width) {
    Block block = block(address, width);
    if (block == null) {
      return 0;
    }
    byte[] bytes = block.bytes;
    int at = (int) address;
    return switch (width) {
      case 1 -> bytes[at] & 0xFFL;
      case 2 -> (short) SHORT.get(bytes, at) & 0xFFFFL;
      case 4 -> (int) INT.get(bytes, at) & 0xFFFFFFFFL;
      case 8 -> (long) LONG.get(bytes, at);
      default -> throw new AssertionError(width);
    };
  }

  void write(long address, int width, long value) {
    Block block = block(address, width);
    if (block == null) {
      return;
    }
    byte[] bytes = block.bytes;
    int at = (int) address;
    switch (width) {
      case 1 -> bytes[at] = (byte) value;
      case 2 -> SHORT.set(bytes, at, (short) value);
      case 4 -> INT.set(bytes, at, (int) value);
      case 8 -> LONG.set(bytes, at, value);
      default -> throw new AssertionError(width);
    }
  }

  /** Bytes from an address to the end of its block. */
  long bytesFrom(long address) {
    Block block = block(address, 0);
    return block == null ? 0 : block.bytes.length - (address & 0xFFFFFFFFL);
  }
}
