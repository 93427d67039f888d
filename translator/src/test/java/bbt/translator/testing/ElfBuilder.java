package bbt.translator.testing;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Makes small 64-bit RISC-V ELF executables with program headers only. */
public final class ElfBuilder {
  private record Part(long virtual, long physical, byte[] bytes) {}

  private final long entry;
  private final List<Part> parts = new ArrayList<>();

  public ElfBuilder(long entry) {
    this.entry = entry;
  }

  /** A loadable, executable segment. */
  public ElfBuilder segment(long address, byte[] bytes) {
    return segment(address, address, bytes);
  }

  /** A loadable, executable segment with a load address of its own. */
  public ElfBuilder segment(long virtual, long physical, byte[] bytes) {
    parts.add(new Part(virtual, physical, bytes.clone()));
    return this;
  }

  /** The file. */
  public byte[] build() {
    int headers = 64 + 56 * parts.size();
    int size = headers;
    for (Part p : parts) {
      size += p.bytes.length;
    }
    ByteBuffer b = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    b.putInt(0x464C457F).put((byte) 2).put((byte) 1).put((byte) 1);
    b.putShort(0x10, (short) 2).putShort(0x12, (short) 243).putInt(0x14, 1);
    b.putLong(0x18, entry).putLong(0x20, 64);
    b.putShort(0x34, (short) 64).putShort(0x36, (short) 56);
    b.putShort(0x38, (short) parts.size());
    int at = headers;
    b.position(64);
    for (Part p : parts) {
      b.putInt(1).putInt(5).putLong(at).putLong(p.virtual).putLong(p.physical);
      b.putLong(p.bytes.length).putLong(p.bytes.length).putLong(4);
      at += p.bytes.length;
    }
    for (Part p : parts) {
      b.put(p.bytes);
    }
    return b.array();
  }
}
