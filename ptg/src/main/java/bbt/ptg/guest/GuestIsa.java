package bbt.ptg.guest;

import bbt.ptg.guest.data.DataFlow;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.LongFunction;

/**
 * A guest's instruction set architecture: how its code is read, and what its state consists of.
 * {@code bbt.ptg.Guests} lists those that there are.
 */
public interface GuestIsa {
  /** The guest's name in the header of a trace, {@code riscv64} for RISC-V. */
  String name();

  /** The guest's name as people write it: {@code RISC-V}. */
  String title();

  /** The e_machine of its ELF files. */
  int elfMachine();

  // ---- code

  /** Addresses of instructions are multiples of it; in bytes, a power of two, at least 2. */
  int alignment();

  /** Bytes of the instruction that begins with these bits, of which 16 must be there. */
  int length(int bits);

  /** All instructions; those that are short for another one are not among them. */
  List<? extends InstructionRow> rows();

  /** The instruction of an encoding; null where it is none. */
  InstructionRow row(int bits);

  /** The effect of an encoding on the flow of control; what is no instruction traps. */
  default ControlFlow flow(int bits) {
    InstructionRow row = row(bits);
    return row == null ? ControlFlow.TRAP : row.flow();
  }

  /** The effect of an encoding on the flow of control, looked at alone. */
  FlowKind flowKind(int bits);

  /**
   * Where a branch leads when it is taken, or a jump or call whose target the code states.
   *
   * @param pc its address
   * @param bits of {@link FlowKind#BRANCH}, {@link FlowKind#JUMP} or {@link FlowKind#CALL}
   */
  long flowTarget(long pc, int bits);

  /**
   * The target of an indirect jump or call whose register the instruction executed right before it
   * has set to a constant; -1 if it has not. Odd, so never an address, is -1 alone.
   *
   * @param before address of the instruction executed before it
   */
  long pairTarget(long pc, int bits, long before, int bitsBefore);

  /** Encodings of the instructions that a debugger writes over code. */
  List<Integer> breakpoints();

  /** Finds the nodes of its code. */
  NodeFinder nodes();

  /**
   * The trace rule of a node: what it leaves in the trace, and where it leads. {@link Node#rule} is
   * how to ask.
   *
   * @param node with a known end
   */
  TraceRule rule(Node node);

  /**
   * The text of an instruction: mnemonic, a tab, operands.
   *
   * @param pc its address, for targets
   * @param symbols from a target to its name; null for none
   */
  String text(long pc, int bits, LongFunction<String> symbols);

  /** The text of an instruction, without symbols. */
  default String text(long pc, int bits) {
    return text(pc, bits, address -> null);
  }

  /**
   * What is true of the registers where a conditional branch went one way: {@code a0 < s2
   * (unsigned)}; empty for another instruction.
   */
  String condition(int bits, boolean taken);

  /** A reader of instructions that tells their forms, before any instruction. */
  CodeForms forms();

  /**
   * What an instruction writes and where that comes from, if it retires; {@link DataFlow#NONE} of
   * what is no instruction.
   */
  DataFlow dataFlow(int bits);

  // ---- state

  Registers registers();

  /** The guest's privilege modes, the least privileged first. */
  List<PrivilegeMode> modes();

  /** The privilege mode with a number; the most privileged one for a number that none has. */
  default PrivilegeMode mode(int level) {
    List<PrivilegeMode> modes = modes();
    return modes.stream().filter(m -> m.level() == level).findFirst().orElse(modes.getLast());
  }

  TrapCauses traps();

  /** Whether addresses are translated in a privilege mode. */
  boolean translates(int level);

  /** Number of a control register by its name, or -1. */
  int control(String name);

  /**
   * The description of the guest for gdb.
   *
   * @param hasControl whether the machine has the control register with a number
   */
  GdbDescription gdb(IntPredicate hasControl);

  /** Whether an instruction jumps to an address that is the same wherever the instruction is. */
  boolean jumpsAbsolutely(int bits);

  /** Whether an instruction copies a general register into that of the current thread. */
  boolean movesToThreadPointer(int bits);

  /** Whether an instruction loads the stack pointer from memory that another register points to. */
  boolean loadsStackPointer(int bits);

  /** Whether E-Trace and N-Trace are standards for it: they are of RISC-V. */
  boolean hasTraceStandards();

  /** The largest number of a mark. */
  int MOST_MARK = 2047;

  /**
   * The number of the mark that an instruction sets and does nothing else; -1 for all others. Where
   * its value is, is the guest's: docs/control.md.
   */
  int mark(int bits);

  /** The name of its programs' binary interface, as folders of libraries have it. */
  String abi();
}
