package bbt.samples.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.SidebandRecord;
import bbt.packets.TraceHeader;
import bbt.packets.write.EventWriter;
import bbt.packets.write.MachineWriter;
import bbt.packets.write.TraceWriter;
import bbt.samples.testing.Bbt;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A call stack with a recursion of a thousand frames is a few lines, wherever it is shown. */
final class RecursionTest {
  private static final long CODE = 0xFFFF_FFFF_8000_0000L;
  private static final long PHYSICAL = 0x8020_0000L;
  private static final long DEEP = CODE + 0x100;

  @TempDir private Path folder;

  /** main calls deep, which calls itself until the run ends. */
  private Path trace(String name, int calls) throws IOException {
    Path file = folder.resolve(name);
    Map<String, String> facts = Map.of("trace.mode", "compact", "trace.verify", "false");
    try (TraceWriter writer = TraceWriter.create(file, new TraceHeader(facts))) {
      MachineWriter machine = new MachineWriter(writer);
      EventWriter out = machine.current();
      out.reset(CODE, 1, 0);
      out.contextSwitch(CODE, 1, 0x8000_0000_0000_1234L, 0x500, 7, 0);
      out.sideband().mapping(0, 1, CODE, PHYSICAL, true);
      code(out, 0, 0, 0x1000_00EF); // jal ra, 0x100
      out.retire(1);
      out.call(CODE + 4);
      out.sideband().code(1, PHYSICAL + 0x100, 0x0001);
      code(out, 2, 0x102, 0xFFFF_F0EF); // jal ra, -2
      for (int i = 0; i < calls; i++) {
        out.retire(2);
        out.call(DEEP + 6);
      }
      out.retire(1);
      machine.finish(
          List.of(
              new SidebandRecord.Symbols(
                  2L * calls + 2,
                  "kernel",
                  SidebandRecord.GLOBAL,
                  new long[] {CODE, DEEP},
                  new String[] {"main", "deep"})),
          new long[] {0},
          0,
          "poweroff",
          0);
    }
    return file;
  }

  private static void code(EventWriter out, long clock, int offset, int bits) {
    out.sideband().code(clock, PHYSICAL + offset, bits & 0xFFFF);
    out.sideband().code(clock, PHYSICAL + offset + 2, bits >>> 16);
  }

  private static String bbt(int code, String... arguments) throws Exception {
    Bbt.Outcome outcome = Bbt.run(arguments);
    assertEquals(code, outcome.code(), outcome.err());
    return outcome.out();
  }

  @Test
  void framesThatAreAlikeAreOneLine() throws Exception {
    String file = trace("deep.bbt", 1000).toString();
    List<String> lines =
        bbt(0, "step", file, "--at", "2001", "-c", "bt", "-c", "frame 500", "-c", "bt")
            .lines()
            .filter(line -> line.matches("[* ]\\d+ .* (main|deep).*"))
            .toList();
    String deep = "ffffffff80000102 deep+0x2  <- called at ";
    assertEquals(
        List.of(
            "*0  ffffffff80000100 deep  <- called at [2,001]",
            " 1  " + deep + "[1,999]  (x 1,000)",
            " 1001 ffffffff80000000 main  (outermost known)",
            "*500 " + deep + "[1,001]",
            " 0  ffffffff80000100 deep  <- called at [2,001]",
            " 1  " + deep + "[1,999]  (x 499)",
            "*500 " + deep + "[1,001]",
            " 501 " + deep + "[999]  (x 500)",
            " 1001 ffffffff80000000 main  (outermost known)"),
        lines);
  }

  @Test
  void soTheyAreWhereTwoTracesPart() throws Exception {
    String a = trace("a.bbt", 1000).toString();
    String b = trace("b.bbt", 1001).toString();
    String text = bbt(1, "diff", a, b, "--first");
    assertTrue(text.contains("<- called  (x 1,000)"), text);
  }
}
