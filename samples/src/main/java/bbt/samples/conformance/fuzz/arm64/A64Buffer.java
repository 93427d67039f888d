package bbt.samples.conformance.fuzz.arm64;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects A64 code and data at a fixed address, with labels. */
final class A64Buffer {
  private static final int B = 0x1400_0000;
  private static final int BL = 0x9400_0000;
  private static final int CBZ = 0xB400_0000;
  private static final int CBNZ = 0xB500_0000;
  private static final int B_COND = 0x5400_0000;

  static final int EQ = 0;
  static final int NE = 1;

  private record Use(int at, String label) {}

  private final long base;
  private final List<Integer> words = new ArrayList<>();
  private final Map<String, Integer> labels = new HashMap<>();
  private final List<Use> uses = new ArrayList<>();

  A64Buffer(long base) {
    this.base = base;
  }

  /** Address of the next word. */
  long here() {
    return base + 4L * words.size();
  }

  A64Buffer words(int... more) {
    for (int word : more) {
      words.add(word);
    }
    return this;
  }

  A64Buffer quad(long value) {
    return words((int) value, (int) (value >>> 32));
  }

  /** Zero words up to a multiple of a power of two. */
  A64Buffer align(int size) {
    while ((here() & size - 1) != 0) {
      words.add(0);
    }
    return this;
  }

  A64Buffer label(String name) {
    if (labels.put(name, words.size()) != null) {
      throw new IllegalArgumentException("two labels " + name);
    }
    return this;
  }

  /** Address of a label that stands before here. */
  long address(String label) {
    return base + 4L * labels.get(label);
  }

  private A64Buffer use(int word, String label) {
    uses.add(new Use(words.size(), label));
    return words(word);
  }

  A64Buffer b(String label) {
    return use(B, label);
  }

  A64Buffer bl(String label) {
    return use(BL, label);
  }

  A64Buffer b(int condition, String label) {
    return use(B_COND | condition, label);
  }

  A64Buffer cbz(int rt, String label) {
    return use(CBZ | rt, label);
  }

  A64Buffer cbnz(int rt, String label) {
    return use(CBNZ | rt, label);
  }

  A64Buffer adr(int rd, String label) {
    return use(A64Words.adr(rd, 0), label);
  }

  /** Any constant without touching memory. */
  A64Buffer li(int rd, long value) {
    for (int word : constant(rd, value)) {
      words.add(word);
    }
    return this;
  }

  /** The words that load a constant, as few as there are quarters that are not 0. */
  static int[] constant(int rd, long value) {
    List<Integer> code = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int quarter = (int) (value >>> 16 * i & 0xFFFF);
      if (quarter != 0) {
        code.add(code.isEmpty() ? A64Words.movz(rd, quarter, i) : A64Words.movk(rd, quarter, i));
      }
    }
    return code.isEmpty()
        ? new int[] {A64Words.movz(rd, 0, 0)}
        : code.stream().mapToInt(Integer::intValue).toArray();
  }

  /** The finished bytes, branches resolved. */
  byte[] finish() {
    for (Use use : uses) {
      int word = words.get(use.at);
      int distance = labels.get(use.label) - use.at;
      words.set(use.at, word | field(word, distance));
    }
    ByteBuffer bytes = ByteBuffer.allocate(4 * words.size()).order(ByteOrder.LITTLE_ENDIAN);
    words.forEach(bytes::putInt);
    return bytes.array();
  }

  private static int field(int word, int distance) {
    if ((word & 0x7C00_0000) == B) {
      return distance & 0x3FF_FFFF;
    }
    if (distance != distance << 13 >> 13) {
      throw new IllegalArgumentException("too far: " + distance + " words");
    }
    return (distance & 0x7_FFFF) << 5;
  }
}
