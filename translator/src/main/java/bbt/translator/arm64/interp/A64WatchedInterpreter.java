package bbt.translator.arm64.interp;

import bbt.ptg.arm64.semantics.A64SystemOp;
import bbt.ptg.guest.VerifyHash;
import bbt.translator.arm64.cpu.A64Cpu;
import bbt.translator.arm64.cpu.A64Op;
import bbt.translator.code.CodeMemory;
import bbt.translator.code.CodePage;
import bbt.translator.code.FetchTlb;
import bbt.translator.code.PhysicalCode;
import bbt.translator.code.Region;
import bbt.translator.code.Tiering;
import bbt.translator.debug.Probe;
import bbt.translator.engine.NodeInterpreter;
import bbt.translator.engine.Regions;
import bbt.translator.engine.TrapEntry;
import bbt.translator.hart.GuestTrap;
import bbt.translator.hart.Hart;
import bbt.translator.hart.RegionExit;
import bbt.translator.memory.HostMemory;
import bbt.translator.trace.Recorder;

/**
 * Executes AArch64 code for those who look: a recorder, a debugger, or both. It executes what
 * {@link A64Interpreter} executes.
 *
 * <p>A node's path id is looked up at its end, from bytes in memory; so when a store is about to
 * change the page it runs on, the open node is cut there and recorded with the old bytes first.
 */
public final class A64WatchedInterpreter implements NodeInterpreter, CodeMemory.ChangeListener {
  private static final int WORD = A64Interpreter.WORD;

  private final FetchTlb fetchTlb;
  private final Tiering tiering;
  private final TrapEntry traps;
  private final Regions regions;

  /** Null where nothing is recorded. */
  private final Recorder recorder;

  private final boolean verify;

  /** Null where no debugger is attached. */
  private final Probe probe;

  /** The processor at work. */
  private A64Cpu cpu;

  /**
   * The page being executed; null while the interpreter is not at work, and while it is fetched.
   */
  private CodePage page;

  /** Address of the open node. */
  private long node;

  /** Slot from which the open node has not been recorded yet. */
  private int nodeStart;

  /** Instructions of the open node already recorded, before {@link #nodeStart}. */
  private int nodeRecorded;

  /** Address of the instruction at hand. */
  private long here;

  /**
   * @param recorder null where nothing is recorded
   * @param verify whether to compute {@code cpu.verifyHash} (docs/determinism.md 18)
   * @param probe null where no debugger is attached
   */
  public A64WatchedInterpreter(
      FetchTlb fetchTlb,
      Tiering tiering,
      TrapEntry traps,
      Recorder recorder,
      boolean verify,
      Probe probe) {
    this.fetchTlb = fetchTlb;
    this.tiering = tiering;
    this.traps = traps;
    this.regions = new Regions(fetchTlb, traps);
    this.recorder = recorder;
    this.verify = verify;
    this.probe = probe;
  }

  @Override
  public void execute(Hart hart) {
    cpu = (A64Cpu) hart;
    if (probe != null) {
      probe.interpreting(() -> here);
    }
    do {
      try {
        run();
      } catch (GuestTrap trap) {
        trapped(trap);
      } catch (RegionExit changed) {
        if (recorder != null) {
          throw new IllegalStateException("a traced guest was changed", changed);
        }
        cpu.budget -= ~changed.site;
      }
    } while (cpu.budget > 0 && !tiering.finished());
    page = null;
    if (probe != null) {
      probe.interpreting(null);
    }
  }

  /** Executes from {@code cpu.pc} until another page must be fetched or the budget is used up. */
  private void run() {
    page = null;
    here = cpu.pc;
    A64Interpreter.requireFetchable(cpu);
    CodePage entered = fetchTlb.lookup(cpu, cpu.pc);
    int n = 0;
    long pc = cpu.pc;
    node = pc;
    if (cpu.nodeStart != -1) {
      n = (int) cpu.partial;
      node = cpu.nodeStart;
      cpu.nodeStart = -1;
      cpu.partial = 0;
    } else if (--entered.heat[PhysicalCode.slot(pc)] <= 0 && hot(entered)) {
      return;
    }
    nodeStart = PhysicalCode.slot(node);
    nodeRecorded = 0;
    page = entered;
    if (probe != null) {
      probe.enter(page.stops);
    }
    PhysicalCode code = page.code;
    A64Op[] operations = A64Interpreter.operations(code);
    long words = code.table;
    long base = page.virtualPage;
    while (true) {
      int index = (int) (pc - base) >>> 2;
      int state = HostMemory.getByte(words + index * 2L * PhysicalCode.WORD);
      if (state != A64Interpreter.DECODED) {
        if (state == A64Interpreter.PAGE_END) {
          cpu.pc = pc;
          cpu.budget -= n;
          record(pc - WORD, 0);
          return;
        }
        operations[index] = A64Interpreter.decode(code, index);
      }
      here = pc;
      if (probe != null && probe.attention() && shown(pc, n)) {
        cpu.budget -= n;
        return;
      }
      A64Op op = operations[index];
      if (op.sequential) {
        A64Handlers.execute(cpu, op, pc, ~n);
        verify(pc, op);
        pc += WORD;
        n++;
        if (op.mark >= 0 && recorder != null) {
          mark(op.mark, pc, n);
        }
        continue;
      }
      if (!op.branches) {
        system(op, pc, n);
        return;
      }
      int taken = 0;
      if (op.conditional) {
        taken = branch(op, pc, n);
      } else {
        A64Handlers.execute(cpu, op, pc, ~n);
      }
      verify(pc, op);
      cpu.budget -= n + 1;
      record(pc, taken);
      n = 0;
      pc = cpu.pc;
      if (cpu.budget <= 0 || (pc - base & -4096L | pc & WORD - 1) != 0) {
        cpu.pc = cpu.mmu.branchTarget(pc);
        return;
      }
      node = pc;
      nodeStart = PhysicalCode.slot(pc);
      nodeRecorded = 0;
      if (--entered.heat[nodeStart] <= 0) {
        cpu.pc = pc;
        if (hot(entered)) {
          return;
        }
      }
    }
  }

  /**
   * The heat of the node at {@code cpu.pc} is used up: runs its region, if it has one that fits the
   * budget, and those that follow.
   *
   * @return whether to look anew where to go on
   */
  private boolean hot(CodePage entered) {
    if (probe != null && probe.alone()) {
      return false;
    }
    int slot = PhysicalCode.slot(cpu.pc);
    Region region = Regions.hot(cpu, entered, slot, tiering);
    if (region == null) {
      return tiering.finished() && entered.region(slot) == null;
    }
    page = null;
    if (probe != null) {
      probe.interpreting(null);
    }
    regions.run(cpu, region);
    if (probe != null) {
      probe.interpreting(() -> here);
    }
    return true;
  }

  /** Executes a conditional branch; says whether it is taken (1) or not (0). */
  private int branch(A64Op op, long pc, int n) {
    if (op.imm != WORD) {
      A64Handlers.execute(cpu, op, pc, ~n);
      return cpu.pc == pc + WORD ? 0 : 1;
    }
    A64Handlers.execute(cpu, op.farther(), pc, ~n);
    int taken = cpu.pc == pc + WORD ? 0 : 1;
    cpu.pc = pc + WORD;
    return taken;
  }

  /** Executes an instruction that ends its node and needs the machine, or is none. */
  private void system(A64Op op, long pc, int n) {
    long space = cpu.addressSpace();
    long task = cpu.threadPointer();
    long function = cpu.x[0];
    A64Interpreter.system(cpu, op, pc, n);
    verify(pc, op);
    if (recorder == null) {
      return;
    }
    record(pc, 0);
    if (op.system == A64SystemOp.ERET) {
      recorder.trapReturn(cpu);
    } else if (op.system == A64SystemOp.HVC) {
      recorder.firmware(cpu, pc, function);
    }
    if (cpu.addressSpace() != space) {
      recorder.addressSpaceSwitch(cpu, space, cpu.addressSpace());
    }
    if (cpu.threadPointer() != task && recorder.contextRule().threadPointer()) {
      recorder.taskSwitch(cpu, task);
    }
  }

  /** One step of the verify hash, for the instruction that has just retired. */
  private void verify(long pc, A64Op op) {
    if (verify) {
      cpu.verifyHash = VerifyHash.step(cpu.verifyHash, pc, op.bits);
    }
  }

  // ---- recording

  /**
   * Records the end of the open node, which has retired whole. There may be nothing left of it: its
   * last instruction has changed the page.
   *
   * @param last address of its last instruction
   */
  private void record(long last, int taken) {
    if (recorder != null && nodeStart <= PhysicalCode.slot(last)) {
      recorder.node(cpu, page, nodeStart, taken);
    }
  }

  /** Records the first instructions of the open node as far as they are not recorded yet. */
  private void recordPartial(int retired) {
    int count = retired - nodeRecorded;
    if (recorder != null && count > 0) {
      recorder.partialNode(cpu, page, nodeStart, count);
    }
    nodeRecorded = retired;
  }

  /** {@inheritDoc} The store in mid-node is {@code cpu.partial} instructions into it. */
  @Override
  public void codeChanging(PhysicalCode code) {
    if (page == null || page.code != code) {
      return;
    }
    int retired = (int) cpu.partial + 1;
    int slot = nodeStart + 2 * (retired - nodeRecorded);
    recordPartial(retired);
    nodeStart = slot;
  }

  /**
   * Sets a mark; its value is what is in x0. What has retired of the open node is recorded; pc and
   * count become exact.
   *
   * @param pc of the next instruction
   * @param retired instructions of the node before it
   */
  private void mark(int number, long pc, int retired) {
    recordPartial(retired);
    nodeStart = (int) (pc - page.virtualPage) >>> 1;
    cpu.pc = pc;
    cpu.partial = retired;
    recorder.mark(cpu, number, cpu.x[0], pc - WORD);
    cpu.partial = 0;
  }

  // ---- the debugger

  /**
   * Shows the next instruction if somebody wants to see it. Pc and count are exact meanwhile.
   *
   * @param n instructions of the node before it
   * @return whether the state was changed: the node ends here, {@code cpu.pc} is where to go on
   */
  private boolean shown(long pc, int n) {
    if (!probe.wants(page.stops, pc)) {
      return false;
    }
    cpu.pc = pc;
    cpu.partial = n;
    boolean changed = probe.show(cpu);
    cpu.partial = 0;
    probe.enter(page.stops);
    if (changed && recorder != null) {
      throw new IllegalStateException("a traced guest was changed");
    }
    return changed;
  }

  // ---- traps

  /**
   * Ends the node at the instruction that trapped, and enters the handler. The trap's site tells
   * how many instructions of the node retired before it.
   */
  private void trapped(GuestTrap trap) {
    int cause = trap.cause;
    long value = trap.tval;
    int before = ~trap.site;
    if (page != null) { // else cpu.pc is exact
      cpu.pc = node + (long) WORD * before;
      cpu.budget -= before;
      recordPartial(before);
    }
    cpu.partial = 0;
    traps.take(cpu, cause, value);
  }
}
