package bbt.translator.arm64.interp;

import bbt.ptg.arm64.A64Decoded;
import bbt.ptg.arm64.A64Decoder;
import bbt.translator.arm64.cpu.A64Cpu;
import bbt.translator.arm64.cpu.A64Op;
import bbt.translator.arm64.cpu.Syndrome;
import bbt.translator.arm64.cpu.SystemWork;
import bbt.translator.code.CodePage;
import bbt.translator.code.FetchTlb;
import bbt.translator.code.PhysicalCode;
import bbt.translator.code.Region;
import bbt.translator.code.Tiering;
import bbt.translator.engine.NodeInterpreter;
import bbt.translator.engine.Regions;
import bbt.translator.engine.TrapEntry;
import bbt.translator.hart.GuestTrap;
import bbt.translator.hart.Hart;
import bbt.translator.memory.HostMemory;

/**
 * Executes AArch64 code: a loop over pre-decoded instructions, whose handlers are generated from
 * the instruction table; where a node has a region, that is run in its place. It records nothing:
 * see {@link A64WatchedInterpreter}.
 *
 * <p>A pre-decoded instruction is an object of its page ({@link PhysicalCode#operations}); the
 * page's word of its first halfword says whether it is still what memory holds.
 */
public final class A64Interpreter implements NodeInterpreter {
  // What the word of a slot says; else it is to be decoded.

  static final int PAGE_END = (int) PhysicalCode.PAGE_END;

  /** Memory holds what the object was decoded from. */
  static final int DECODED = 2;

  static final int WORD = 4;

  private final FetchTlb fetchTlb;
  private final Tiering tiering;
  private final TrapEntry traps;
  private final Regions regions;

  /** Address of the open node, while its page has been fetched. */
  private long node;

  /** Whether the page that {@code cpu.pc} is in has been fetched. */
  private boolean fetched;

  public A64Interpreter(FetchTlb fetchTlb, Tiering tiering, TrapEntry traps) {
    this.fetchTlb = fetchTlb;
    this.tiering = tiering;
    this.traps = traps;
    this.regions = new Regions(fetchTlb, traps);
  }

  @Override
  public void execute(Hart hart) {
    A64Cpu cpu = (A64Cpu) hart;
    do {
      try {
        run(cpu);
      } catch (GuestTrap trap) {
        trapped(cpu, trap);
      }
    } while (cpu.budget > 0 && !tiering.finished());
  }

  /** Executes from {@code cpu.pc} until another page must be fetched or the budget is used up. */
  private void run(A64Cpu cpu) {
    fetched = false;
    requireFetchable(cpu);
    CodePage page = fetchTlb.lookup(cpu, cpu.pc);
    int n = 0;
    if (cpu.nodeStart != -1) {
      n = (int) cpu.partial;
      cpu.nodeStart = -1;
      cpu.partial = 0;
    } else if (--page.heat[PhysicalCode.slot(cpu.pc)] <= 0 && hot(cpu, page)) {
      return;
    }
    PhysicalCode code = page.code;
    A64Op[] operations = operations(code);
    long words = code.table;
    long base = page.virtualPage;
    long pc = cpu.pc;
    node = pc - (long) WORD * n;
    fetched = true;
    while (true) {
      int index = (int) (pc - base) >>> 2;
      int state = HostMemory.getByte(words + index * 2L * PhysicalCode.WORD);
      if (state != DECODED) {
        if (state == PAGE_END) {
          cpu.pc = pc;
          cpu.budget -= n;
          return;
        }
        operations[index] = decode(code, index);
      }
      A64Op op = operations[index];
      if (op.sequential) {
        A64Handlers.execute(cpu, op, pc, ~n);
        pc += WORD;
        n++;
        continue;
      }
      if (!op.branches) {
        system(cpu, op, pc, n);
        return;
      }
      A64Handlers.execute(cpu, op, pc, ~n);
      cpu.budget -= n + 1;
      n = 0;
      pc = cpu.pc;
      if (cpu.budget <= 0 || (pc - base & -4096L | pc & WORD - 1) != 0) {
        cpu.pc = cpu.mmu.branchTarget(pc);
        return;
      }
      node = pc;
      if (--page.heat[PhysicalCode.slot(pc)] <= 0) {
        cpu.pc = pc;
        if (hot(cpu, page)) {
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
  private boolean hot(A64Cpu cpu, CodePage page) {
    int slot = PhysicalCode.slot(cpu.pc);
    Region region = Regions.hot(cpu, page, slot, tiering);
    if (region == null) {
      return tiering.finished() && page.region(slot) == null;
    }
    regions.run(cpu, region);
    return true;
  }

  /**
   * Requires that an instruction can be fetched at the program counter, as far as that is no matter
   * of the page.
   */
  static void requireFetchable(A64Cpu cpu) {
    if ((cpu.pc & WORD - 1) != 0) {
      throw cpu.trap(Syndrome.PC_ALIGNMENT, 0, cpu.pc, -1);
    }
    if (cpu.illegal) {
      // An abort of the fetch comes first (Arm ARM, D1.3.5.4).
      cpu.mmu.fetchable(cpu.pc);
      throw cpu.trap(Syndrome.ILLEGAL_STATE, 0, 0, -1);
    }
  }

  /** Executes an instruction that ends its node and needs the machine, or is none. */
  static void system(A64Cpu cpu, A64Op op, long pc, int n) {
    if (op.handler >= 0) {
      A64Handlers.execute(cpu, op, pc, ~n);
      cpu.pc = pc + WORD;
    } else if (op.system == null) {
      throw SystemWork.undefined(cpu, op, ~n);
    } else {
      cpu.pc = pc;
      cpu.partial = n;
      SystemWork.execute(cpu, op);
      cpu.partial = 0;
    }
    cpu.budget -= n + 1;
  }

  static A64Op[] operations(PhysicalCode code) {
    if (code.operations == null) {
      code.operations = new A64Op[PhysicalCode.PAGE_SIZE / WORD];
    }
    return (A64Op[]) code.operations;
  }

  static A64Op decode(PhysicalCode code, int index) {
    int slot = 2 * index;
    int bits = code.halfword(slot) | code.halfword(slot + 1) << 16;
    A64Decoded d = A64Decoder.decode(bits);
    code.noteDecoded(slot, 2);
    code.setWord(slot, DECODED);
    return d == null
        ? new A64Op(bits)
        : new A64Op(d, A64Handlers.of(d), A64Handlers.systemOp(d.insn()));
  }

  /**
   * Enters the handler of a trap. Its site tells how many instructions of the node retired before
   * it.
   */
  private void trapped(A64Cpu cpu, GuestTrap trap) {
    int before = ~trap.site;
    if (fetched) { // else cpu.pc is exact
      cpu.pc = node + (long) WORD * before;
      cpu.budget -= before;
    }
    cpu.partial = 0;
    traps.take(cpu, trap.cause, trap.tval);
  }
}
