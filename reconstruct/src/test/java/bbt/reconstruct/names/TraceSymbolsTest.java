package bbt.reconstruct.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.SidebandRecord;
import bbt.packets.bytes.TraceFormatException;
import bbt.reconstruct.testing.TestElf;
import bbt.reconstruct.testing.TinyTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The names of code addresses, also of a kernel before its page tables are on. */
class TraceSymbolsTest {
  private static final long VIRTUAL = TinyTrace.KERNEL;
  private static final long PHYSICAL = TinyTrace.KERNEL_PHYSICAL;
  private static final int USER_SPACE = 1;

  @TempDir private Path folder;

  private TraceSymbols symbols(String note, Path... binaries) throws IOException {
    Path trace = folder.resolve("tiny.bbt");
    TinyTrace.write(
        trace,
        Map.of("guest.kernel.build-id", "0000abcd"),
        note == null ? List.of() : List.of(new SidebandRecord.Note(23, "kernel.moved", note)));
    return TraceSymbols.read(trace, BinaryFiles.of(List.of(binaries)));
  }

  private static String moved() {
    return Long.toHexString(PHYSICAL) + " " + Long.toHexString(VIRTUAL);
  }

  @Test
  void labels() throws IOException {
    TraceSymbols s = symbols(null);
    assertEquals("leaf", s.label(USER_SPACE, VIRTUAL + 0x100, 0, false, null, null));
    assertEquals("leaf+0x2", s.label(USER_SPACE, VIRTUAL + 0x102, 0, false, null, null));
    assertEquals("main+0xfe", s.label(0, VIRTUAL + 0xFE, 0, false, null, null));
    assertEquals("prog+0x44", s.label(USER_SPACE, TinyTrace.USER + 0x44, 0, true, "prog", null));
    assertEquals("user+0x44", s.label(USER_SPACE, TinyTrace.USER + 0x44, 0, true, null, null));
    // No page of that address space is known: counted from zero.
    assertEquals("prog+0x10044", s.label(2, TinyTrace.USER + 0x44, 0, true, "prog", null));
    assertEquals("0x80200102", s.label(0, PHYSICAL + 0x102, 0, false, null, null));
    assertFalse(s.moves(s.functionAt(0, VIRTUAL)));
  }

  @Test
  void aKernelAtPhysicalAddressesHasItsNames() throws IOException {
    TraceSymbols s = symbols(moved());
    earlyNames(s, "main", "leaf");
    int leaf = s.functionAt(0, PHYSICAL + 0x100);
    assertEquals(
        new TraceSymbols.Function("kernel", VIRTUAL + 0x100, "leaf", "leaf"), s.function(leaf));
    assertTrue(s.moves(leaf));
    assertTrue(s.startsAt(leaf, PHYSICAL + 0x100));
    assertTrue(s.startsAt(leaf, VIRTUAL + 0x100));
    assertFalse(s.startsAt(leaf, PHYSICAL + 0x102));
    assertFalse(s.startsAt(leaf, PHYSICAL + 0x1100));
  }

  @Test
  void aBinarysNamesMoveWithTheKernel() throws IOException {
    Path vmlinux = folder.resolve("vmlinux");
    Files.write(vmlinux, TestElf.of(VIRTUAL, TinyTrace.kernelCode(), 0xABCD));
    TraceSymbols s = symbols(moved(), vmlinux);
    earlyNames(s, "start", "leaf");
    assertNotNull(s.sources().variables(PHYSICAL + 2, PHYSICAL, OptionalInt.empty()));
    assertEquals(
        PHYSICAL - VIRTUAL,
        s.sources().variables(PHYSICAL + 2, PHYSICAL, OptionalInt.empty()).bias());
    assertEquals(0, s.sources().variables(VIRTUAL + 2, PHYSICAL, OptionalInt.empty()).bias());
  }

  private static void earlyNames(TraceSymbols s, String first, String second) {
    assertEquals(first + "+0x2", s.label(0, PHYSICAL + 2, 0, false, null, null));
    assertEquals(first, s.label(0, PHYSICAL, 0, false, null, null));
    assertEquals(second, s.label(0, PHYSICAL + 0x100, 0, false, null, null));
    assertEquals(first, s.label(0, VIRTUAL, 0, false, null, null));
    // Other pages were not executed there, and a program's addresses are its own.
    assertEquals("0x80201000", s.label(0, PHYSICAL + 0x1000, 0, false, null, null));
    assertEquals("prog+0x80200000", s.label(USER_SPACE, PHYSICAL, 0, true, "prog", null));
  }

  @Test
  void aNoteWithoutTwoAddressesIsAnError() {
    for (String wrong : List.of("", "80200000", "80200000 ", "x y")) {
      assertTrue(
          assertThrows(TraceFormatException.class, () -> symbols(wrong))
              .getMessage()
              .contains("kernel.moved"),
          wrong);
    }
  }
}
