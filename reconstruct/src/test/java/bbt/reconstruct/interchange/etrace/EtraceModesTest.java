package bbt.reconstruct.interchange.etrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.riscv.RiscvIsa;
import bbt.reconstruct.interchange.BitPacker;
import bbt.reconstruct.interchange.BitPicker;
import bbt.reconstruct.interchange.InterchangeException;
import bbt.reconstruct.interchange.build.ImportedHart;
import bbt.reconstruct.interchange.read.ForeignFormat;
import bbt.reconstruct.interchange.read.Importer;
import bbt.reconstruct.testing.Rebuilt;
import bbt.reconstruct.testing.TestElf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The optional modes: packets that this project's own encoder writes, and others that an encoder
 * may write which the text of the specification describes.
 */
class EtraceModesTest {
  private static final long BASE = LoopingProgram.BASE;

  private static final int NOP = 0x13;
  private static final int RET = 0x8067;

  @TempDir private Path folder;

  private static EtraceParameters parameters(Map<String, String> changed) {
    try {
      return EtraceParameters.with(changed);
    } catch (InterchangeException e) {
      throw new AssertionError(e);
    }
  }

  /** What an import gives. */
  private record Back(Importer.Result result, Rebuilt rebuilt) {
    List<Long> offsets() {
      return rebuilt.addresses().stream().map(a -> a - BASE).toList();
    }
  }

  private Back read(byte[] packets, Map<String, String> parameters, int... code)
      throws IOException {
    Path file = Files.write(folder.resolve("packets.etrace"), packets);
    Path trace = folder.resolve("packets.bbt");
    Importer.Result result =
        new Importer(file, ForeignFormat.E_TRACE, parameters)
            .write(trace, 0, RiscvIsa.RV64, TestElf.code(BASE, code), Map.of(), n -> {});
    Rebuilt rebuilt = Rebuilt.of(trace);
    assertEquals(List.of(), rebuilt.problems());
    return new Back(result, rebuilt);
  }

  /** Programs with loops, calls and traps come back, whatever modes are on. */
  @Test
  void whatIsExecutedComesBackInAllModes() throws IOException {
    Map<Integer, Integer> formats = new HashMap<>();
    for (int seed = 0; seed < 400; seed++) {
      LoopingProgram program = new LoopingProgram(seed);
      Map<String, String> modes = program.modes();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      program.run(
          new EtraceEncoder(0, RiscvIsa.RV64, out, parameters(modes)), 200 + seed % 10 * 400);
      String about = "seed " + seed + " " + modes;
      Back back = read(out.toByteArray(), modes, program.code());
      assertNull(back.result.misfits().told(), about);
      assertEquals(0, back.result.gaps(), about);
      List<Long> told = back.rebuilt.addresses();
      assertTrue(
          program.executed.size() - told.size() <= 1,
          about + ": " + told.size() + " of " + program.executed.size());
      for (int i = 0; i < told.size(); i++) {
        if (!told.get(i).equals(program.executed.get(i))) {
          int from = Math.max(0, i - 5);
          int to = Math.min(told.size(), i + 5);
          assertEquals(
              program.executed.subList(from, to), told.subList(from, to), about + " from " + from);
        }
      }
      List<String> traps =
          back.rebuilt.traps().stream()
              .filter(t -> !t.contains(" " + ImportedHart.UNKNOWN_CALL + " "))
              .toList();
      assertEquals(program.traps.subList(0, traps.size()), traps, about);
      assertTrue(program.traps.size() - traps.size() <= 1, about);
      count(out.toByteArray(), modes, formats);
    }
    // Each kind of packet was written: a count without an address, with one, with one that failed;
    // an entry of the cache.
    assertEquals(Set.of(0, 2, 3, 4), formats.keySet());
  }

  private static void count(byte[] file, Map<String, String> modes, Map<Integer, Integer> kinds) {
    int options =
        (modes.containsKey("bpred_size") ? EtraceModes.BRANCH_PREDICTION : 0)
            | (modes.containsKey("cache_size") ? EtraceModes.JUMP_TARGET_CACHE : 0);
    for (int at = 0; at < file.length; at += 2 + file[at]) {
      BitPicker bits = new BitPicker(file, at + 2, at + 2 + file[at]);
      bits.take(2);
      EtracePacket packet = new EtracePacket(bits, parameters(modes), options);
      if (packet.predicted) {
        kinds.merge(packet.hasAddress ? packet.failed ? 3 : 2 : 0, 1, Integer::sum);
      } else if (packet.index >= 0) {
        kinds.merge(4, 1, Integer::sum);
      }
    }
  }

  /** A loop of 100,000 rounds is a handful of packets where branches are predicted. */
  @Test
  void aLongLoopIsOneCount() throws IOException {
    int[] code = {NOP, 0xFE00_0EE3, NOP, 0x0000_006F}; // nop; beq to it; nop; j to itself
    Map<String, String> modes = Map.of("bpred_size", "3");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    EtraceEncoder encoder = new EtraceEncoder(0, RiscvIsa.RV64, out, parameters(modes));
    encoder.begin(3, 0);
    int rounds = 100_000;
    for (int i = 0; i < rounds; i++) {
      encoder.node(RiscvIsa.RV64.nodes().of(BASE, new int[] {code[0], code[1]}), 2, i < rounds - 1);
    }
    encoder.node(RiscvIsa.RV64.nodes().of(BASE + 8, new int[] {code[2], code[3]}), 2, false);
    encoder.end();
    assertTrue(out.size() < 60, out.size() + " bytes");
    Back back = read(out.toByteArray(), modes, code);
    assertNull(back.result.misfits().told());
    assertEquals(2 * rounds + 1, back.offsets().stream().filter(a -> a != 12).count());
    assertEquals(8, back.offsets().get(2 * rounds));
  }

  /** The table of the specification: what an entry predicts after a row of branches. */
  @Test
  void thePredictorChangesItsMindAfterTwoFailures() {
    BranchTable table = new BranchTable(parameters(Map.of("bpred_size", "1")));
    String taken = "1 1 0 1 0 0 1 0 0 1 1";
    StringBuilder predicted = new StringBuilder();
    for (String each : taken.split(" ")) {
      predicted.append(table.predicts(BASE) ? 1 : 0);
      table.learn(BASE, each.equals("1"));
      assertFalse(table.predicts(BASE + 2), "another entry");
    }
    // 01: 0, 11: 1, 11: 1, 10: 1, 11: 1, 10: 1, 00: 0, 01: 0, 00: 0, 00: 0, 01: 0
    assertEquals("01111100000", predicted.toString());
    assertTrue(table.predicts(BASE));
    table.reset();
    assertFalse(table.predicts(BASE));
  }

  // ---- packets of format 0, worked out by hand

  private static EtracePacket packet(Map<String, String> more, int modes, int... bytes) {
    byte[] packed = new byte[bytes.length];
    for (int i = 0; i < packed.length; i++) {
      packed[i] = (byte) bytes[i];
    }
    return new EtracePacket(new BitPicker(packed, 0, packed.length), parameters(more), modes);
  }

  @Test
  void fieldsOfFormat0() {
    Map<String, String> both = Map.of("bpred_size", "4", "cache_size", "3");
    // 00, then the count 5 where there is one kind alone; 00, 0 and 5 where there are two.
    for (EtracePacket count :
        List.of(
            packet(Map.of("bpred_size", "4"), EtraceModes.BRANCH_PREDICTION, 5 << 2),
            packet(both, EtraceModes.BRANCH_PREDICTION, 5 << 3))) {
      assertTrue(count.known && count.predicted && count.failed && !count.hasAddress);
      assertEquals(5 + 31 + 1, count.branches);
    }
    // 00, 1, entry 101, one branch, which was not taken, and no depth: all further bits are 1.
    EtracePacket entry = packet(both, EtraceModes.JUMP_TARGET_CACHE, 0x6C, 0xF8);
    assertTrue(entry.known && entry.leads() && !entry.hasAddress && !entry.depthTold);
    assertEquals(5, entry.index);
    assertEquals(1, entry.branches);
    assertEquals(1, entry.map);
    // 00, count 0 (32 bits), 11, then the difference -2 (its half in 63 bits, all of them 1)
    EtracePacket failed =
        packet(Map.of("bpred_size", "4"), EtraceModes.BRANCH_PREDICTION, 0, 0, 0, 0, 0xFC);
    assertTrue(failed.predicted && failed.failed && failed.hasAddress);
    assertEquals(32, failed.branches);
    assertEquals(-2, failed.address);
    assertFalse(packet(both, 0, 0x14).known, "no mode is on");
  }

  // ---- packets of others

  /** Writes packets as an encoder would. */
  private static final class Packets {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final BitPacker packet = new BitPacker(64);
    private final EtraceParameters parameters;
    private final Encapsulation encapsulation;

    Packets(Map<String, String> parameters) {
      this.parameters = parameters(parameters);
      encapsulation = new Encapsulation(out, this.parameters);
    }

    /** Begins a packet; then come fields, each a value and its width. */
    Packets packet(long... fields) throws IOException {
      encapsulation.begin(packet);
      for (int i = 0; i < fields.length; i += 2) {
        packet.put(fields[i], (int) fields[i + 1]);
      }
      return this;
    }

    Packets end() throws IOException {
      encapsulation.write(0, packet);
      return this;
    }

    Packets support(int modes) throws IOException {
      return packet(3, 2, 3, 2, 1, 1, 0, 1, 0, 2, modes, 5, 0, 6).end();
    }

    Packets start(long offset) throws IOException {
      return packet(3, 2, 0, 2, 1, 1, 3, 2, 0, 32, BASE + offset >> 1, 63).end();
    }

    /** A timer's interrupt, with its handler's address unless that is left out. */
    Packets interrupt(long handler) throws IOException {
      packet(3, 2, 1, 2, 1, 1, 3, 2, 0, 32, 7, 6, 1, 1, 1, 1);
      if (handler >= 0) {
        packet.put(BASE + handler >> 1, 63);
      }
      return end();
    }

    /** The address of an instruction and the depth of calls at it; -1 tells none. */
    Packets address(long difference, long depth) throws IOException {
      packet.put(difference >> 1, 63);
      int same = packet.last();
      packet.put(-same, 2);
      packet.put(depth < 0 ? same : 1 - same, 1);
      packet.put(depth < 0 ? -same : depth, parameters.depthBits());
      return end();
    }

    Packets off() throws IOException {
      return packet(3, 2, 3, 2, 0, 1, 0, 1, 1, 2, 0, 5, 0, 6).end();
    }
  }

  /** call 12; nop; j to itself; the function: beq to its end, call itself, nop; ret. */
  private static final int[] RECURSIVE = {
    0x00C0_00EF, NOP, 0x0000_006F, 0x0000_0663, 0xFFDF_F0EF, NOP, RET, NOP
  };

  /**
   * A function calls itself twice and returns; an interrupt comes behind one of the returns, at an
   * address that each of them leads to. The depth of calls says which one it was: at depth 0 no
   * packet need tell it.
   */
  @Test
  void theDepthOfCallsSaysWhichReturnIsMeant() throws IOException {
    for (String kept : List.of("return_stack_size", "call_counter_size")) {
      Map<String, String> modes = Map.of(kept, "3");
      List<Long> down = List.of(0L, 12L, 16L, 12L, 16L, 12L, 24L);
      for (int depth = 2; depth >= 0; depth--) {
        long last = depth == 0 ? 4 : 20;
        Packets packets = new Packets(modes);
        packets.support(EtraceModes.IMPLICIT_RETURN).start(0);
        // Three branches: not taken, not taken, taken.
        packets.packet(1, 2, 3, 5, 0b011, 3).address(last, depth == 0 ? -1 : depth);
        packets.interrupt(28).off();
        List<Long> expected = new ArrayList<>(down);
        for (int i = 2; i >= Math.max(depth, 1); i--) {
          expected.addAll(i == 2 ? List.of(20L) : List.of(24L, 20L));
        }
        if (depth == 0) {
          expected.addAll(List.of(24L, 4L));
        }
        expected.add(28L);
        Back back = read(packets.out.toByteArray(), modes, RECURSIVE);
        assertNull(back.result.misfits().told(), kept + " " + depth);
        assertEquals(expected, back.offsets(), kept + " " + depth);
      }
    }
  }

  /** What no packet says is asked for; nothing is made up until then. */
  @Test
  void whatIsMissingIsSaid() throws IOException {
    Map<Integer, String> missing =
        Map.of(
            EtraceModes.IMPLICIT_RETURN, "return_stack_size=N",
            EtraceModes.BRANCH_PREDICTION, "bpred_size=N",
            EtraceModes.JUMP_TARGET_CACHE, "cache_size=N");
    for (Map.Entry<Integer, String> each : missing.entrySet()) {
      byte[] packets =
          new Packets(Map.of()).support(each.getKey()).start(0).off().out.toByteArray();
      InterchangeException e =
          assertThrows(InterchangeException.class, () -> read(packets, Map.of(), RECURSIVE));
      assertTrue(e.getMessage().contains("add --parameter " + each.getValue()), e.getMessage());
    }
    byte[] two =
        new Packets(Map.of()).support(EtraceModes.IMPLICIT_RETURN).start(0).off().out.toByteArray();
    Map<String, String> both = Map.of("return_stack_size", "3", "call_counter_size", "3");
    InterchangeException e =
        assertThrows(InterchangeException.class, () -> read(two, both, RECURSIVE));
    assertTrue(e.getMessage().contains("a stack and a counter at once"), e.getMessage());
  }

  @Test
  void trapVectors() throws IOException {
    Packets packets = new Packets(Map.of());
    packets.support(EtraceModes.IMPLICIT_EXCEPTION).start(4).interrupt(-1).off();
    byte[] bytes = packets.out.toByteArray();
    Back without = read(bytes, Map.of(), RECURSIVE);
    assertTrue(
        without.result.misfits().told().contains("add --parameter trap_vector_3=0xVALUE"),
        without.result.misfits().told());
    // One handler for all; one of 4 bytes for each interrupt, this is number 7.
    for (String vector : List.of(Long.toHexString(BASE + 28), Long.toHexString(BASE | 1))) {
      Map<String, String> told = Map.of("trap_vector_3", "0x" + vector);
      Back back = read(bytes, told, RECURSIVE);
      assertNull(back.result.misfits().told());
      assertEquals(List.of(4L, 28L), back.offsets());
      assertNotEquals(List.of(), back.rebuilt.traps());
    }
    for (String wrong : List.of("80000000", "0x", "0xg")) {
      InterchangeException e =
          assertThrows(
              InterchangeException.class,
              () -> EtraceParameters.with(Map.of("trap_vector_1", wrong)));
      assertTrue(e.getMessage().startsWith("trap_vector_1="), e.getMessage());
    }
  }

  /** A return leads elsewhere, and in another context. */
  @Test
  void aReturnIntoAnotherContext() throws IOException {
    Map<String, String> modes = Map.of("return_stack_size", "3");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    EtraceEncoder encoder = new EtraceEncoder(0, RiscvIsa.RV64, out, parameters(modes));
    encoder.begin(1, 0);
    encoder.node(RiscvIsa.RV64.nodes().of(BASE, new int[] {RECURSIVE[0]}), 1, false);
    encoder.node(RiscvIsa.RV64.nodes().of(BASE + 12, new int[] {RECURSIVE[3]}), 1, true);
    encoder.node(RiscvIsa.RV64.nodes().of(BASE + 24, new int[] {RET}), 1, false);
    encoder.state(1, 5);
    encoder.node(RiscvIsa.RV64.nodes().of(BASE + 20, new int[] {NOP, RET}), 2, false);
    encoder.end();
    Back back = read(out.toByteArray(), modes, RECURSIVE);
    assertNull(back.result.misfits().told());
    assertEquals(0, back.result.gaps());
    assertEquals(List.of(0L, 12L, 24L, 20L), back.offsets());
  }
}
