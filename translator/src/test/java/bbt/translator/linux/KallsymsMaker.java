package bbt.translator.linux;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Writes symbol tables as scripts/kallsyms.c of Linux 6.4 lays them out, one token a character. */
final class KallsymsMaker {
  /** The reader believes in no kernel with less. */
  private static final int FEWEST = 300;

  private final SortedMap<Integer, String> symbols = new TreeMap<>();

  /** A symbol so many bytes from the kernel's start; its first letter is its type. */
  KallsymsMaker add(int offset, String typeAndName) {
    symbols.put(offset, typeAndName);
    return this;
  }

  /**
   * The tables.
   *
   * @param start virtual address of the kernel's start
   */
  byte[] make(long start) {
    int last = symbols.lastKey();
    for (int i = 0; symbols.size() < FEWEST; i++) {
      symbols.put(last + 0x100000 + i, "dfiller_" + i);
    }
    ByteBuffer out = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(symbols.size());
    align(out);
    List<Integer> markers = new ArrayList<>();
    int names = out.position();
    int number = 0;
    for (Map.Entry<Integer, String> each : symbols.entrySet()) {
      if (number++ % 256 == 0) {
        markers.add(out.position() - names);
      }
      byte[] name = each.getValue().getBytes(StandardCharsets.ISO_8859_1);
      out.put((byte) name.length).put(name);
    }
    align(out);
    markers.forEach(out::putInt);
    align(out);
    int table = out.position();
    int[] index = new int[256];
    for (int i = 0; i < 256; i++) {
      index[i] = out.position() - table;
      out.put((i == 0 ? "zero" : String.valueOf((char) i)).getBytes(StandardCharsets.ISO_8859_1));
      out.put((byte) 0);
    }
    align(out);
    for (int each : index) {
      out.putShort((short) each);
    }
    symbols.keySet().forEach(out::putInt);
    align(out);
    out.putLong(start);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    // The token table must not be the first thing in memory.
    bytes.write(out.array(), 0, out.position());
    return bytes.toByteArray();
  }

  private static void align(ByteBuffer out) {
    while (out.position() % 8 != 0) {
      out.put((byte) 0);
    }
  }
}
