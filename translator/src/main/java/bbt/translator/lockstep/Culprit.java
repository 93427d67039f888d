package bbt.translator.lockstep;

import bbt.ptg.guest.ControlFlow;
import bbt.ptg.guest.GuestIsa;
import bbt.translator.code.CodePage;
import bbt.translator.code.PhysicalCode;
import bbt.translator.code.Region;
import bbt.translator.code.Tiering;
import bbt.translator.engine.NodeInterpreter;
import bbt.translator.engine.TrapEntry;
import bbt.translator.guest.GuestArchitecture;
import bbt.translator.guest.HartRegisters;
import bbt.translator.hart.GuestTrap;
import bbt.translator.hart.Hart;
import bbt.translator.region.RegionCompiler;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the instruction that is translated wrongly, from two machines that stand in the same state
 * just before it.
 *
 * <p>The interpreter goes through the path one instruction at a time. For each, the first
 * instructions of its node up to it are translated alone and executed from the state at the node's
 * start; the first that do not leave the interpreter's state end in the culprit.
 */
final class Culprit {
  /** A path longer than this is no path of one step. */
  private static final int MAX_PATH = 2000;

  private static final int SHOWN = 12;

  private final GuestArchitecture architecture;
  private final GuestIsa isa;
  private final HartRegisters registers;
  private final LockstepSide translated;
  private final LockstepSide interpreted;
  private final NodeInterpreter interpreter;

  /** Registers at the start of the node. */
  private final Hart start;

  /** Memory at the start of the node. */
  private final MemorySegment memory;

  private final List<Executed> path = new ArrayList<>();

  /** An instruction that the interpreter executed and the names of the registers it changed. */
  private record Executed(long pc, int bits, List<String> changed) {}

  private String text(Executed one) {
    boolean isShort = isa.length(one.bits) == 2;
    return "0x%x: %s (%s)"
        .formatted(
            one.pc,
            isa.text(one.pc, one.bits).replace('\t', ' '),
            (isShort ? "%04x" : "%08x").formatted(isShort ? one.bits & 0xFFFF : one.bits));
  }

  Culprit(LockstepSide translated, LockstepSide interpreted) {
    this.translated = translated;
    this.interpreted = interpreted;
    this.architecture = interpreted.architecture;
    this.isa = architecture.isa();
    this.registers = architecture.registers();
    this.start = registers.newHart();
    this.interpreter =
        architecture.interpreter(
            interpreted.current.fetchTlb, Tiering.NONE, new TrapEntry(null), null);
    this.memory = Arena.ofAuto().allocate(interpreted.ram.size(), 8);
  }

  /**
   * Searches the path from the present state.
   *
   * @param until retired count of all harts at which the difference shows
   * @param what differs there, each beginning with a register's name
   * @return one line for the instruction; more where none is wrong by itself
   */
  List<String> find(long until, List<String> what) {
    interpreted.stepping = true;
    translated.stepping = true;
    while (interpreted.retired() < until && path.size() < MAX_PATH) {
      long before = interpreted.current.cpu.retired();
      String wrong = node();
      if (wrong != null) {
        return List.of(text(path.getLast()) + ": " + wrong);
      }
      if (interpreted.current.cpu.retired() == before) {
        break; // it traps where it stands
      }
    }
    return unexplained(what);
  }

  /** Compares one node, prefix by prefix; what is wrong with its last instruction, or null. */
  private String node() {
    Hart cpu = interpreted.current.cpu;
    interpreted.current.mmu.flushAll();
    registers.copy(cpu, start);
    memory.copyFrom(Pass.segment(interpreted.ram));
    for (int count = 1; path.size() < MAX_PATH; count++) {
      long pc = cpu.pc;
      long retired = cpu.retired();
      ControlFlow flow = step();
      boolean trapped = cpu.retired() == retired;
      String wrong = compare(count, trapped ? pc : -1);
      if (wrong != null) {
        return wrong;
      }
      if (trapped
          || flow != ControlFlow.SEQUENTIAL
          || cpu.retired() != retired + 1
          || (cpu.pc & PhysicalCode.PAGE_SIZE - 1) == 0) {
        return null;
      }
    }
    return null;
  }

  /** Interprets one instruction, behind which the page is made to end; where it leads. */
  private ControlFlow step() {
    Hart cpu = interpreted.current.cpu;
    long[] before = registers.read(cpu);
    long pc = cpu.pc;
    int slot = PhysicalCode.slot(pc);
    int bits = 0;
    int behind = PhysicalCode.SLOTS;
    CodePage page = null;
    try {
      page = interpreted.current.fetchTlb.lookup(cpu, pc);
      bits = page.code.halfword(slot);
      behind = slot + isa.length(bits) / 2;
      bits |= behind < slot + 2 || slot + 1 == PhysicalCode.SLOTS ? 0 : high(page, slot);
    } catch (GuestTrap fault) {
      // The interpreter takes it.
    }
    if (page != null && behind < PhysicalCode.SLOTS) {
      page.code.setWord(behind, PhysicalCode.PAGE_END);
    }
    cpu.eventAt = cpu.retired() + 1;
    cpu.budget = 1;
    interpreter.execute(cpu);
    if (page != null && behind < PhysicalCode.SLOTS) {
      page.code.setWord(behind, 0); // to be decoded
    }
    List<String> changed =
        registers.differences(before, registers.read(cpu)).stream()
            .map(Culprit::firstWord)
            .toList();
    path.add(new Executed(pc, bits, changed));
    return isa.flow(bits);
  }

  private static int high(CodePage page, int slot) {
    return page.code.halfword(slot + 1) << 16;
  }

  /**
   * Executes the first instructions of the node by translation.
   *
   * @param trappedAt the address of the last one, if the interpreter took a trap there, else -1
   * @return what differs, or null
   */
  private String compare(int count, long trappedAt) {
    Hart cpu = translated.current.cpu;
    registers.copy(start, cpu);
    Pass.segment(translated.ram).copyFrom(memory);
    translated.current.mmu.flushAll();
    cpu.nodeStart = -1;
    cpu.partial = 0;
    GuestTrap trap = null;
    try {
      CodePage page = translated.current.fetchTlb.lookup(cpu, cpu.pc);
      Region region =
          RegionCompiler.prefix(architecture.code(), page, PhysicalCode.slot(cpu.pc), count);
      if (region == null) {
        return null; // the interpreter's work in both engines
      }
      cpu.eventAt = count;
      cpu.budget = count;
      region.run(cpu, PhysicalCode.slot(cpu.pc));
    } catch (GuestTrap thrown) {
      trap = thrown;
    }
    if (cpu.nodeStart != -1) {
      return null; // a device, or code that changes: likewise
    }
    if (trap != null || trappedAt >= 0) {
      long cause = trap == null ? Long.MIN_VALUE : trap.cause;
      boolean same = trap != null && trappedAt == cpu.pc && cause == interpreted.trapCause;
      return same ? null : "the trap is not the same";
    }
    List<String> what = registers.coreDifferences(interpreted.current.cpu, cpu);
    for (long physical : Pass.differingWords(interpreted.ram, translated.ram)) {
      what.add("memory at 0x%x".formatted(physical));
    }
    return what.isEmpty() ? null : String.join(", ", what);
  }

  /** The path, where no instruction in it is wrong by itself, and who last wrote what differs. */
  private List<String> unexplained(List<String> what) {
    List<String> lines = new ArrayList<>();
    for (String each : what) {
      String name = firstWord(each);
      for (int i = path.size() - 1; i >= 0; i--) {
        if (path.get(i).changed().contains(name)) {
          lines.add(name + " was last written by " + text(path.get(i)));
          break;
        }
      }
    }
    lines.add("each instruction is translated rightly by itself; the path was:");
    path.stream().skip(Math.max(0, path.size() - SHOWN)).forEach(e -> lines.add("  " + text(e)));
    return lines;
  }

  private static String firstWord(String text) {
    return text.substring(0, text.indexOf(' '));
  }
}
