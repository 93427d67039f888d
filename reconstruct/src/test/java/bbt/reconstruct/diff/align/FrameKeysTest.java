package bbt.reconstruct.diff.align;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import bbt.packets.SidebandRecord;
import bbt.ptg.guest.Node;
import bbt.ptg.riscv.RiscvIsa;
import bbt.ptg.symbols.Symbol;
import bbt.ptg.symbols.SymbolTable;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.profile.ProfileFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Frames of the same function have the same key in two runs. */
class FrameKeysTest {
  private static ProfileFrame user(String program, long base, long offset) {
    String name = program + "+0x" + Long.toHexString(offset);
    return new ProfileFrame(ProfileFrame.Kind.USER, name, program, base + offset, 0);
  }

  private static ProfileFrame kernel(String name, long address) {
    return new ProfileFrame(ProfileFrame.Kind.KERNEL, name, TraceSymbols.KERNEL, address, 0);
  }

  private static TraceSymbols symbols(long base) {
    TraceSymbols symbols = new TraceSymbols(RiscvIsa.RV64);
    symbols.add(
        TraceSymbols.KERNEL,
        SidebandRecord.GLOBAL,
        SymbolTable.of(
            List.of(
                new Symbol(base, 0, "start"),
                new Symbol(base + 0x10, 0, "init"),
                new Symbol(base + 0x20, 0, "init"))));
    return symbols;
  }

  @Test
  void functionsAreKnownByNameOrByProgramAndOffsetNotByAddress() {
    FrameKeys keys = new FrameKeys();
    FrameKeys.Run a = keys.run(symbols(0x1000));
    FrameKeys.Run b = keys.run(symbols(0x9000), Map.of());
    assertEquals(a.key(kernel("start", 0x1000)), b.key(kernel("start", 0x9000)));
    // Of two functions of one name the first is the first.
    assertEquals(a.key(kernel("init", 0x1010)), b.key(kernel("init", 0x9010)));
    assertEquals(a.key(kernel("init", 0x1020)), b.key(kernel("init", 0x9020)));
    assertNotEquals(a.key(kernel("init", 0x1010)), a.key(kernel("init", 0x1020)));
    // A program at another address; another program.
    assertEquals(a.key(user("sh", 0x10000, 0x40)), b.key(user("sh", 0x7F0000, 0x40)));
    assertNotEquals(a.key(user("sh", 0x10000, 0x40)), b.key(user("awk", 0x10000, 0x40)));
    assertNotEquals(a.key(user("sh", 0x10000, 0x40)), b.key(user("sh", 0x10000, 0x44)));
  }

  @Test
  void functionsOfAProgramBuiltAnewAreFoundByTheirCode() {
    List<ProfileFrame> inA = new ArrayList<>();
    List<ProfileFrame> inB = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      inA.add(user("sh", 0x10000, 0x40 * i));
      // The second is longer, and loaded elsewhere.
      inB.add(user("sh", 0x70000, 0x40 * i + (i > 1 ? 0x48 : 0)));
    }
    inB.add(user("sh", 0x70000, 0x40));
    Map<ProfileFrame, ProfileFrame> others =
        FrameKeys.rebuilt(inA, i -> 100 + i, inB, i -> i == 1 || i == 8 ? 1 : 100 + i);
    FrameKeys keys = new FrameKeys();
    FrameKeys.Run a = keys.run(symbols(0));
    FrameKeys.Run b = keys.run(symbols(0), others);
    for (int i = 0; i < 8; i++) {
      assertEquals(a.key(inA.get(i)), b.key(inB.get(i)), "function " + i);
    }
    assertEquals("sh+0xc0", keys.frame(b.key(inB.get(3))).name());
  }

  @Test
  void aProgramBuiltAnewMayBeAtManyAddresses() {
    List<ProfileFrame> inA = new ArrayList<>();
    List<ProfileFrame> inB = new ArrayList<>();
    for (long base : new long[] {0x10000, 0x20000, 0x30000}) {
      for (int i = 0; i < 8; i++) {
        inA.add(user("sh", base, 0x40 * i));
        // In the last run the code of one was not known.
        inB.add(user("sh", base + 0x70000, 0x40 * i + (i > 1 ? 0x48 : 0)));
      }
    }
    inA.subList(16, 24).clear();
    Map<ProfileFrame, ProfileFrame> others =
        FrameKeys.rebuilt(inA, i -> 100 + i % 8, inB, i -> i == 21 ? Node.NO_PRINT : 100 + i % 8);
    FrameKeys keys = new FrameKeys();
    FrameKeys.Run a = keys.run(symbols(0));
    FrameKeys.Run b = keys.run(symbols(0)).with(others);
    for (int i = 0; i < inB.size(); i++) {
      assertEquals(a.key(inA.get(i % 8)), b.key(inB.get(i)), "function " + i);
    }
  }
}
