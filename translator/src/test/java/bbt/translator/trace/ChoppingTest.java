package bbt.translator.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.TraceHeader;
import bbt.packets.write.MachineWriter;
import bbt.packets.write.TraceWriter;
import bbt.ptg.guest.Node;
import bbt.ptg.guest.TraceRule;
import bbt.ptg.riscv.RiscvIsa;
import bbt.translator.memory.HostMemory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One execution, recorded as single nodes and as paths cut at random, is one file
 * (docs/determinism.md, "Why the canonical stream does not depend on the engine").
 */
class ChoppingTest {
  private static final int NOP = 0x13;

  /** Terminators: what follows the nops of a node. */
  private static final int[] ENDS = {
    0x00b50863, // beq a0,a1,.+16
    0x00b51463, // bne a0,a1,.+8
    0x0080006f, // j .+8
    0x008000ef, // jal ra,.+8
    0x00008067, // ret
    0x00030067, // jr t1
    0x000300e7, // jalr ra,t1
    0x000280e7, // jalr ra,t0: coroutine
    0x10200073, // sret
    0x10500073, // wfi
    0x00000073, // ecall
  };

  /**
   * A step of the execution.
   *
   * @param retired instructions of the node that retire; all of them, or fewer before a trap
   */
  private record Step(int node, boolean taken, int retired, boolean trap) {}

  private final List<Node> nodes = new ArrayList<>();
  private final List<Step> steps = new ArrayList<>();

  private void make(long seed, int size) {
    Random random = new Random(seed);
    for (int i = 0; i < 60; i++) {
      int nops = random.nextInt(i % 5 == 0 ? 80 : 40);
      int[] bits = new int[nops + 1];
      java.util.Arrays.fill(bits, NOP);
      bits[nops] = ENDS[random.nextInt(ENDS.length)];
      nodes.add(RiscvIsa.RV64.nodes().of(0x80000000L + i * 4096L + 4 * random.nextInt(100), bits));
    }
    for (int i = 0; i < size; i++) {
      int index = Math.abs((int) (random.nextGaussian() * 12)) % nodes.size();
      Node node = nodes.get(index);
      TraceRule.Leaves leaves = node.rule().leaves();
      boolean trap = leaves == TraceRule.Leaves.TRAP || random.nextInt(40) == 0;
      int retired = node.count();
      if (trap) {
        retired = leaves == TraceRule.Leaves.TRAP ? node.count() - 1 : random.nextInt(retired);
      }
      boolean taken = leaves == TraceRule.Leaves.BRANCH && !trap && random.nextBoolean();
      steps.add(new Step(index, taken, retired, trap));
    }
  }

  /** Raw records in off-heap memory. */
  private static final class Raw {
    final MemorySegment memory = Arena.ofAuto().allocate(16 << 20, 8);
    final long start = memory.address();
    long at = start;

    void word(int value) {
      HostMemory.putInt(at, value);
      at += 4;
    }

    void wide(long value) {
      HostMemory.putLong(at, value);
      at += 8;
    }
  }

  private byte[] canonical(String mode, RawMaker maker) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TraceWriter writer =
        new TraceWriter(bytes, new TraceHeader(Map.of("trace.mode", mode, "trace.verify", "true")));
    PathTable paths = new PathTable(RiscvIsa.RV64.nodes());
    Ending ending = new Ending();
    ending.retired = new long[] {retired(steps.size())};
    ending.verifyHashes = new long[] {1234};
    Canonicalizer canonicalizer =
        new Canonicalizer(
            new MachineWriter(writer),
            paths,
            new ArrayDeque<>(),
            RiscvIsa.RV64.traps(),
            ending,
            true,
            TraceScope.ALL,
            new RecordingSwitch(TraceScope.ALL, List.of()));
    Raw raw = new Raw();
    raw.word(-RawRecords.RESET);
    raw.wide(0x80000000L);
    raw.wide(0);
    raw.word(3);
    int[] ids = new int[nodes.size()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = paths.registerNode(nodes.get(i), nodes.get(i).pc());
    }
    maker.make(raw, paths, ids);
    raw.word(-RawRecords.END);
    raw.wide(0);
    raw.word(0);
    canonicalizer.consume(raw.start, raw.at);
    assertEquals(retired(steps.size()), canonicalizer.end().retired());
    java.lang.ref.Reference.reachabilityFence(raw);
    return bytes.toByteArray();
  }

  private interface RawMaker {
    void make(Raw raw, PathTable paths, int[] ids);
  }

  private long[] retiredBefore;

  private long retired(int step) {
    if (retiredBefore == null) {
      retiredBefore = new long[steps.size() + 1];
      for (int i = 0; i < steps.size(); i++) {
        retiredBefore[i + 1] = retiredBefore[i] + steps.get(i).retired();
      }
    }
    return retiredBefore[step];
  }

  private TraceRule rule(Step step) {
    return nodes.get(step.node()).rule();
  }

  /** What follows a step in any form: a trap, or where an xRET led. */
  private void after(Raw raw, int i) {
    Step step = steps.get(i);
    if (step.trap()) {
      long epc = nodes.get(step.node()).address(step.retired());
      raw.word(-RawRecords.TRAP);
      raw.wide(epc);
      raw.wide(retired(i + 1));
      raw.wide(i % 3 == 0 ? 1L << 63 | 5 : 13);
      raw.wide(i % 2 == 0 ? 0 : epc);
      raw.wide(0x80000000L);
      raw.wide(i * 77L);
      raw.word(1);
    } else if (rule(step).leaves() == TraceRule.Leaves.TRAP_RETURN) {
      raw.word(-RawRecords.TRAP_RETURN);
      raw.wide(i + 1 < steps.size() ? nodes.get(steps.get(i + 1).node()).pc() : 0);
      raw.word(i % 2);
    }
  }

  private void partial(Raw raw, int i, int base) {
    Step step = steps.get(i);
    if (step.retired() > 0) {
      raw.word(-RawRecords.PARTIAL);
      raw.wide(nodes.get(step.node()).pc());
      raw.word(base);
      raw.word(step.retired());
    }
  }

  private void singleNodes(Raw raw, PathTable paths, int[] ids) {
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      if (step.trap()) {
        partial(raw, i, ids[step.node()]);
      } else {
        raw.word(ids[step.node()] + (step.taken() ? 1 : 0));
      }
      after(raw, i);
    }
  }

  /** Paths of random length; equal sequences share an id, as in a region. */
  private RawMaker paths(long seed, int longest) {
    return (raw, paths, ids) -> {
      Random random = new Random(seed);
      Map<List<Step>, Integer> known = new HashMap<>();
      int i = 0;
      while (i < steps.size()) {
        List<Step> path = new ArrayList<>();
        int length = 1 + random.nextInt(longest);
        while (i < steps.size() && path.size() < length) {
          Step step = steps.get(i++);
          path.add(step);
          TraceRule.Leaves leaves = rule(step).leaves();
          if (step.trap()
              || leaves == TraceRule.Leaves.TARGET
              || leaves == TraceRule.Leaves.TRAP_RETURN) {
            break;
          }
        }
        int id = known.computeIfAbsent(path, p -> paths.registerRegion(2, new Fixed(p, ids)));
        if (path.getLast().trap()) {
          // A trap before the path's first instruction leaves no open path at all.
          if (path.size() > 1 || path.getFirst().retired() > 0) {
            raw.word(-RawRecords.REGION_PARTIAL);
            raw.wide(nodes.get(path.getFirst().node()).pc());
            raw.word(id);
            raw.word(0);
            raw.word(0);
          }
        } else {
          raw.word(id + 1);
        }
        after(raw, i - 1);
      }
    };
  }

  /** A region with one path, number 1. */
  private record Fixed(List<Step> path, int[] ids) implements RegionPaths {
    @Override
    public void expand(int number, Sink sink) {
      assertEquals(1, number);
      for (Step step : path) {
        sink.node(ids[step.node()], step.taken());
      }
    }

    @Override
    public void expandOpen(int sum, int site, Sink sink) {
      for (Step step : path.subList(0, path.size() - 1)) {
        sink.node(ids[step.node()], step.taken());
      }
      if (path.getLast().retired() > 0) {
        sink.partial(ids[path.getLast().node()], path.getLast().retired());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, compact, 4", "2, compact, 30", "3, raw, 12", "4, compact, 100"})
  void pathsOrNodesMakeTheSameFile(long seed, String mode, int longest) throws IOException {
    make(seed, 300_000);
    byte[] one = canonical(mode, this::singleNodes);
    assertTrue(retired(steps.size()) > 1 << 22, "too short to be cut into frames");
    assertArrayEquals(one, canonical(mode, paths(seed, longest)));
    assertArrayEquals(one, canonical(mode, paths(seed + 100, longest)));
  }

  @Test
  void aCountThatDoesNotAgreeIsNoticed() throws IOException {
    make(5, 1000);
    assertThrows(
        IllegalStateException.class,
        () ->
            canonical(
                "compact",
                (raw, paths, ids) -> {
                  raw.word(ids[0]);
                  singleNodes(raw, paths, ids);
                }));
  }
}
