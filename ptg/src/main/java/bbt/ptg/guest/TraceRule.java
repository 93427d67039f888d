package bbt.ptg.guest;

import bbt.ptg.riscv.Decoded;
import bbt.ptg.riscv.Decoder;
import bbt.ptg.riscv.Insn;

/**
 * What a node that was executed whole leaves in the trace, and where it leads: the one place that
 * decides it (docs/determinism.md 15). The recorder and the reconstructor both ask here.
 *
 * <p>A jalr whose base register was set by the auipc right before it in the same node has a target
 * that the code fixes: it is a direct jump (a call when it links, never a return). So is a jalr
 * from x0.
 *
 * <p>Calls and returns follow the link-register hints of the unprivileged specification ("Return-
 * address prediction stack actions" table, chapter RV32I, jalr): x1 and x5 are link registers.
 *
 * @param leaves what the node's end leaves in the trace
 * @param pops the jump is a return: the shadow stack is popped (before a push)
 * @param pushes the jump is a call: {@link #link} is pushed
 * @param site address of the node's last instruction
 * @param target BRANCH: where it goes when taken. NOTHING: where it always goes. Else 0
 * @param link address after the node: fall-through of a branch, link address of a call
 */
public record TraceRule(
    Leaves leaves, boolean pops, boolean pushes, long site, long target, long link) {

  /** What a node leaves in the trace. */
  public enum Leaves {
    /** The code fixes what follows: {@link #target}. */
    NOTHING,
    /** One bit, 1 = taken. */
    BRANCH,
    /** A target: an indirect jump, call or return. */
    TARGET,
    /** A target and the new privilege: xRET. */
    TRAP_RETURN,
    /**
     * Nothing: the instruction traps without retiring, an exception packet follows. If it did
     * retire (a firmware call, docs/determinism.md 4), the packet says where execution goes on.
     */
    TRAP
  }

  /**
   * The rule of a node.
   *
   * @throws IllegalArgumentException if the node's end is not known
   */
  public static TraceRule of(Node node) {
    if (node.end() == Node.End.UNKNOWN) {
      throw new IllegalArgumentException(
          "node at 0x" + Long.toHexString(node.pc()) + " ends in unknown bytes");
    }
    int last = node.count() - 1;
    long site = node.lastAddress();
    long after = node.endAddress();
    Decoded insn = Decoder.decode(node.bits(last));
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
    return register == 1 || register == 5;
  }
}
