package bbt.ptg.riscv;

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
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.LongFunction;

/** RISC-V with 64-bit registers, as a guest. */
public final class RiscvIsa implements GuestIsa {
  /** The only one: what is known to be RISC-V uses it as a constant. */
  public static final RiscvIsa RV64 = new RiscvIsa();

  private static final int MACHINE = 3;

  private static final List<PrivilegeMode> MODES =
      List.of(
          new PrivilegeMode(PrivilegeMode.USER, "user", "U"),
          new PrivilegeMode(1, "supervisor", "S"),
          new PrivilegeMode(MACHINE, "machine", "M"));

  private static final List<Insn> ROWS =
      Arrays.stream(Insn.values()).filter(insn -> !insn.isCompressed()).toList();

  /** {@code c.ebreak} and {@code ebreak}. */
  private static final List<Integer> BREAKPOINTS = List.of(0x9002, 0x0010_0073);

  /** In DWARF (RISC-V ELF psABI, "DWARF Register Numbers"). */
  private static final int FIRST_FLOATING = 32;

  private static final int LINK = 1;
  private static final int STACK_POINTER = 2;
  private static final int THREAD_POINTER = 4;
  private static final int FRAME_POINTER = 8;
  private static final int FIRST_ARGUMENT = 10;
  private static final int SYSTEM_CALL = 17;
  private static final int ALTERNATE_LINK = 5;

  private static final Registers REGISTERS =
      new Registers(
          new RegisterFile("x", 64, Disassembler.X),
          new RegisterFile("f", 64, Disassembler.F),
          FIRST_FLOATING,
          aliases(),
          STACK_POINTER,
          FIRST_ARGUMENT,
          SYSTEM_CALL,
          names(
              "sstatus sie sip stvec sscratch sepc scause stval satp"
                  + " mstatus mie mip mtvec mepc mcause mtval medeleg mideleg"),
          names(
              "sstatus stvec sepc scause stval sscratch sie sip satp"
                  + " mstatus mtvec mepc mcause mtval mie mip medeleg mideleg fcsr menvcfg"),
          "satp");

  private final NodeFinder nodes = new NodeFinder(this);
  private final TrapCauses traps = new RiscvTraps();

  private RiscvIsa() {}

  private static List<String> names(String words) {
    return List.of(words.split(" "));
  }

  private static Map<String, Integer> aliases() {
    Map<String, Integer> aliases = new HashMap<>();
    for (int i = 0; i < Disassembler.X.size(); i++) {
      aliases.put("x" + i, i);
    }
    aliases.put("fp", FRAME_POINTER);
    return Map.copyOf(aliases);
  }

  @Override
  public String name() {
    return "riscv64";
  }

  @Override
  public String title() {
    return "RISC-V";
  }

  @Override
  public int elfMachine() {
    return 243;
  }

  @Override
  public int alignment() {
    return 2;
  }

  @Override
  public int length(int bits) {
    return Decoder.length(bits);
  }

  @Override
  public List<Insn> rows() {
    return ROWS;
  }

  @Override
  public Insn row(int bits) {
    Decoded decoded = Decoder.decode(bits);
    return decoded == null ? null : decoded.insn();
  }

  @Override
  public FlowKind flowKind(int bits) {
    Decoded insn = Decoder.decode(bits);
    if (insn == null) {
      return FlowKind.NONE;
    }
    return switch (insn.insn().flow()) {
      case SEQUENTIAL, SYSTEM -> FlowKind.SEQUENTIAL;
      case CONDITIONAL_BRANCH -> FlowKind.BRANCH;
      case DIRECT_JUMP -> isLink(insn.rd()) ? FlowKind.CALL : FlowKind.JUMP;
      case INDIRECT_JUMP -> indirectKind(insn);
      case TRAP_RETURN -> FlowKind.TRAP_RETURN;
      case TRAP -> FlowKind.SERVICE;
    };
  }

  private static FlowKind indirectKind(Decoded jalr) {
    boolean links = isLink(jalr.rd());
    if (jalr.rs1() == 0) {
      return links ? FlowKind.CALL : FlowKind.JUMP;
    }
    if (!isLink(jalr.rs1()) || (links && jalr.rd() == jalr.rs1())) {
      return links ? FlowKind.INDIRECT_CALL : FlowKind.INDIRECT_JUMP;
    }
    return links ? FlowKind.SWAP : FlowKind.RETURN;
  }

  @Override
  public long flowTarget(long pc, int bits) {
    Decoded insn = Decoder.decode(bits);
    return insn.insn().flow() == ControlFlow.INDIRECT_JUMP ? insn.imm() & ~1L : pc + insn.imm();
  }

  @Override
  public long pairTarget(long pc, int bits, long before, int bitsBefore) {
    Decoded jalr = Decoder.decode(bits);
    Decoded constant = Decoder.decode(bitsBefore);
    if (jalr == null
        || jalr.insn().flow() != ControlFlow.INDIRECT_JUMP
        || constant == null
        || constant.rd() != jalr.rs1()
        || jalr.rs1() == 0) {
      return -1;
    }
    return switch (constant.insn()) {
      case AUIPC -> before + constant.imm() + jalr.imm() & ~1L;
      case LUI -> constant.imm() + jalr.imm() & ~1L;
      default -> -1;
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
   * <p>A jalr whose base register was set by the auipc right before it in the same node has a
   * target that the code fixes: it is a direct jump (a call when it links, never a return). So is a
   * jalr from x0.
   *
   * <p>Calls and returns follow the link-register hints of the unprivileged specification ("Return-
   * address prediction stack actions" table, chapter RV32I, jalr): x1 and x5 are link registers.
   */
  @Override
  public TraceRule rule(Node node) {
    long site = node.lastAddress();
    long after = node.endAddress();
    Decoded insn = Decoder.decode(node.bits(node.count() - 1));
    ControlFlow flow = insn == null ? ControlFlow.TRAP : insn.insn().flow();
    return switch (flow) {
      case SEQUENTIAL, SYSTEM -> new TraceRule(Leaves.NOTHING, false, false, site, after, after);
      case CONDITIONAL_BRANCH ->
          new TraceRule(Leaves.BRANCH, false, false, site, site + insn.imm(), after);
      case DIRECT_JUMP ->
          new TraceRule(Leaves.NOTHING, false, isLink(insn.rd()), site, site + insn.imm(), after);
      case INDIRECT_JUMP -> indirect(node, insn, site, after);
      case TRAP_RETURN -> new TraceRule(Leaves.TRAP_RETURN, false, false, site, 0, after);
      case TRAP -> new TraceRule(Leaves.TRAP, false, false, site, 0, after);
    };
  }

  private static TraceRule indirect(Node node, Decoded jalr, long site, long after) {
    boolean pushes = isLink(jalr.rd());
    if (jalr.rs1() == 0) {
      return new TraceRule(Leaves.NOTHING, false, pushes, site, jalr.imm() & ~1L, after);
    }
    int before = node.count() - 2;
    if (before >= 0) {
      Decoded auipc = Decoder.decode(node.bits(before));
      if (auipc != null && auipc.insn() == Insn.AUIPC && auipc.rd() == jalr.rs1()) {
        long base = site - node.length(before) + auipc.imm();
        return new TraceRule(Leaves.NOTHING, false, pushes, site, base + jalr.imm() & ~1L, after);
      }
    }
    boolean pops = isLink(jalr.rs1()) && !(pushes && jalr.rd() == jalr.rs1());
    return new TraceRule(Leaves.TARGET, pops, pushes, site, 0, after);
  }

  private static boolean isLink(int register) {
    return register == LINK || register == ALTERNATE_LINK;
  }

  @Override
  public String text(long pc, int bits, LongFunction<String> symbols) {
    return Disassembler.text(pc, bits, symbols);
  }

  @Override
  public String condition(int bits, boolean taken) {
    return Condition.text(bits, taken);
  }

  @Override
  public CodeForms forms() {
    return new RiscvForms();
  }

  @Override
  public DataFlow dataFlow(int bits) {
    Decoded d = Decoder.decode(bits);
    return d == null ? DataFlow.NONE : RiscvFlow.of(d);
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
    return level != MACHINE;
  }

  @Override
  public int control(String name) {
    return CsrNames.number(name);
  }

  @Override
  public GdbDescription gdb(IntPredicate hasControl) {
    return RiscvGdb.description(hasControl);
  }

  @Override
  public String abi() {
    return "lp64d";
  }

  /** {@inheritDoc} A jalr from x0 does. */
  @Override
  public boolean jumpsAbsolutely(int bits) {
    Decoded d = Decoder.decode(bits);
    return d != null && d.insn().flow() == ControlFlow.INDIRECT_JUMP && d.rs1() == 0;
  }

  @Override
  public boolean movesToThreadPointer(int bits) {
    Decoded d = Decoder.decode(bits);
    return d != null && movesToThreadPointer(d);
  }

  /** Whether a decoded instruction moves to tp: {@code mv tp, rs}, {@code add tp, x0, rs}. */
  public static boolean movesToThreadPointer(Decoded d) {
    if (d.rd() != THREAD_POINTER) {
      return false;
    }
    return switch (d.insn()) {
      case ADDI -> d.imm() == 0;
      case ADD -> d.rs1() == 0 || d.rs2() == 0;
      default -> false;
    };
  }

  @Override
  public boolean hasTraceStandards() {
    return true;
  }

  /** {@inheritDoc} {@code slti x0, rs1, N}: a HINT of those that are designated for custom use. */
  @Override
  public int mark(int bits) {
    Decoded d = Decoder.decode(bits);
    return d == null ? -1 : mark(d);
  }

  /** Returns the number of the mark that a decoded instruction is, or -1. */
  public static int mark(Decoded d) {
    return d.insn() == Insn.SLTI && d.rd() == 0 && d.imm() >= 0 ? (int) d.imm() : -1;
  }

  @Override
  public boolean loadsStackPointer(int bits) {
    Decoded d = Decoder.decode(bits);
    return d != null && loadsStackPointer(d);
  }

  /** Whether a decoded instruction loads sp from where another register points to. */
  public static boolean loadsStackPointer(Decoded d) {
    return d.rd() == STACK_POINTER && d.insn().format() == Format.LOAD && d.rs1() != STACK_POINTER;
  }
}
