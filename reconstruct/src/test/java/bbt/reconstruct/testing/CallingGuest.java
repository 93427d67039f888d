package bbt.reconstruct.testing;

import bbt.packets.ExceptionKind;
import bbt.packets.SidebandRecord;
import bbt.packets.SmallFrames;
import bbt.packets.TraceHeader;
import bbt.packets.write.EventWriter;
import bbt.packets.write.MachineWriter;
import bbt.packets.write.TraceWriter;
import bbt.ptg.guest.VerifyHash;
import bbt.ptg.riscv.RiscvIsa;
import bbt.ptg.symbols.Symbol;
import bbt.ptg.symbols.SymbolTable;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.testing.RandomGuest.Place;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A guest that calls: small functions of a kernel and of several programs, which call each other
 * and themselves, loop, end with tail calls, jump into each other, and now and then return to an
 * outer caller. Programs share their first page and have other functions at the same addresses of
 * the others; pages are remapped and calls rewritten while it runs. Traps and system calls come
 * anywhere, and the kernel switches tasks in the middle of anything.
 *
 * <p>Like {@link RandomGuest} it executes one instruction at a time and knows nothing of nodes.
 * Branches mostly go where they went before, so the same paths are walked again and again.
 */
public final class CallingGuest {
  private static final long KERNEL = 0xFFFF_FFFF_8000_0000L;
  private static final long USER = 0x1_0000;
  private static final int PAGE = 4096;
  private static final int KERNEL_PAGES = 2;
  private static final int USER_PAGES = 3;

  /** Functions of a page, and bytes from one's start to the next one's. */
  private static final int FUNCTIONS = 6;

  private static final int SLOT = 128;
  private static final int TASKS = 4;
  private static final int TIMEBASE = 7;

  /** Towers so high are in small frames: return addresses are lost with each. */
  private static final int SMALL_FRAMES = 4096;

  /** A chance that nothing has. */
  private static final int NEVER = 1_000_000;

  /**
   * How wild it is.
   *
   * @param deepest calls that are open at the same time, about
   * @param traps whether there are many
   * @param changes whether pages are remapped and calls rewritten
   * @param tower whether it does nothing but to call itself up to the deepest call and to return
   *     from all of them, with other calls on the way up
   */
  public record Options(
      int harts, int deepest, boolean traps, boolean changes, boolean compact, boolean tower) {
    public Options(int harts, int deepest, boolean traps, boolean changes, boolean compact) {
      this(harts, deepest, traps, changes, compact, false);
    }

    /** One hart's tower. */
    public static Options tower(int deepest) {
      return new Options(1, deepest, false, false, true, true);
    }
  }

  private enum Kind {
    NOP,
    BRANCH,
    CALL,
    JUMP,
    INDIRECT_CALL,
    INDIRECT_JUMP,
    RETURN,
    ECALL,
    SRET
  }

  /** A physical page of code. */
  private static final class Page {
    final long physical;
    final Kind[] kinds = new Kind[PAGE / 4];
    final int[] bits = new int[PAGE / 4];
    final long[] targets = new long[PAGE / 4];

    /** In which of ten cases a branch is taken. */
    final int[] bias = new int[PAGE / 4];

    Page(long physical) {
      this.physical = physical;
    }
  }

  /** What is on a task's stack: where a call or a trap goes back to. */
  private record Frame(long back, boolean trap, int privilege) {}

  private static final class Task {
    final long id;
    final int space;
    final List<Frame> stack = new ArrayList<>();
    int pid;

    Task(long id, int space, int pid) {
      this.id = id;
      this.space = space;
      this.pid = pid;
    }
  }

  /** An executed instruction: where, by whom, and whether it was a branch that was taken. */
  public record Executed(int hart, Place place, boolean taken) {}

  /** Every instruction, in order. */
  public final List<Executed> executed = new ArrayList<>();

  private final Random random;
  private final Options options;
  private final Page[] kernel = new Page[KERNEL_PAGES];

  /** By virtual page the physical ones that may be there. */
  private final Page[][] variants = new Page[USER_PAGES][2];

  /** By address space, by virtual page. */
  private final Page[][] shown;

  private long nextPhysical = 0x8020_0000L;

  /** Instructions after which chance takes another course; -1 for never. */
  private int forkAt = -1;

  private long forkSeed;

  /** Makes the run take another course (most likely) from some instruction of all harts on. */
  public CallingGuest forked(int instructions, long seed) {
    forkAt = instructions;
    forkSeed = seed;
    return this;
  }

  public CallingGuest(long seed, Options options) {
    this.random = new Random(seed);
    this.options = options;
    for (int i = 0; i < KERNEL_PAGES; i++) {
      kernel[i] = page(KERNEL + (long) i * PAGE, KERNEL, KERNEL_PAGES);
    }
    for (int i = 0; i < USER_PAGES; i++) {
      for (int v = 0; v < 2; v++) {
        variants[i][v] =
            i == 0 && v == 1 ? variants[0][0] : page(USER + (long) i * PAGE, USER, USER_PAGES);
      }
    }
    if (options.tower()) {
      tower();
    } else if (random.nextBoolean()) {
      // Traps are served at once: user mode executes most.
      set(kernel[0], KERNEL, 1, Kind.SRET, 0);
    }
    shown = new Page[options.harts() * TASKS + 1][USER_PAGES];
    for (Page[] pages : shown) {
      for (int i = 0; i < USER_PAGES; i++) {
        pages[i] = variants[i][random.nextInt(2)];
      }
    }
  }

  // ---- code

  private Page page(long virtual, long segment, int pages) {
    Page page = new Page(nextPhysical);
    nextPhysical += 3 * PAGE;
    for (int i = 0; i < PAGE / 4; i++) {
      set(page, virtual, i, Kind.NOP, 0);
    }
    for (int f = 0; f < FUNCTIONS; f++) {
      int self = (int) ((virtual - segment) / PAGE) * FUNCTIONS + f;
      function(page, virtual, f * SLOT / 4, self, segment, pages);
    }
    if (segment == USER) {
      bridge(page, virtual);
    }
    // What runs off the last function comes back.
    set(page, virtual, FUNCTIONS * SLOT / 4, Kind.RETURN, 0);
    return page;
  }

  private void function(Page page, long virtual, int first, int self, long segment, int pages) {
    boolean user = segment == USER;
    int functions = pages * FUNCTIONS;
    int length = 2 + random.nextInt(SLOT / 4 - 6);
    int at = first;
    while (at < first + length) {
      int chance = random.nextInt(100);
      long here = virtual + 4L * at;
      if (chance < 40) {
        set(page, virtual, at++, Kind.NOP, 0);
      } else if (chance < 50) {
        branch(page, virtual, at++, here + 8 + 4 * random.nextInt(2), random.nextInt(11));
      } else if (chance < 55 && at > first + 3) {
        branch(page, virtual, at++, here - 4 * (1 + random.nextInt(3)), 8);
      } else if (chance < 58) {
        branch(page, virtual, at++, here + 8, 9);
        set(page, virtual, at++, user && random.nextBoolean() ? Kind.ECALL : Kind.RETURN, 0);
      } else if (chance < 85) {
        branch(page, virtual, at++, here + 8, random.nextInt(4) == 0 ? 5 : 1);
        int callee = callee(self, functions);
        boolean indirect = random.nextInt(8) == 0;
        set(
            page,
            virtual,
            at++,
            indirect ? Kind.INDIRECT_CALL : Kind.CALL,
            address(segment, callee));
      }
    }
    Kind end = Kind.RETURN;
    long target = 0;
    if (!user && self == 0) {
      end = Kind.SRET; // what traps go to
    } else if (random.nextInt(4) == 0) {
      end = random.nextInt(3) == 0 ? Kind.INDIRECT_JUMP : Kind.JUMP;
      target = address(segment, random.nextInt(functions));
      target += random.nextInt(3) == 0 ? 4L * random.nextInt(6) : 0;
    }
    set(page, virtual, at, end, target);
  }

  /** The last function of the first page calls the first ones of both others, which are short. */
  private void bridge(Page page, long virtual) {
    if (virtual == USER) {
      int at = (FUNCTIONS - 1) * SLOT / 4;
      set(page, virtual, at, Kind.CALL, USER + PAGE);
      set(page, virtual, at + 1, Kind.CALL, USER + 2 * PAGE);
      set(page, virtual, at + 2, Kind.RETURN, 0);
    } else {
      int at = random.nextInt(4);
      for (int i = 0; i < at; i++) {
        set(page, virtual, i, Kind.NOP, 0);
      }
      set(page, virtual, at, Kind.RETURN, 0);
    }
  }

  /** Function 1 calls 2, which calls 3, and then itself. */
  private void tower() {
    int slot = SLOT / 4;
    for (int f = 1; f <= 3; f++) {
      int at = f * slot;
      for (int callee : f == 1 ? new int[] {2, 1} : f == 2 ? new int[] {3} : new int[0]) {
        branch(kernel[0], KERNEL, at, KERNEL + 4L * at + 8, 0);
        set(kernel[0], KERNEL, at + 1, Kind.CALL, address(KERNEL, callee));
        at += 2;
      }
      set(kernel[0], KERNEL, at++, Kind.NOP, 0);
      set(kernel[0], KERNEL, at, Kind.RETURN, 0);
    }
  }

  /** Mostly one further on, so that most calls end; but also itself, and those that call it. */
  private int callee(int self, int functions) {
    int chance = random.nextInt(10);
    return chance == 0
        ? self
        : chance < 3 || self == functions - 1
            ? random.nextInt(functions)
            : self + 1 + random.nextInt(functions - self - 1);
  }

  private static long address(long segment, int function) {
    return segment + (long) (function / FUNCTIONS) * PAGE + (long) (function % FUNCTIONS) * SLOT;
  }

  private void branch(Page page, long virtual, int at, long target, int bias) {
    set(page, virtual, at, Kind.BRANCH, target);
    page.bias[at] = bias;
  }

  private void set(Page page, long virtual, int at, Kind kind, long target) {
    int offset = (int) (target - (virtual + 4L * at));
    page.kinds[at] = kind;
    page.targets[at] = target;
    page.bits[at] =
        switch (kind) {
          case NOP -> 0x13 | random.nextInt(4096) << 20; // addi x0, x0, n
          case BRANCH -> RandomGuest.branch(offset);
          case JUMP -> RandomGuest.jal(0, offset);
          case CALL -> RandomGuest.jal(1, offset);
          case INDIRECT_JUMP -> 0x0003_0067; // jalr x0, 0(t1)
          case INDIRECT_CALL -> 0x0003_80e7; // jalr ra, 0(t2)
          case RETURN -> 0x0000_8067;
          case ECALL -> 0x73;
          case SRET -> 0x1020_0073;
        };
  }

  /**
   * Names of most of the kernel's functions: some serve system calls, some cover two.
   *
   * @param library whether the page that programs share has names, too
   */
  public static TraceSymbols symbols(boolean library) {
    List<Symbol> symbols = new ArrayList<>();
    for (int f = 0; f < KERNEL_PAGES * FUNCTIONS; f++) {
      if (f % 5 != 4) {
        String name = (f % 3 == 1 ? "__riscv_sys_k" : "k") + f;
        symbols.add(new Symbol(address(KERNEL, f), f % 5 == 3 ? 2 * SLOT : SLOT, name));
      }
    }
    TraceSymbols all = new TraceSymbols(RiscvIsa.RV64);
    all.add(TraceSymbols.KERNEL, SidebandRecord.GLOBAL, SymbolTable.of(symbols));
    if (library) {
      List<Symbol> names = new ArrayList<>();
      for (int f = 0; f < FUNCTIONS; f += 2) {
        names.add(new Symbol(address(USER, f), SLOT, "lib" + f));
      }
      all.add("library", SidebandRecord.GLOBAL, SymbolTable.of(names));
    }
    return all;
  }

  // ---- execution

  /** Runs and writes the trace. */
  public void run(Path file, int instructions) throws IOException {
    TraceHeader header = GuestHart.header(options.compact(), options.harts());
    try (TraceWriter writer = TraceWriter.create(file, header)) {
      MachineWriter machine =
          options.tower() && options.deepest() < SMALL_FRAMES
              ? new MachineWriter(writer)
              : SmallFrames.writer(writer);
      List<Run> runs = new ArrayList<>();
      for (int i = 0; i < options.harts(); i++) {
        runs.add(new Run(i, machine.hart(i)));
      }
      GuestHart.takeTurns(machine, runs, random, instructions, executed::size);
    }
  }

  /** The state of one hart. */
  private final class Run implements GuestHart {
    private final int hart;
    private final EventWriter out;
    private final List<Task> tasks = new ArrayList<>();
    private Task task;
    private long pc = address(KERNEL, 1);
    private int privilege = 1;
    private long retired;
    private long hash;
    private boolean atNodeEnd = true;

    Run(int hart, EventWriter out) {
      this.hart = hart;
      this.out = out;
      for (int i = 0; i < TASKS; i++) {
        int id = hart * TASKS + i + 1;
        tasks.add(new Task(1000 + id, i == 3 ? id - 1 : id, 10 + id));
      }
      task = tasks.getFirst();
    }

    @Override
    public long pc() {
      return pc;
    }

    @Override
    public long hash() {
      return hash;
    }

    @Override
    public void again() {}

    @Override
    public void start() {
      out.reset(pc, privilege, 0);
      switchTo(task);
      name(task, "init" + hart);
    }

    @Override
    public void turn(int instructions) {
      long until = retired + instructions;
      while (retired < until || !atNodeEnd) {
        int chance = options.tower() ? NEVER : random.nextInt(options.traps() ? 400 : 4000);
        boolean trapped = pc == address(KERNEL, 0) && !options.tower();
        if (trapped && random.nextInt(3) == 0) {
          switchTo(tasks.get(random.nextInt(TASKS)));
          step();
        } else if (chance < 2) {
          boolean fault = random.nextBoolean();
          trap(fault ? ExceptionKind.MMU : ExceptionKind.INTERRUPT, fault ? 13 : 5L | 1L << 63);
        } else if (chance == 2 && privilege == 1) {
          switchTo(tasks.get(random.nextInt(TASKS)));
        } else if (chance == 3) {
          out.sideband().time(retired, TIMEBASE);
        } else if (chance >= 7 && chance < 10 && options.changes() && atNodeEnd) {
          remap();
        } else if (chance == 5 && options.changes()) {
          rewrite();
        } else if (chance == 6 && privilege == 1) {
          name(tasks.get(random.nextInt(TASKS)), "prog" + random.nextInt(3));
        } else {
          step();
        }
      }
    }

    private void name(Task named, String name) {
      if (random.nextInt(6) == 0) {
        named.pid += 100; // the task_struct is used again
      }
      out.sideband().task(retired, named.id, named.pid, name);
    }

    private void remap() {
      int page = random.nextInt(USER_PAGES);
      shown[1 + random.nextInt(shown.length - 1)][page] = variants[page][random.nextInt(2)];
    }

    /** Some call of another function goes elsewhere from now on, or is none. */
    private void rewrite() {
      boolean user = random.nextBoolean();
      int number = random.nextInt(user ? USER_PAGES : KERNEL_PAGES);
      Page page = user ? variants[number][random.nextInt(2)] : kernel[number];
      long virtual = (user ? USER : KERNEL) + (long) number * PAGE;
      int at = random.nextInt(FUNCTIONS * SLOT / 4);
      if (page.kinds[at] == Kind.CALL && (pc & -SLOT) != (virtual + 4L * at & -SLOT)) {
        boolean none = random.nextInt(4) == 0;
        int functions = (user ? USER_PAGES : KERNEL_PAGES) * FUNCTIONS;
        long target = address(user ? USER : KERNEL, random.nextInt(functions));
        set(page, virtual, at, none ? Kind.NOP : Kind.CALL, none ? 0 : target);
      }
    }

    private void trap(ExceptionKind kind, long cause) {
      atNodeEnd = true;
      long handler = address(KERNEL, 0);
      out.exception(kind, handler, 1, cause, pc, 0, hash);
      task.stack.add(new Frame(pc, true, privilege));
      privilege = 1;
      pc = handler;
      if (task.stack.size() > options.deepest() + 40) {
        task.stack.subList(0, task.stack.size() - 10).clear(); // nobody comes back so far
      }
    }

    private void switchTo(Task next) {
      task = next;
      out.contextSwitch(pc, task.space, task.space * 16L, task.id, 5, 6);
    }

    private void step() {
      if (executed.size() == forkAt) {
        random.setSeed(forkSeed);
      }
      boolean user = pc >= 0;
      int number = (int) ((pc - (user ? USER : KERNEL)) / PAGE);
      Page page = user ? shown[task.space][number] : kernel[number];
      out.sideband().mapping(retired, task.space, pc & -PAGE, page.physical, !user);
      int index = (int) (pc & PAGE - 1) / 4;
      Kind kind = page.kinds[index];
      if (kind == Kind.ECALL) {
        trap(ExceptionKind.SYSTEM_CALL, 8);
        return;
      }
      int bits = page.bits[index];
      long physical = page.physical + 4L * index;
      out.sideband().code(retired, physical, bits & 0xFFFF);
      out.sideband().code(retired, physical + 2, bits >>> 16);
      long site = pc;
      Place place = new Place(privilege == 0 ? task.space : -1, site, bits);
      hash = VerifyHash.step(hash, site, bits);
      retired++;
      out.retire(1);
      atNodeEnd = kind != Kind.NOP;
      pc = site + 4;
      boolean taken = false;
      long target = page.targets[index];
      switch (kind) {
        case BRANCH -> {
          Kind next = page.kinds[index + 1];
          boolean guard = next == Kind.CALL || next == Kind.INDIRECT_CALL;
          taken =
              guard && tooDeep(page.targets[index + 1])
                  || random.nextInt(100) < page.bias[index] * 10;
          pc = taken ? target : pc;
          out.branch(taken, pc);
        }
        case CALL -> {
          pc = target;
          call(site + 4);
        }
        case INDIRECT_CALL -> {
          pc = target;
          out.indirect(site, pc);
          call(site + 4);
        }
        case JUMP -> pc = target;
        case INDIRECT_JUMP -> {
          pc = target;
          out.indirect(site, pc);
        }
        case RETURN -> {
          pc = back(user);
          out.ret(site, pc);
        }
        case SRET -> {
          resume();
          out.trapReturn(pc, privilege);
        }
        default -> {
          // Nothing.
        }
      }
      executed.add(new Executed(hart, place, taken));
    }

    private boolean tooDeep(long callee) {
      int depth = task.stack.size();
      return options.tower()
          ? depth >= options.deepest() && callee == address(KERNEL, 1)
          : depth >= options.deepest() + random.nextInt(3);
    }

    private void call(long link) {
      task.stack.add(new Frame(link, false, 0));
      out.call(link);
    }

    /** Where a return goes: now and then to an outer caller, and where none is left to anybody. */
    private long back(boolean user) {
      List<Frame> stack = task.stack;
      if (options.tower()) {
        return stack.isEmpty() ? address(KERNEL, 1) : stack.removeLast().back();
      }
      int more = random.nextInt(40) == 0 ? random.nextInt(4) : 0;
      Frame frame = null;
      while (more >= 0 && !stack.isEmpty() && !stack.getLast().trap()) {
        frame = stack.removeLast();
        more--;
      }
      if (frame == null || frame.back() >= 0 != user || random.nextInt(300) == 0) {
        int functions = (user ? USER_PAGES : KERNEL_PAGES) * FUNCTIONS;
        return address(user ? USER : KERNEL, random.nextInt(functions));
      }
      return frame.back();
    }

    private void resume() {
      List<Frame> stack = task.stack;
      while (!stack.isEmpty() && !stack.getLast().trap()) {
        stack.removeLast();
      }
      Frame frame = stack.isEmpty() ? null : stack.removeLast();
      if (frame == null || random.nextInt(20) == 0) {
        privilege = 0;
        pc = address(USER, random.nextInt(USER_PAGES * FUNCTIONS)); // exec, or a signal
        stack.clear();
        return;
      }
      privilege = frame.privilege();
      pc = frame.back();
      boolean call =
          pc >= 0 && shown[task.space][page(pc)].kinds[(int) (pc & 4095) / 4] == Kind.ECALL;
      pc += call ? 4 : 0;
    }

    private static int page(long user) {
      return (int) ((user - USER) / PAGE);
    }
  }
}
