package bbt.samples.conformance.fuzz.privileged;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Machine code and data under construction at a fixed address, with labels. */
final class CodeBuffer {
  private record Fixup(int offset, String label, int branchCode, int rs1, int rs2) {}

  /** As branch code: a {@code jal} with rd = rs1. */
  private static final int JAL = -1;

  private final long base;
  private final Map<String, Integer> labels = new HashMap<>();
  private final List<Fixup> fixups = new ArrayList<>();
  private ByteBuffer bytes = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);

  CodeBuffer(long base) {
    this.base = base;
  }

  /** Address of the next byte. */
  long here() {
    return base + bytes.position();
  }

  private CodeBuffer room(int size) {
    while (bytes.remaining() < size) {
      ByteBuffer larger = ByteBuffer.allocate(bytes.capacity() * 2).order(ByteOrder.LITTLE_ENDIAN);
      larger.put(bytes.flip());
      bytes = larger;
    }
    return this;
  }

  CodeBuffer words(int... words) {
    for (int word : words) {
      room(4).bytes.putInt(word);
    }
    return this;
  }

  CodeBuffer half(int half) {
    room(2).bytes.putShort((short) half);
    return this;
  }

  CodeBuffer bytes(byte[] code) {
    room(code.length).bytes.put(code);
    return this;
  }

  CodeBuffer quad(long value) {
    room(8).bytes.putLong(value);
    return this;
  }

  /** Zero bytes up to a multiple of a power of two. */
  CodeBuffer align(int size) {
    while ((here() & size - 1) != 0) {
      half(0);
    }
    return this;
  }

  CodeBuffer label(String name) {
    if (labels.put(name, bytes.position()) != null) {
      throw new IllegalStateException("label twice: " + name);
    }
    return this;
  }

  /** Stores eight bytes where something else was reserved. */
  void put(long address, long value) {
    bytes.putLong((int) (address - base), value);
  }

  /** Address of a label that stands before here. */
  long address(String label) {
    return base + labels.get(label);
  }

  CodeBuffer branch(int code, int rs1, int rs2, String label) {
    fixups.add(new Fixup(bytes.position(), label, code, rs1, rs2));
    return words(0);
  }

  CodeBuffer jump(String label) {
    return call(Rv.ZERO, label);
  }

  CodeBuffer call(int link, String label) {
    fixups.add(new Fixup(bytes.position(), label, JAL, link, 0));
    return words(0);
  }

  /** Any 64-bit constant without touching memory: the shortest of the usual sequences. */
  CodeBuffer li(int rd, long value) {
    if (value == (int) value) {
      int low = (int) value << 20 >> 20;
      int high = (int) value - low;
      if (high == 0) {
        return words(Rv.addi(rd, Rv.ZERO, low));
      }
      words(Rv.lui(rd, high >>> 12));
      return low == 0 ? this : words(Rv.addiw(rd, rd, low));
    }
    int low = (int) (value << 52 >> 52);
    long rest = value - low;
    int shift = Long.numberOfTrailingZeros(rest);
    li(rd, rest >> shift).words(Rv.slli(rd, rd, shift));
    return low == 0 ? this : words(Rv.addi(rd, rd, low));
  }

  /** The finished bytes, branches resolved. */
  byte[] finish() {
    for (Fixup f : fixups) {
      Integer target = labels.get(f.label);
      if (target == null) {
        throw new IllegalStateException("no label " + f.label);
      }
      int distance = target - f.offset;
      int reach = f.branchCode == JAL ? 1 << 20 : 1 << 12;
      if (distance < -reach || distance >= reach) {
        throw new IllegalStateException(f.label + " is out of reach: " + distance);
      }
      bytes.putInt(
          f.offset,
          f.branchCode == JAL
              ? Rv.jal(f.rs1, distance)
              : Rv.branch(f.branchCode, f.rs1, f.rs2, distance));
    }
    byte[] image = new byte[bytes.position()];
    bytes.get(0, image);
    return image;
  }
}
