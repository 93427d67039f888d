package bbt.reconstruct.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.ChunkHeader;
import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceReader;
import bbt.ptg.guest.TrapCauses;
import bbt.ptg.riscv.RiscvIsa;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.profile.count.FrameListener;
import bbt.reconstruct.profile.count.Profiler;
import bbt.reconstruct.profile.count.RandomFlow;
import bbt.reconstruct.stack.TaskStacks.Key;
import bbt.reconstruct.testing.CallingGuest;
import bbt.reconstruct.testing.RandomGuest;
import bbt.reconstruct.testing.Wounds;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.FlowPair;
import bbt.reconstruct.walk.graph.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/**
 * The report and the stepper have, after every event, the call stacks that {@link PlainStacks} has.
 */
class StackRulesPropertyTest {
  private static final TrapCauses CAUSES = RiscvIsa.RV64.traps();
  private static final int DEEP = 100;

  /** The frames of all tasks as the profiler tells them; true of a trap. */
  private static final class Told implements FrameListener {
    final Map<Integer, List<Boolean>> stacks = new HashMap<>();

    /** Whose frame came last since it was asked. */
    Integer last;

    @Override
    public void entered(
        int task, int hart, long now, int depth, int frame, FrameOrigin how, ExceptionKind trap) {
      List<Boolean> its = stacks.computeIfAbsent(task, k -> new ArrayList<>());
      assertEquals(its.size(), depth);
      assertEquals(how == FrameOrigin.TRAP, trap != null);
      its.add(trap != null);
      last = task;
    }

    @Override
    public void left(
        int task, int hart, long now, int depth, int frame, FrameEnd end, long all, long self) {
      List<Boolean> its = stacks.get(task);
      its.removeLast();
      assertEquals(its.size(), depth);
    }
  }

  /** Hears every event behind those that it compares. */
  private static final class Comparison implements FlowListener {
    final StackTracker tracker = new StackTracker(CAUSES, key -> SavedStack.EMPTY);
    final PlainStacks plain = new PlainStacks(CAUSES, false);
    final PlainStacks named = new PlainStacks(CAUSES, true);
    final Told told = new Told();
    private final Map<Key, Integer> numbers = new HashMap<>();
    private int events;
    int deepest;

    /** All of them, to be told. */
    FlowListener all(TraceSymbols symbols) {
      Profiler profiler =
          new Profiler(symbols, new Profiler.Options(false, null, told, null, null));
      return new FlowPair(
          new FlowPair(plain, tracker), new FlowPair(new FlowPair(named, profiler), this));
    }

    private void check() {
      events++;
      assertEquals(plain.key(), tracker.key());
      if (plain.key() == null) {
        return;
      }
      int depth = plain.stack().frames.size();
      deepest = Math.max(deepest, depth);
      boolean whole = depth < DEEP || events % 9973 == 0;
      if (whole) {
        assertEquals(plain.stack().shown(), tracker.current().frames());
      }
      if (told.last != null) {
        numbers.put(named.key(), told.last);
        told.last = null;
      }
      List<Boolean> its = told.stacks.get(numbers.get(named.key()));
      assertEquals(named.stack().frames.size(), its.size());
      if (its.size() < DEEP || whole) {
        assertEquals(named.stack().frames.stream().map(PlainStacks.Entry::trap).toList(), its);
      }
    }

    @Override
    public void call(long retired, Step from, Step to, long target, long link) {
      check();
    }

    @Override
    public void ret(long retired, Step from, Step to, long target) {
      check();
    }

    @Override
    public void jump(long retired, Step from, Step to, long target) {
      check();
    }

    @Override
    public void exception(Packet.Exception packet) {
      check();
    }

    @Override
    public void trapReturn(long retired, long target, int privilege) {
      check();
    }

    @Override
    public void landed(long retired, Step to) {
      check();
    }

    @Override
    public void contextSwitch(Packet.Switch packet) {
      check();
    }

    @Override
    public void start(long retired, long pc, int privilege, int addressSpace, long task) {
      check();
    }

    @Override
    public void note(SidebandRecord item) {
      check();
    }

    /** What is cut off is cut off everywhere. */
    @Override
    public void stop(long retired, boolean gap) {
      told.last = null;
      numbers.forEach(
          (key, number) ->
              assertEquals(
                  named.stacks.get(key).frames.size(), told.stacks.get(number).size(), "" + key));
      check();
    }
  }

  private static Comparison walk(Path file, TraceSymbols symbols) throws IOException {
    Comparison comparison = new Comparison();
    try (TraceReader reader = TraceReader.open(file)) {
      new Reconstruction(reader, symbols, comparison.all(symbols), null).run();
    }
    return comparison;
  }

  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void ofGuestsThatCall(
      @ForAll long seed,
      @ForAll boolean changes,
      @ForAll @IntRange(min = 1, max = 3) int harts,
      @ForAll @IntRange(min = 3, max = 40) int deepest)
      throws IOException {
    Path file = Files.createTempFile("calling", ".bbt");
    try {
      CallingGuest.Options options = new CallingGuest.Options(harts, deepest, true, changes, true);
      new CallingGuest(seed, options).run(file, 6_000);
      assertTrue(walk(file, CallingGuest.symbols(true)).events > 100);
    } finally {
      Files.delete(file);
    }
  }

  /** Tasks that several harts execute at the same time, and traces with gaps. */
  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void ofAnyGuestWithGaps(@ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int harts)
      throws IOException {
    Path file = Files.createTempFile("random", ".bbt");
    try {
      Random random = new Random(seed);
      new RandomGuest(seed).run(file, true, 8_000, harts);
      List<ChunkHeader> frames =
          Wounds.headers(file).stream()
              .filter(h -> h.kind() == ChunkHeader.Kind.FRAME && random.nextInt(10) == 0)
              .toList();
      byte[] trace = Wounds.withoutParity(file);
      frames.forEach(frame -> Wounds.flip(trace, frame, random));
      Files.write(file, trace);
      walk(file, RandomFlow.symbols());
    } finally {
      Files.delete(file);
    }
  }

  /** It calls itself, over and over, beyond the limit. */
  @Example
  void ofATowerBeyondTheLimit() throws IOException {
    Path file = Files.createTempFile("tower", ".bbt");
    try {
      new CallingGuest(1, CallingGuest.Options.tower(16_390)).run(file, 30 * 16_390);
      assertEquals(PlainStacks.MOST, walk(file, CallingGuest.symbols(false)).deepest);
    } finally {
      Files.delete(file);
    }
  }

  /** Events by chance: what no guest does, too. */
  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void ofAnyEvents(@ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int harts) {
    Comparison comparison = new Comparison();
    new Events(comparison, new Random(seed), harts).tell(600);
  }

  /** Tells events, most of which fit what is on the stack. */
  private static final class Events {
    private static final ExceptionKind[] KINDS = ExceptionKind.values();
    private static final int[] MODES = {0, 1, 3};
    private final Comparison comparison;
    private final Random random;
    private final FlowListener all;
    private final int harts;
    private final long[] retired;
    private static final Step SITE = anyStep();
    private int hart;

    Events(Comparison comparison, Random random, int harts) {
      this.comparison = comparison;
      this.random = random;
      this.harts = harts;
      this.retired = new long[harts];
      this.all = comparison.all(RandomFlow.symbols());
    }

    /** Steps cannot be made: one that a walk made. */
    private static Step anyStep() {
      Step[] found = new Step[1];
      FlowListener calls =
          new FlowListener() {
            @Override
            public void call(long retired, Step from, Step to, long target, long link) {
              found[0] = from;
            }
          };
      try {
        Path file = Files.createTempFile("calling", ".bbt");
        new CallingGuest(1, new CallingGuest.Options(1, 3, false, false, true)).run(file, 500);
        try (TraceReader reader = TraceReader.open(file)) {
          new Reconstruction(reader, CallingGuest.symbols(false), calls, null).run();
        }
        Files.delete(file);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      return found[0];
    }

    private long address() {
      return (random.nextBoolean() ? 0x1000 : -0x100000) + 0x100L * random.nextInt(4);
    }

    void tell(int events) {
      for (int i = 0; i < events; i++) {
        retired[hart] += random.nextInt(5);
        if (comparison.plain.key() == null) {
          all.start(retired[hart], address(), 1, random.nextInt(3), random.nextInt(4));
        } else {
          one(retired[hart]);
        }
      }
    }

    private void one(long now) {
      List<PlainStacks.Entry> frames = comparison.plain.stack().frames;
      switch (random.nextInt(harts == 1 ? 24 : 26)) {
        case 0, 1, 2, 3, 4, 5 -> call(now);
        case 6, 7, 8 -> returnTo(now, frames.getLast().back());
        case 9 -> returnTo(now, frames.get(random.nextInt(frames.size())).back());
        case 10 -> returnTo(now, address());
        case 11 -> all.jump(now, null, null, address());
        case 12, 13, 14 -> trap(now, KINDS[random.nextInt(KINDS.length)]);
        case 15 -> trap(now, ExceptionKind.INTERRUPT);
        case 16, 17, 18 -> {
          int i = comparison.plain.stack().lastTrap();
          if (i >= 0) {
            long epc = frames.get(i).back() + 4 * random.nextInt(2);
            all.trapReturn(now, epc, frames.get(i).interrupted());
          }
        }
        case 19 -> all.trapReturn(now, address(), MODES[random.nextInt(3)]);
        case 20, 21 ->
            all.contextSwitch(
                new Packet.Switch(
                    now, address(), 0, 0, random.nextInt(3), 0, random.nextInt(4), 0, 0, 0));
        case 22 ->
            all.note(
                new SidebandRecord.Task(now, 1 + random.nextInt(3), random.nextInt(3) - 1, "t"));
        case 23 -> seldom(now);
        default -> {
          hart = random.nextInt(harts);
          all.hart(hart);
          all.turn(retired[hart] + 1000, retired[hart]);
        }
      }
    }

    private void call(long now) {
      all.call(now, SITE, null, address(), address() + 4L * random.nextInt(3));
    }

    private void returnTo(long now, long address) {
      all.ret(now, null, null, address);
    }

    private void trap(long now, ExceptionKind kind) {
      int to = 1 + 2 * random.nextInt(2);
      all.exception(new Packet.Exception(now, address(), 0, 0, kind, to, 2, address(), 0, 0));
    }

    private void seldom(long now) {
      switch (random.nextInt(8)) {
        case 0, 1 -> all.stop(now, random.nextBoolean());
        case 2 -> {
          // A program that never returns: up to the limit, and around it.
          int calls = PlainStacks.MOST - 2 + random.nextInt(4);
          for (int i = comparison.plain.stack().frames.size(); i < calls; i++) {
            call(now);
          }
        }
        default -> call(now);
      }
    }
  }
}
