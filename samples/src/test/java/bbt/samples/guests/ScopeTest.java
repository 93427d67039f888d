package bbt.samples.guests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceReader;
import bbt.reconstruct.trace.TraceVerifier;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.PieceConsumer;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.reconstruct.walk.graph.Step;
import bbt.samples.conformance.prove.Run;
import bbt.samples.testing.WalkedStops;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.engine.EngineMode;
import bbt.translator.trace.TraceScope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A trace of a part of a run is compared, instruction by instruction, with what that part is in the
 * trace of the whole run.
 */
final class ScopeTest {
  /** Instructions in a tick of guest time, of a guest of one hart that never waits. */
  private static final int TICK = 100;

  @TempDir private Path folder;

  private Path record(int harts, EngineMode engine, TraceScope scope, String name)
      throws Exception {
    Path trace = folder.resolve(name);
    Run.of(
        MachineConfig.builder()
            .kernel(harts == 1 ? MiniSample.kernel() : HartsSample.kernel())
            .harts(harts)
            .engine(engine)
            .trace(new TraceOptions(trace, true, true, TraceOptions.Context.AUTO, scope))
            .build());
    return trace;
  }

  /** Each node's beginning that was executed, with the state in which it was entered. */
  private record Piece(
      int hart,
      long retired,
      long clock,
      long pc,
      int count,
      int privilege,
      int space,
      long task) {}

  /** A packet of a hart, without what depends on where packets are cut. */
  private record Trap(int hart, Packet.Exception packet) {
    Trap {
      packet =
          new Packet.Exception(
              packet.retired(),
              packet.pc(),
              0,
              0,
              packet.kind(),
              packet.privilege(),
              packet.cause(),
              packet.epc(),
              packet.tval(),
              packet.verifyHash());
    }
  }

  /** Walks a trace and keeps what it executes. */
  private static final class Log implements FlowListener, PieceConsumer {
    private final List<Piece> pieces = new ArrayList<>();
    private final TreeMap<Long, String> functions = new TreeMap<>(Long::compareUnsigned);

    /** Exception packets, and by number the piece that the hart executed before each. */
    private final List<Trap> traps = new ArrayList<>();

    private final List<Piece> before = new ArrayList<>();
    private final Map<Integer, Piece> last = new HashMap<>();
    private final Map<Integer, long[]> states = new HashMap<>();
    private int hart;
    private long ahead;

    static Log of(Path trace) throws Exception {
      Log log = new Log();
      try (TraceReader reader = TraceReader.open(trace)) {
        Reconstruction walk =
            new Reconstruction(reader, (space, pc) -> FunctionMap.NONE, log, log).run();
        assertEquals(List.of(), walk.problems());
      }
      return log;
    }

    private long[] state() {
      return states.computeIfAbsent(hart, h -> new long[4]);
    }

    @Override
    public void hart(int number) {
      hart = number;
    }

    @Override
    public void turn(long clock, long retired) {
      ahead = clock - retired;
    }

    @Override
    public void start(long retired, long pc, int privilege, int addressSpace, long task) {
      states.put(hart, new long[] {retired, privilege, addressSpace, task});
    }

    @Override
    public void exception(Packet.Exception packet) {
      state()[1] = packet.privilege();
      traps.add(new Trap(hart, packet));
      before.add(last.get(hart));
    }

    @Override
    public void trapReturn(long retired, long target, int privilege) {
      state()[1] = privilege;
    }

    @Override
    public void contextSwitch(Packet.Switch packet) {
      state()[2] = packet.addressSpace();
      state()[3] = packet.task();
    }

    @Override
    public void note(SidebandRecord item) {
      if (item instanceof SidebandRecord.Symbols symbols) {
        for (int i = 0; i < symbols.names().length; i++) {
          functions.put(symbols.addresses()[i], symbols.names()[i]);
        }
      }
    }

    @Override
    public void piece(Step step, int count) {
      long[] s = state();
      Piece piece =
          new Piece(hart, s[0], s[0] + ahead, step.pc(), count, (int) s[1], (int) s[2], s[3]);
      pieces.add(piece);
      last.put(hart, piece);
      s[0] += count;
    }

    /** By hart and count: the piece's address plus the instruction's number in it; 0 for none. */
    Map<Integer, long[]> flat(List<Piece> of) {
      Map<Integer, Integer> ends = new HashMap<>();
      of.forEach(p -> ends.merge(p.hart, (int) p.retired + p.count, Math::max));
      Map<Integer, long[]> flat = new TreeMap<>();
      ends.forEach((h, end) -> flat.put(h, new long[end]));
      for (Piece p : of) {
        Arrays.fill(flat.get(p.hart), (int) p.retired, (int) p.retired + p.count, p.pc);
      }
      return flat;
    }

    private String function(long pc) {
      Map.Entry<Long, String> at = functions.floorEntry(pc);
      return at == null ? "" : at.getValue();
    }

    /** The traps at whose count something that is covered ends or begins, and each RESET. */
    List<Trap> trapsOf(List<Piece> covered) {
      Set<Piece> there = Collections.newSetFromMap(new IdentityHashMap<>());
      there.addAll(covered);
      Map<Long, Piece> starts = new HashMap<>();
      covered.forEach(p -> starts.put(p.retired * 32 + p.hart, p));
      List<Trap> those = new ArrayList<>();
      for (int i = 0; i < traps.size(); i++) {
        Packet.Exception packet = traps.get(i).packet;
        boolean behind = there.contains(before.get(i));
        boolean ahead =
            packet.kind() != ExceptionKind.FIRMWARE
                && starts.containsKey(packet.retired() * 32 + traps.get(i).hart);
        if (behind || ahead || packet.kind() == ExceptionKind.RESET) {
          those.add(new Trap(traps.get(i).hart, packet));
        }
      }
      return those;
    }

    /** What a scope has of the run: the same rule, in another way. */
    List<Piece> in(TraceScope scope) {
      List<Piece> covered = new ArrayList<>();
      boolean on = scope.starts().isEmpty();
      Map<TraceScope.Trigger, Long> reached = new HashMap<>();
      long last = -1;
      for (Piece p : pieces) {
        for (List<TraceScope.Trigger> triggers : List.of(scope.starts(), scope.stops())) {
          for (TraceScope.Trigger t : triggers) {
            boolean fires =
                switch (t) {
                  case TraceScope.Trigger.Count c ->
                      last < c.instructions() && p.clock >= c.instructions();
                  case TraceScope.Trigger.Time t1 ->
                      last < t1.ticks() * TICK && p.clock >= t1.ticks() * TICK;
                  case TraceScope.Trigger.Console x -> throw new IllegalArgumentException();
                  case TraceScope.Trigger.Mark x -> throw new IllegalArgumentException();
                  case TraceScope.Trigger.Hand x -> throw new IllegalArgumentException();
                  case TraceScope.Trigger.Program x -> throw new IllegalArgumentException();
                  case TraceScope.Trigger.Resumed x -> throw new IllegalArgumentException();
                  case TraceScope.Trigger.Reached r -> {
                    boolean here =
                        switch (r.place()) {
                          case TraceScope.Place.Range range -> range.from() == p.pc;
                          case TraceScope.Place.Function f -> f.name().equals(functions.get(p.pc));
                        };
                    yield here && (reached.merge(t, 1L, Long::sum) == r.nth() || r.nth() == 0);
                  }
                };
            if (fires) {
              on = triggers == scope.starts();
            }
          }
        }
        last = p.clock;
        if (on && (scope.filters().isEmpty() || scope.filters().stream().anyMatch(f -> in(f, p)))) {
          covered.add(p);
        }
      }
      return covered;
    }

    private boolean in(TraceScope.Filter f, Piece p) {
      return (f.privileged() == null || f.privileged() == (p.privilege > 0))
          && (f.space() == null || f.space() == p.space)
          && f.task() == null
          && f.pid() == null
          && f.places().stream()
              .allMatch(
                  place ->
                      switch (place) {
                        case TraceScope.Place.Function g -> g.name().equals(function(p.pc));
                        case TraceScope.Place.Range r ->
                            Long.compareUnsigned(p.pc, r.from()) >= 0
                                && Long.compareUnsigned(p.pc, r.to()) < 0;
                      });
    }
  }

  /** Draws from a run what may be asked of it. */
  private record Choice(Log run, SplittableRandom random, boolean timed) {
    private Piece piece() {
      return run.pieces.get(random.nextInt(run.pieces.size()));
    }

    private String function() {
      String name = run.function(piece().pc);
      return name.isEmpty() ? function() : name;
    }

    private String condition() {
      Piece at = piece();
      return switch (random.nextInt(6)) {
        case 0 -> at.privilege > 0 ? "kernel" : "user";
        case 1 -> "space=" + at.space;
        case 2 -> "symbol=" + function();
        case 3 -> range(at.pc, at.pc + 2 + random.nextInt(100));
        case 4 -> range(at.pc & -4096, at.pc + 4096) + ",symbol=" + run.function(piece().pc);
        default -> (random.nextBoolean() ? "kernel,symbol=" : "user,symbol=") + function();
      };
    }

    private static String range(long from, long to) {
      return "range=" + Long.toHexString(from) + "-" + Long.toHexString(to);
    }

    private List<TraceScope.Trigger> events(int least) {
      List<TraceScope.Trigger> events = new ArrayList<>();
      for (int i = least + random.nextInt(2); i > 0; i--) {
        String nth = random.nextBoolean() ? "" : ":" + (1 + random.nextInt(40));
        long off = random.nextBoolean() ? 0 : random.nextInt(100);
        events.add(
            TraceScope.Trigger.parse(
                switch (random.nextInt(timed ? 4 : 3)) {
                  case 3 -> "time=" + (piece().clock + off) / 1000.0 + "us";
                  case 0 -> "insns=" + (piece().clock + off);
                  case 1 -> "pc=" + Long.toHexString(piece().pc) + nth;
                  default -> "symbol=" + function() + nth;
                }));
      }
      return events;
    }

    TraceScope scope() {
      List<TraceScope.Filter> filters = new ArrayList<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        String condition = condition();
        if (!condition.endsWith("=")) {
          filters.add(TraceScope.Filter.parse(condition));
        }
      }
      return new TraceScope(filters, events(filters.isEmpty() ? 1 : 0), events(0));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aPartOfARunIsThatPartOfTheWholeTrace(int harts) throws Exception {
    Path all = record(harts, EngineMode.AUTO, TraceScope.ALL, "whole.bbt");
    Log whole = Log.of(all);
    WalkedStops run = harts == 1 ? WalkedStops.of(all) : null;
    Choice choice = new Choice(whole, new SplittableRandom(harts), harts == 1);
    for (int i = 0; i < 16; i++) {
      TraceScope scope = choice.scope();
      Path trace = record(harts, EngineMode.AUTO, scope, "part.bbt");
      TraceVerifier.Result verified = TraceVerifier.verify(trace);
      assertTrue(verified.ok(), () -> scope + ": " + verified.problems());
      List<Piece> expected = whole.in(scope);
      Log part = Log.of(trace);
      Map<Integer, long[]> wanted = whole.flat(expected);
      Map<Integer, long[]> found = whole.flat(part.pieces);
      assertEquals(wanted.keySet(), found.keySet(), scope.toString());
      wanted.forEach((hart, pcs) -> assertArrayEquals(pcs, found.get(hart), scope + " " + hart));
      assertEquals(expected.stream().mapToLong(Piece::count).sum(), verified.instructions());
      assertEquals(clocks(expected), clocks(part.pieces), scope.toString());
      assertEquals(whole.trapsOf(expected), part.traps, scope.toString());
      if (harts == 1 && i % 2 == 0 && verified.instructions() > 0) {
        WalkedStops stops = WalkedStops.of(trace);
        stops.arePartOf(run);
        stops.areTheSteppers(trace, 8);
      }
    }
  }

  /** In which order harts executed. */
  private static List<Long> clocks(List<Piece> pieces) {
    return pieces.stream().map(p -> p.clock * 32 + p.hart).toList();
  }

  @Test
  void anyEngineLeavesOutTheSame() throws Exception {
    Log whole = Log.of(record(3, EngineMode.AUTO, TraceScope.ALL, "whole.bbt"));
    Choice choice = new Choice(whole, new SplittableRandom(77), false);
    for (int i = 0; i < 4; i++) {
      TraceScope scope = choice.scope();
      Path first = record(3, EngineMode.INTERPRETER, scope, "first.bbt");
      Path second = record(3, EngineMode.AUTO, scope, "second.bbt");
      assertEquals(-1, Files.mismatch(first, second), scope.toString());
    }
  }
}
