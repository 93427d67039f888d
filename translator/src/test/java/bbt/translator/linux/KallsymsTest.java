package bbt.translator.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import bbt.ptg.symbols.Symbol;
import bbt.ptg.symbols.SymbolTable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tables as scripts/kallsyms.c lays them out, found among random bytes. */
class KallsymsTest {
  private static final long RAM = 0x8000_0000L;
  private static final int SIZE = 1 << 20;
  private static final long KERNEL = 0xFFFF_FFFF_8000_0000L;

  /** Where the kernel's image is in RAM. */
  private static final long IMAGE = RAM + 0x2_0000;

  private static final int FUNCTIONS = 600;

  /** Its symbol is the list of modules; data. */
  private static final int MODULES = 302;

  private enum Layout {
    OFFSETS_FIRST,
    OFFSETS_LAST,
    SELF_RELATIVE
  }

  private final ByteBuffer memory = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);

  /** Token 200 + i is a frequent string; others are characters. */
  private static String token(int number) {
    return switch (number) {
      case 200 -> "tshared_prefix_";
      case 201 -> "function_";
      case 202 -> "x".repeat(30);
      default -> number == 0 ? "zero" : String.valueOf((char) number);
    };
  }

  private static String name(int i) {
    return "shared_prefix_" + (i % 100 == 7 ? "x".repeat(180) : "function_") + i;
  }

  /** A name as the tables hold it: type, then name, in tokens. */
  private static byte[] compressed(int i) {
    if (i == MODULES) {
      return "Dmodules".getBytes(StandardCharsets.ISO_8859_1);
    }
    byte[] rest = String.valueOf(i).getBytes(StandardCharsets.ISO_8859_1);
    if (i % 3 == 2) { // data
      return ("d" + name(i)).getBytes(StandardCharsets.ISO_8859_1);
    }
    ByteBuffer out = ByteBuffer.allocate(300);
    out.put((byte) 200);
    if (i % 100 == 7) {
      for (int k = 0; k < 180; k++) { // longer than 127 tokens: a length of two bytes
        out.put((byte) 'x');
      }
    } else {
      out.put((byte) 201);
    }
    out.put(rest).flip();
    byte[] bytes = new byte[out.remaining()];
    out.get(bytes);
    return bytes;
  }

  private void align(int to) {
    while (memory.position() % to != 0) {
      memory.put((byte) 0);
    }
  }

  private static int offset(int i) {
    return 0x1000 + i * 64;
  }

  private void relativeOffsets() {
    for (int i = 0; i < FUNCTIONS; i++) {
      memory.putInt(offset(i));
    }
    align(8);
    memory.putLong(KERNEL);
  }

  private void write(Layout layout) {
    int alignment = layout == Layout.SELF_RELATIVE ? 4 : 8;
    new Random(5).nextBytes(memory.array());
    memory.position(0x5_0008);
    if (layout == Layout.OFFSETS_FIRST) {
      relativeOffsets();
    }
    memory.putInt(FUNCTIONS);
    align(alignment);
    List<Integer> markers = new ArrayList<>();
    int names = memory.position();
    for (int i = 0; i < FUNCTIONS; i++) {
      if (i % 256 == 0) {
        markers.add(memory.position() - names);
      }
      byte[] name = compressed(i);
      if (name.length > 127) {
        memory.put((byte) (name.length & 0x7F | 0x80)).put((byte) (name.length >> 7));
      } else {
        memory.put((byte) name.length);
      }
      memory.put(name);
    }
    align(alignment);
    markers.forEach(memory::putInt);
    align(alignment);
    if (layout == Layout.OFFSETS_FIRST) {
      memory.put(new byte[3 * FUNCTIONS]); // kallsyms_seqs_of_names stood here for a while
      align(alignment);
    }
    int table = memory.position();
    int[] index = new int[256];
    for (int i = 0; i < 256; i++) {
      index[i] = memory.position() - table;
      memory.put(token(i).getBytes(StandardCharsets.ISO_8859_1)).put((byte) 0);
    }
    align(alignment);
    for (int i : index) {
      memory.putShort((short) i);
    }
    if (layout == Layout.OFFSETS_LAST) {
      relativeOffsets();
    } else if (layout == Layout.SELF_RELATIVE) {
      for (int i = 0; i < FUNCTIONS; i++) {
        long place = KERNEL - IMAGE + RAM + memory.position();
        memory.putInt((int) (KERNEL + offset(i) - place));
      }
    }
  }

  private Kallsyms.Names names() {
    return Kallsyms.read(new KernelImage(RAM, memory), KERNEL - IMAGE);
  }

  private SymbolTable read() {
    return names().functions();
  }

  @ParameterizedTest
  @EnumSource
  void everyLayoutIsRead(Layout layout) {
    write(layout);
    SymbolTable table = read();
    assertEquals(FUNCTIONS / 3 * 2, table.count(), "functions only");
    for (int i = 0; i < FUNCTIONS; i++) {
      Symbol at = table.at(KERNEL + offset(i));
      if (i % 3 != 2) {
        assertEquals(name(i), at.name());
        assertEquals(KERNEL + offset(i), at.address());
      }
    }
    assertEquals(name(1), table.at(KERNEL + offset(1) + 62).name());
    assertNull(table.at(KERNEL + 0x10));
    assertEquals(KERNEL + offset(MODULES), names().modules());
  }

  @ParameterizedTest
  @EnumSource
  void aChangedTableIsNotRead(Layout layout) {
    write(layout);
    // The first marker behind 0: the names no longer end where it says.
    for (int at = 0x5_0000; at < SIZE - 8; at += 4) {
      if (memory.getInt(at) == 0 && memory.getInt(at + 4) > 2000 && memory.getInt(at + 4) < 9000) {
        memory.putInt(at + 4, memory.getInt(at + 4) + 1);
        break;
      }
    }
    assertEquals(0, read().count());
  }

  @Test
  void aMemoryWithoutKernelHasNoSymbols() {
    assertEquals(0, read().count());
    new Random(3).nextBytes(memory.array());
    assertEquals(0, read().count());
  }

  @Test
  void theNewestLayoutCannotBePlacedWhereItIsNotKnownWhereTheKernelIs() {
    write(Layout.SELF_RELATIVE);
    assertEquals(Kallsyms.Names.NONE, Kallsyms.read(new KernelImage(RAM, memory), 0));
  }
}
