package bbt.ptg.arm64;

import bbt.ptg.guest.CodeForms;
import bbt.ptg.guest.ControlFlow;
import bbt.ptg.guest.FlowKind;
import bbt.ptg.guest.GdbDescription;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.Node;
import bbt.ptg.guest.NodeFinder;
import bbt.ptg.guest.PrivilegeMode;
import bbt.ptg.guest.RegisterFile;
import bbt.ptg.guest.Registers;
import bbt.ptg.guest.TraceRule;
import bbt.ptg.guest.TraceRule.Leaves;
import bbt.ptg.guest.TrapCauses;
import bbt.ptg.guest.data.DataFlow;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.IntPredicate;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** AArch64, Arm's instruction set with 64-bit registers, as a guest. */
public final class A64Isa implements GuestIsa {
  /** The only one: what is known to be AArch64 uses it as a constant. */
  public static final A64Isa ARM64 = new A64Isa();

  /** In DWARF: V0 (DWARF for the Arm 64-bit Architecture, "DWARF register names"). */
  private static final int FIRST_FLOATING = 64;

  private static final int FRAME_POINTER = 29;
  private static final int LINK = 30;
  private static final int LAST = 31;
  private static final int SYSTEM_CALL = 8;
  private static final int WORD = 4;
  private static final long PAGE_MASK = 4095;

  /** {@code brk #0}. */
  private static final List<Integer> BREAKPOINTS = List.of(0xD420_0000);

  /** The table is made when it is asked for: most runs have another guest. */
  private static final class Table {
    static final List<A64Insn> ROWS = List.of(A64Insn.values());
  }

  private static final List<PrivilegeMode> MODES =
      List.of(
          new PrivilegeMode(PrivilegeMode.USER, "user", "EL0"),
          new PrivilegeMode(1, "kernel", "EL1"));

  private static final Registers REGISTERS =
      new Registers(
          new RegisterFile(
              "x",
              64,
              Stream.concat(IntStream.range(0, LAST).mapToObj(i -> "x" + i), Stream.of("sp"))
                  .toList()),
          new RegisterFile("d", 64, IntStream.range(0, 32).mapToObj(i -> "d" + i).toList()),
          FIRST_FLOATING,
          Map.of("fp", FRAME_POINTER, "lr", LINK),
          LAST,
          0,
          SYSTEM_CALL,
          names(
              "sctlr_el1 ttbr0_el1 ttbr1_el1 tcr_el1 vbar_el1 elr_el1 spsr_el1 esr_el1 far_el1"
                  + " sp_el0 tpidr_el0 contextidr_el1"),
          names(
              "nzcv daif elr_el1 spsr_el1 esr_el1 far_el1 vbar_el1 ttbr0_el1 ttbr1_el1 tcr_el1"
                  + " sctlr_el1 sp_el0 tpidr_el0 tpidrro_el0 contextidr_el1"),
          "ttbr0_el1");

  private final NodeFinder nodes = new NodeFinder(this);
  private final TrapCauses traps = new A64Traps();

  private A64Isa() {}

  private static List<String> names(String words) {
    return List.of(words.split(" "));
  }

  @Override
  public String name() {
    return "arm64";
  }

  @Override
  public String title() {
    return "AArch64";
  }

  @Override
  public int elfMachine() {
    return 183;
  }

  @Override
  public int alignment() {
    return WORD;
  }

  @Override
  public int length(int bits) {
    return WORD;
  }

  @Override
  public List<A64Insn> rows() {
    return Table.ROWS;
  }

  @Override
  public A64Insn row(int bits) {
    return A64Decoder.row(bits);
  }

  @Override
  public FlowKind flowKind(int bits) {
    A64Insn insn = A64Decoder.row(bits);
    if (insn == null || insn == A64Insn.UDF) {
      return FlowKind.NONE;
    }
    return switch (insn.flow()) {
      case SEQUENTIAL, SYSTEM -> FlowKind.SEQUENTIAL;
      case CONDITIONAL_BRANCH -> FlowKind.BRANCH;
      case DIRECT_JUMP -> insn == A64Insn.BL ? FlowKind.CALL : FlowKind.JUMP;
      case INDIRECT_JUMP ->
          switch (insn) {
            case BLR -> FlowKind.INDIRECT_CALL;
            case RET -> FlowKind.RETURN;
            default -> FlowKind.INDIRECT_JUMP;
          };
      case TRAP_RETURN -> FlowKind.TRAP_RETURN;
      case TRAP -> FlowKind.SERVICE;
    };
  }

  @Override
  public long flowTarget(long pc, int bits) {
    return pc + A64Decoder.decode(bits).imm();
  }

  @Override
  public long pairTarget(long pc, int bits, long before, int bitsBefore) {
    A64Decoded jump = A64Decoder.decode(bits);
    A64Decoded constant = A64Decoder.decode(bitsBefore);
    if (jump == null || constant == null || !isJump(jump.insn()) || constant.rd() != jump.rn()) {
      return -1;
    }
    return address(before, constant).orElse(-1);
  }

  /** A jump or call through a register that is no return. */
  private static boolean isJump(A64Insn insn) {
    return insn == A64Insn.BR || insn == A64Insn.BLR;
  }

  /** The address that adr or adrp leaves in a register; empty for another instruction. */
  private static OptionalLong address(long pc, A64Decoded d) {
    if (d.rd() == LAST) {
      return OptionalLong.empty(); // the zero register
    }
    return switch (d.insn()) {
      case ADR -> OptionalLong.of(pc + d.imm());
      case ADRP -> OptionalLong.of((pc & ~PAGE_MASK) + d.imm());
      default -> OptionalLong.empty();
    };
  }

  @Override
  public List<Integer> breakpoints() {
    return BREAKPOINTS;
  }

  @Override
  public NodeFinder nodes() {
    return nodes;
  }

  /**
   * {@inheritDoc}
   *
   * <p>Calls and returns are instructions of their own: bl and blr call, ret returns. A br or blr
   * has a target that the code fixes where the instructions right before it in the same node make
   * its register: adr, or adrp and an add to the same register.
   */
  @Override
  public TraceRule rule(Node node) {
    long site = node.lastAddress();
    long after = node.endAddress();
    A64Decoded d = A64Decoder.decode(node.bits(node.count() - 1));
    ControlFlow flow = d == null ? ControlFlow.TRAP : d.insn().flow();
    return switch (flow) {
      case SEQUENTIAL, SYSTEM -> new TraceRule(Leaves.NOTHING, false, false, site, after, after);
      case CONDITIONAL_BRANCH ->
          new TraceRule(Leaves.BRANCH, false, false, site, site + d.imm(), after);
      case DIRECT_JUMP ->
          new TraceRule(Leaves.NOTHING, false, d.insn() == A64Insn.BL, site, site + d.imm(), after);
      case INDIRECT_JUMP -> indirect(node, d, site, after);
      case TRAP_RETURN -> new TraceRule(Leaves.TRAP_RETURN, false, false, site, 0, after);
      case TRAP -> new TraceRule(Leaves.TRAP, false, false, site, 0, after);
    };
  }

  private static TraceRule indirect(Node node, A64Decoded jump, long site, long after) {
    boolean pushes = jump.insn() == A64Insn.BLR;
    OptionalLong fixed = isJump(jump.insn()) ? fixedTarget(node, jump.rn()) : OptionalLong.empty();
    if (fixed.isPresent()) {
      return new TraceRule(Leaves.NOTHING, false, pushes, site, fixed.getAsLong(), after);
    }
    return new TraceRule(Leaves.TARGET, jump.insn() == A64Insn.RET, pushes, site, 0, after);
  }

  /** What the instructions before a node's last one leave in a register, where it is known. */
  private static OptionalLong fixedTarget(Node node, int register) {
    int before = node.count() - 2;
    if (before < 0) {
      return OptionalLong.empty();
    }
    A64Decoded last = A64Decoder.decode(node.bits(before));
    if (last.rd() != register) {
      return OptionalLong.empty();
    }
    boolean adds = last.insn() == A64Insn.ADD_IMM_X && last.rn() == register && before > 0;
    if (!adds) {
      return address(node.address(before), last);
    }
    A64Decoded page = A64Decoder.decode(node.bits(before - 1));
    boolean isPage = page.insn() == A64Insn.ADRP && page.rd() == register;
    if (!isPage) {
      return OptionalLong.empty();
    }
    OptionalLong first = address(node.address(before - 1), page);
    return first.isPresent() ? OptionalLong.of(first.getAsLong() + last.imm()) : first;
  }

  @Override
  public String text(long pc, int bits, LongFunction<String> symbols) {
    return A64Disassembler.text(pc, bits, symbols);
  }

  @Override
  public String condition(int bits, boolean taken) {
    A64Decoded d = A64Decoder.decode(bits);
    if (d == null) {
      return "";
    }
    String register = A64Disassembler.register(d.rd(), (bits & 1 << LAST) != 0, false);
    return switch (d.insn()) {
      case B_COND -> A64Disassembler.condition(taken ? d.condition() : d.condition() ^ 1);
      case CBZ_W, CBZ_X -> register + (taken ? " == 0" : " != 0");
      case CBNZ_W, CBNZ_X -> register + (taken ? " != 0" : " == 0");
      case TBZ_W, TBZ_X -> bit(d, register, !taken);
      case TBNZ_W, TBNZ_X -> bit(d, register, taken);
      default -> "";
    };
  }

  private static String bit(A64Decoded d, String register, boolean set) {
    return register + " bit " + d.second() + (set ? " == 1" : " == 0");
  }

  @Override
  public CodeForms forms() {
    return new A64Forms();
  }

  @Override
  public DataFlow dataFlow(int bits) {
    A64Decoded d = A64Decoder.decode(bits);
    return d == null ? DataFlow.NONE : A64Flow.of(d);
  }

  @Override
  public Registers registers() {
    return REGISTERS;
  }

  @Override
  public List<PrivilegeMode> modes() {
    return MODES;
  }

  @Override
  public TrapCauses traps() {
    return traps;
  }

  @Override
  public boolean translates(int level) {
    return true;
  }

  @Override
  public int control(String name) {
    return SystemRegisters.number(name);
  }

  @Override
  public GdbDescription gdb(IntPredicate hasControl) {
    return A64Gdb.description();
  }

  @Override
  public String abi() {
    return "lp64";
  }

  /** {@inheritDoc} None does: adr and adrp lead on from where they are. */
  @Override
  public boolean jumpsAbsolutely(int bits) {
    return false;
  }

  /** {@inheritDoc} {@code msr sp_el0, Xt}: where Linux keeps the current task in kernel mode. */
  @Override
  public boolean movesToThreadPointer(int bits) {
    A64Decoded d = A64Decoder.decode(bits);
    return d != null && d.insn() == A64Insn.MSR && d.system() == SystemRegisters.number("sp_el0");
  }

  /**
   * {@inheritDoc}
   *
   * <p>No instruction loads it: what is loaded is moved there, {@code mov sp, Xn}. The frame
   * pointer is no such register, since it is where functions restore their stack pointer from.
   */
  @Override
  public boolean loadsStackPointer(int bits) {
    A64Decoded d = A64Decoder.decode(bits);
    return d != null
        && d.insn() == A64Insn.ADD_IMM_X
        && d.rd() == LAST
        && d.imm() == 0
        && d.rn() != FRAME_POINTER
        && d.rn() != LAST;
  }

  @Override
  public boolean hasTraceStandards() {
    return false;
  }

  /** {@inheritDoc} {@code mov xzr, #N}, which does nothing; the value is what is in x0. */
  @Override
  public int mark(int bits) {
    A64Decoded d = A64Decoder.decode(bits);
    return d == null ? -1 : mark(d);
  }

  /** Returns the number of the mark that a decoded instruction is, or -1. */
  public static int mark(A64Decoded d) {
    boolean marks =
        d.insn() == A64Insn.MOVZ_X && d.rd() == LAST && d.second() == 0 && d.imm() <= MOST_MARK;
    return marks ? (int) d.imm() : -1;
  }
}
