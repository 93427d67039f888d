package bbt.reconstruct.code;

import bbt.ptg.guest.GuestIsa;
import bbt.reconstruct.cost.CostModel;
import java.util.function.LongFunction;

/**
 * An instruction and how often it was executed.
 *
 * @param image whose symbol names the code, see {@link
 *     bbt.reconstruct.names.TraceSymbols.Function#image}; null where none does
 * @param guest whose instruction it is
 * @param address virtual
 * @param bits encoding: 16 bits (zero-extended) or 32
 * @param version 0 for what was executed at the address first, 1 for what replaced it, and so on
 * @param executions times that it retired
 * @param flow where it leads
 * @param target where a branch goes when taken, a direct jump or call always; else 0
 * @param taken of a branch: times that it was taken; else 0
 */
public record CodeLine(
    String image,
    GuestIsa guest,
    long address,
    int bits,
    int version,
    long executions,
    Flow flow,
    long target,
    long taken) {

  /** The ways in which an instruction leads on. */
  public enum Flow {
    /** Leads to the next instruction. */
    NEXT,
    /** Leads to the target or to the next instruction. */
    BRANCH,
    /** Leads to the target. */
    JUMP,
    /** Leads to the target, and back behind it. */
    CALL,
    /** Leads to an address in a register. */
    INDIRECT_JUMP,
    /** Leads to an address in a register, and back behind it. */
    INDIRECT_CALL,
    /** Leads to where the function was called. */
    RETURN,
    /** Leads to where a trap came from. */
    TRAP_RETURN,
    /** Into a trap: a system call or a breakpoint that retired (a firmware call). */
    TRAP
  }

  /** Bytes. */
  public int length() {
    return guest.length(bits);
  }

  /** Address of the instruction behind it. */
  public long next() {
    return address + length();
  }

  /** Times that a branch was not taken; 0 of other instructions. */
  public long notTaken() {
    return flow == Flow.BRANCH ? executions - taken : 0;
  }

  /** Cycles of all executions by a cost model; taking a trap is not part of it. */
  public long cycles(CostModel costs) {
    return (executions - taken) * costs.cycles(guest.row(bits)) + taken * costs.branchTaken();
  }

  /** Mnemonic, a tab, operands; targets without names. */
  public String text() {
    return guest.text(address, bits);
  }

  /**
   * Mnemonic, a tab, operands.
   *
   * @param symbols from a target to its name, null for none
   */
  public String text(LongFunction<String> symbols) {
    return guest.text(address, bits, symbols);
  }
}
