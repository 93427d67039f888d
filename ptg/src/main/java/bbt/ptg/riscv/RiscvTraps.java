package bbt.ptg.riscv;

import bbt.packets.ExceptionKind;
import bbt.ptg.guest.TrapCauses;
import java.util.Map;

/**
 * The causes of RISC-V's traps (privileged specification, "Machine Cause Register" and "Supervisor
 * Cause Register").
 */
final class RiscvTraps implements TrapCauses {
  private static final Map<Long, String> EXCEPTIONS =
      Map.ofEntries(
          Map.entry(0L, "instruction address misaligned"),
          Map.entry(1L, "instruction access fault"),
          Map.entry(2L, "illegal instruction"),
          Map.entry(3L, "breakpoint"),
          Map.entry(4L, "load address misaligned"),
          Map.entry(5L, "load access fault"),
          Map.entry(6L, "store address misaligned"),
          Map.entry(7L, "store access fault"),
          Map.entry(8L, "system call from user mode"),
          Map.entry(9L, "call from supervisor mode"),
          Map.entry(11L, "call from machine mode"),
          Map.entry(12L, "instruction page fault"),
          Map.entry(13L, "load page fault"),
          Map.entry(15L, "store page fault"));
  private static final Map<Long, String> INTERRUPTS =
      Map.of(
          1L, "supervisor software interrupt",
          3L, "machine software interrupt",
          5L, "supervisor timer interrupt",
          7L, "machine timer interrupt",
          9L, "supervisor external interrupt",
          11L, "machine external interrupt");

  private static final int FETCH_MISALIGNED = 0;
  private static final int FETCH_ACCESS = 1;
  private static final int ILLEGAL_INSTRUCTION = 2;
  private static final int BREAKPOINT = 3;
  private static final int CALL_FROM_USER = 8;
  private static final int FETCH_PAGE = 12;

  @Override
  public long systemCall() {
    return CALL_FROM_USER;
  }

  @Override
  public Insn call() {
    return Insn.ECALL;
  }

  @Override
  public boolean isUserCall(long cause) {
    return cause == 8;
  }

  @Override
  public boolean isFetch(long cause) {
    return cause == FETCH_MISALIGNED || cause == FETCH_ACCESS || cause == FETCH_PAGE;
  }

  @Override
  public ExceptionKind kind(long cause) {
    if (cause < 0) {
      return ExceptionKind.INTERRUPT;
    }
    return switch ((int) cause) {
      case 8, 9, 11 -> ExceptionKind.SYSTEM_CALL;
      case 1, 5, 7, 12, 13, 15 -> ExceptionKind.MMU;
      default -> ExceptionKind.EXECUTION;
    };
  }

  @Override
  public Map<Long, String> names(boolean interrupts) {
    return interrupts ? INTERRUPTS : EXCEPTIONS;
  }

  @Override
  public String firmwareCall(long function) {
    return SbiExtensions.title(function);
  }

  @Override
  public String attempted(long cause, long value, long pc) {
    if (isCall(cause)) {
      return Insn.ECALL.mnemonic(); // nothing else makes a call of the system
    }
    if (cause == BREAKPOINT) {
      return Insn.EBREAK.mnemonic(); // this machine has no other breakpoints
    }
    if (cause == ILLEGAL_INSTRUCTION && value != 0) {
      return Disassembler.text(pc, (int) value);
    }
    if (isFetch(cause)) {
      return "an instruction that could not be fetched";
    }
    return null;
  }

  /**
   * Whether a return goes to the trapping instruction, or behind it: an ecall, or an instruction
   * that the handler carried out, of 2 or 4 bytes.
   */
  @Override
  public boolean resumes(long epc, long target) {
    return target == epc || target == epc + 4 || target == epc + 2;
  }
}
