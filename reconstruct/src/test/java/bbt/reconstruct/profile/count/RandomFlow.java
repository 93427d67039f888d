package bbt.reconstruct.profile.count;

import bbt.packets.Chunk;
import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceHeader;
import bbt.ptg.riscv.RiscvIsa;
import bbt.ptg.symbols.Symbol;
import bbt.ptg.symbols.SymbolTable;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.trace.TraceClock;
import bbt.reconstruct.trace.TraceOutline;
import bbt.reconstruct.walk.flow.FlowListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/**
 * A random flow of calls, returns, traps and switches, on one hart or several, that can be told to
 * any number of listeners.
 */
public final class RandomFlow {
  private static final int USER = 0;
  private static final int SUPERVISOR = 1;
  private static final int MACHINE = 3;
  private static final long KERNEL = -0x100000;
  private static final int FUNCTIONS = 12;
  private static final int TASKS = 5;
  private static final ExceptionKind[] KINDS = {
    ExceptionKind.SYSTEM_CALL, ExceptionKind.MMU, ExceptionKind.INTERRUPT, ExceptionKind.EXECUTION
  };
  private static final long[] CAUSES = {8, 13, Long.MIN_VALUE | 5, 2};

  private final Random random;
  private final List<Consumer<FlowListener>> events = new ArrayList<>();
  private final List<SidebandRecord.Task> names = new ArrayList<>();
  private final Hart[] harts;
  private long clock;

  private record Frame(long link, int privilege, boolean trap) {}

  private static final class Running {
    final long id;
    final Deque<Frame> stack = new ArrayDeque<>();
    int privilege = SUPERVISOR;
    boolean running;

    Running(long id) {
      this.id = id;
    }
  }

  private static final class Hart {
    long retired;
    Running task;
  }

  private final List<Running> tasks = new ArrayList<>();

  public RandomFlow(long seed, int harts, int length) {
    random = new Random(seed);
    this.harts = new Hart[harts];
    for (int i = 0; i < TASKS + harts; i++) {
      tasks.add(new Running(1000 + i));
    }
    for (int i = 0; i < harts; i++) {
      this.harts[i] = new Hart();
    }
    for (int done = 0; done < length; ) {
      int number = random.nextInt(harts);
      if (harts > 1) {
        say(l -> l.hart(number));
        long retired = this.harts[number].retired;
        long at = clock;
        say(l -> l.turn(at, retired));
      }
      int turn = 1 + random.nextInt(40);
      for (int i = 0; i < turn; i++) {
        step(this.harts[number], number);
      }
      done += turn;
    }
    for (int i = 0; i < harts; i++) {
      int number = i;
      Hart hart = this.harts[i];
      if (hart.task != null) {
        if (harts > 1) {
          say(l -> l.hart(number));
        }
        long retired = hart.retired;
        say(l -> l.stop(retired, false));
      }
    }
  }

  private void say(Consumer<FlowListener> event) {
    events.add(event);
  }

  private void step(Hart hart, int number) {
    if (hart.task == null) {
      hart.task = tasks.get(number);
      hart.task.running = true;
      long id = hart.task.id;
      long pc = function(SUPERVISOR);
      say(l -> l.start(0, pc, SUPERVISOR, (int) (id - 1000), id));
      return;
    }
    int spent = random.nextInt(8) == 0 ? 0 : random.nextInt(30);
    hart.retired += spent;
    clock += spent;
    long r = hart.retired;
    Running t = hart.task;
    switch (random.nextInt(12)) {
      case 0, 1, 2, 3 -> {
        long target = function(t.privilege) + (random.nextInt(6) == 0 ? 8 : 0);
        long link = function(t.privilege) + 4L * random.nextInt(8);
        t.stack.push(new Frame(link, 0, false));
        say(l -> l.call(r, null, null, target, link));
      }
      case 4, 5, 6 -> {
        if (!t.stack.isEmpty() && !t.stack.peek().trap) {
          long link = t.stack.pop().link + (random.nextInt(10) == 0 ? 2 : 0);
          say(l -> l.ret(r, null, null, link));
        }
      }
      case 7 -> {
        long target = function(t.privilege);
        say(l -> l.jump(r, null, null, target));
      }
      case 8, 9 -> {
        if (t.privilege != MACHINE) {
          int kind = random.nextInt(KINDS.length);
          int to = random.nextInt(5) == 0 ? MACHINE : SUPERVISOR;
          long epc = function(t.privilege);
          t.stack.push(new Frame(epc, t.privilege, true));
          t.privilege = to;
          long handler = function(to);
          say(
              l ->
                  l.exception(
                      new Packet.Exception(
                          r, handler, 0, 0, KINDS[kind], to, CAUSES[kind], epc, 0, 0)));
        }
      }
      case 10 -> {
        while (!t.stack.isEmpty() && !t.stack.peek().trap) {
          t.stack.pop();
        }
        Frame trap = t.stack.poll();
        int to = trap == null ? USER : trap.privilege;
        long target = trap == null ? function(USER) : trap.link;
        if (t.privilege >= to && t.privilege != USER) {
          t.privilege = to;
          say(l -> l.trapReturn(r, target, to));
        } else if (trap != null) {
          t.stack.push(trap);
        }
      }
      default -> {
        Running next = tasks.get(random.nextInt(tasks.size()));
        if (t.privilege == SUPERVISOR && !next.running) {
          t.running = false;
          next.running = true;
          int before = next.privilege;
          next.privilege = SUPERVISOR; // as if it had been left in the kernel
          hart.task = next;
          int space = (int) (next.id - 1000);
          long pc = function(SUPERVISOR);
          say(l -> l.contextSwitch(new Packet.Switch(r, pc, 0, 0, space, 0, next.id, t.id, 0, 0)));
          if (before == USER) {
            next.stack.clear();
          }
          if (random.nextInt(3) == 0) {
            // Some tasks are used again, under another process id.
            int pid = (int) next.id + (random.nextInt(4) == 0 ? 100 : 0);
            SidebandRecord.Task name = new SidebandRecord.Task(r, next.id, pid, "task" + pid % 4);
            names.add(name);
            say(l -> l.note(name));
          }
        }
      }
    }
  }

  private long function(int privilege) {
    long base = privilege == USER ? 0x10000 : KERNEL + (privilege == MACHINE ? 0x8000 : 0);
    return base + 0x100L * random.nextInt(FUNCTIONS);
  }

  /** Names of the kernel's functions. */
  public static TraceSymbols symbols() {
    List<Symbol> symbols = new ArrayList<>();
    for (int i = 0; i < FUNCTIONS; i++) {
      symbols.add(new Symbol(KERNEL + 0x100L * i, 0, "kernel" + i));
      symbols.add(new Symbol(KERNEL + 0x8000 + 0x100L * i, 0, "machine" + i));
    }
    symbols.sort(java.util.Comparator.comparingLong(Symbol::address));
    TraceSymbols all = new TraceSymbols(RiscvIsa.RV64);
    all.add(TraceSymbols.KERNEL, SidebandRecord.GLOBAL, SymbolTable.of(symbols));
    return all;
  }

  /** Guest time: a nanosecond an instruction. */
  public static TraceClock time() {
    TraceClock.Builder clock = new TraceClock.Builder(new TraceHeader(Map.of()), 1);
    clock.add(
        new Chunk.Sideband(0, false, 0, 0, -1, List.of(new SidebandRecord.Time(500, 20_000_000))));
    return clock.build();
  }

  public TraceOutline outline() {
    long[] counts = new long[harts.length];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = harts[i].retired;
    }
    return new TraceOutline(RiscvIsa.RV64, counts, time(), names);
  }

  /** Instructions of all harts. */
  public long length() {
    return clock;
  }

  public int harts() {
    return harts.length;
  }

  /** Tells it. */
  public void tell(FlowListener listener) {
    events.forEach(e -> e.accept(listener));
  }
}
