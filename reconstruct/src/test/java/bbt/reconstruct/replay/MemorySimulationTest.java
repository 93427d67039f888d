package bbt.reconstruct.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.Packet;
import bbt.ptg.guest.Node;
import bbt.reconstruct.analysis.Analysis;
import bbt.reconstruct.analysis.ReportPart;
import bbt.reconstruct.code.CodeLine;
import bbt.reconstruct.cursor.ExecutionReader;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.memory.MemoryConfig;
import bbt.reconstruct.memory.MemoryEvent;
import bbt.reconstruct.memory.MemoryProfile;
import bbt.reconstruct.memory.MemorySystem;
import bbt.reconstruct.memory.MissCounts;
import bbt.reconstruct.replay.memory.MemorySimulation;
import bbt.reconstruct.select.PositionSpecification;
import bbt.reconstruct.select.Selection;
import bbt.reconstruct.select.SelectionScope;
import bbt.translator.engine.EngineMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The simulation in one pass, against each instruction and each access by itself: accesses as
 * {@link AccessScan} finds them by watching all memory.
 */
@Timeout(300)
class MemorySimulationTest {
  @TempDir private Path folder;

  private RecordedGuest guest;
  private Replay replay;
  private TraceMap map;

  private void open(int harts) throws IOException {
    guest = RecordedGuest.run(folder, harts, 400, EngineMode.AUTO);
    replay = Replay.open(guest.trace(), guest.files(), folder.resolve("cache"), 5003);
    map = TraceMap.open(guest.trace(), TraceMap.Options.PLAIN);
  }

  private MemoryProfile run(MemoryConfig config, SelectionScope scope) throws IOException {
    return MemorySimulation.run(map, replay, scope, config, null, false, clock -> {});
  }

  private static MemoryConfig config(String... lines) throws IOException {
    return MemoryConfig.parse("m", List.of(lines));
  }

  private static Selection window(PositionSpecification from, PositionSpecification to) {
    return new Selection(from, to, List.of(), Set.of(), List.of(), Set.of());
  }

  private List<AccessScan.Seen> accesses() throws IOException {
    try (AccessScan scan = new AccessScan(replay, 0, List.of())) {
      return scan.until(Long.MAX_VALUE).stream().filter(a -> a.before().length > 0).toList();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void dataIsWhatWatchingSees(int harts) throws IOException {
    open(harts);
    MemoryConfig config = config("l1d 256 2 32", "l2 1K 2 64");
    MemorySystem plain = new MemorySystem(config("l1d 256 2 32"), harts);
    MissCounts expected = new MissCounts();
    Set<Long> lines = new HashSet<>();
    for (AccessScan.Seen a : accesses()) {
      expected.add(plain.access(a.hart(), 0, a.address(), a.address(), a.bytes(), a.store()));
      expected.writes += a.store() ? 1 : 0;
      expected.reads += a.store() ? 0 : 1;
      lines.add(a.address() / 64);
    }
    MissCounts total = run(config, null).total();
    assertEquals(expected.reads, total.reads);
    assertEquals(expected.writes, total.writes);
    assertTrue(expected.reads > 0 && expected.writes > 400);
    for (MemoryEvent event :
        List.of(MemoryEvent.READ_L1, MemoryEvent.WRITE_L1, MemoryEvent.WRITE_BACK)) {
      assertEquals(expected.of(event), total.of(event), event.name());
    }
    assertTrue(total.of(MemoryEvent.READ_L2, MemoryEvent.WRITE_L2) > 0);
    if (harts == 1) {
      // What never leaves is missed once.
      MissCounts endless = run(config("l1d 1M 16 64"), null).total();
      assertEquals(lines.size(), endless.of(MemoryEvent.READ_L1, MemoryEvent.WRITE_L1));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void fetchesAndBranchesAreThoseOfTheTrace(int harts) throws IOException {
    open(harts);
    MemoryConfig config = config("l1i 128 2 16 fifo", "predictor static", "returns 2");
    MemorySystem plain = new MemorySystem(config, harts);
    MissCounts expected = new MissCounts();
    ExecutionReader reader = new ExecutionReader(map, false);
    reader.read(
        0,
        Long.MAX_VALUE,
        new ExecutionReader.Listener() {
          @Override
          public boolean node(long clock, Node node, int from, int to) {
            for (int i = from; i < to; i++) {
              long pc = node.address(i);
              expected.add(plain.fetch(reader.hart(), 0, pc, pc, node.length(i)));
              expected.instructions++;
            }
            if (reader.branch() >= 0) {
              boolean backward = reader.step().target() < node.endAddress();
              expected.branches++;
              expected.add(
                  (backward ? reader.branch() == 0 : reader.branch() == 1)
                      ? MemoryEvent.BRANCH.bit()
                      : 0);
            }
            return true;
          }

          @Override
          public boolean exception(long clock, Packet.Exception packet) {
            return true;
          }

          @Override
          public boolean gap(long clock, String message) {
            return true;
          }
        });
    MemoryProfile profile = run(config, null);
    MissCounts total = profile.total();
    assertEquals(guest.retired(), total.instructions);
    assertEquals(expected.of(MemoryEvent.FETCH_L1), total.of(MemoryEvent.FETCH_L1));
    assertTrue(total.of(MemoryEvent.FETCH_L1) > 500);
    assertEquals(expected.branches, total.branches);
    assertEquals(expected.of(MemoryEvent.BRANCH), total.of(MemoryEvent.BRANCH));
    assertTrue(total.returns > 100 && total.of(MemoryEvent.RETURN) < total.returns / 10);
    // Instruction by instruction, the counts are those of the report.
    long[] lines = new long[2];
    new Analysis(guest.trace())
        .want(ReportPart.CODE).run().code().functions().stream()
            .flatMap(f -> f.lines().stream())
            .forEach(
                line -> {
                  lines[0] += line.executions();
                  lines[1] += line.flow() == CodeLine.Flow.BRANCH ? line.executions() : 0;
                });
    assertEquals(lines[0], total.instructions);
    assertEquals(lines[1], total.branches);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void partsSumUpToTheWhole(int harts) throws IOException {
    open(harts);
    MemoryConfig config =
        config("l1i 256 2 16", "l1d 256 2 32", "l2 1K 2 64", "predictor bimodal 8");
    MissCounts sum = new MissCounts();
    PositionSpecification at = new PositionSpecification.Instruction(guest.retired() / 3 + 1);
    for (Selection part : List.of(window(null, at), window(at, null))) {
      sum.add(run(config, SelectionScope.of(part, guest.trace(), map.symbols())).total());
    }
    MissCounts whole = run(config, null).total();
    assertEquals(whole.instructions, sum.instructions);
    assertEquals(whole.reads, sum.reads);
    for (MemoryEvent event : MemoryEvent.values()) {
      assertEquals(whole.of(event), sum.of(event), event.name());
    }
  }
}
