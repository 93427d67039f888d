package bbt.ptg.arm64;

import bbt.packets.ExceptionKind;
import bbt.ptg.guest.TrapCauses;
import java.util.Map;

/**
 * The causes of AArch64's exceptions: of a synchronous one its class, as ESR_EL1 has it in EC
 * (manual, D24.2.40), of an asynchronous one its place among the vectors, counted from 0, with the
 * sign set.
 */
final class A64Traps implements TrapCauses {
  private static final int SVC = 0x15;
  private static final int HVC = 0x16;
  private static final int SMC = 0x17;
  private static final int FETCH = 0x20;
  private static final int FETCH_SAME_LEVEL = 0x21;

  /** Class of a program counter that is no multiple of 4. */
  private static final int MISALIGNED = 0x22;

  private static final int BREAKPOINT = 0x3C;

  private static final Map<Long, String> EXCEPTIONS =
      Map.ofEntries(
          Map.entry(0x00L, "undefined instruction"),
          Map.entry(0x01L, "wait trapped"),
          Map.entry(0x07L, "floating point or vector access"),
          Map.entry(0x0EL, "illegal execution state"),
          Map.entry(0x15L, "system call"),
          Map.entry(0x16L, "hypervisor call"),
          Map.entry(0x17L, "secure monitor call"),
          Map.entry(0x18L, "system instruction trapped"),
          Map.entry(0x20L, "instruction abort of a program"),
          Map.entry(0x21L, "instruction abort"),
          Map.entry(0x22L, "program counter misaligned"),
          Map.entry(0x24L, "data abort of a program"),
          Map.entry(0x25L, "data abort"),
          Map.entry(0x26L, "stack pointer misaligned"),
          Map.entry(0x2CL, "floating point exception"),
          Map.entry(0x2FL, "system error"),
          Map.entry(0x30L, "hardware breakpoint of a program"),
          Map.entry(0x31L, "hardware breakpoint"),
          Map.entry(0x32L, "software step of a program"),
          Map.entry(0x33L, "software step"),
          Map.entry(0x34L, "watchpoint of a program"),
          Map.entry(0x35L, "watchpoint"),
          Map.entry(0x3CL, "breakpoint instruction"));

  private static final Map<Long, String> INTERRUPTS =
      Map.of(0L, "interrupt", 1L, "fast interrupt", 2L, "system error interrupt");

  /** Power State Coordination Interface, the functions of version 1.1 that kernels call. */
  private static final Map<Long, String> FIRMWARE =
      Map.ofEntries(
          Map.entry(0x8400_0000L, "psci version"),
          Map.entry(0x8400_0001L, "psci cpu suspend"),
          Map.entry(0xC400_0001L, "psci cpu suspend"),
          Map.entry(0x8400_0002L, "psci cpu off"),
          Map.entry(0x8400_0003L, "psci cpu on"),
          Map.entry(0xC400_0003L, "psci cpu on"),
          Map.entry(0x8400_0004L, "psci affinity info"),
          Map.entry(0xC400_0004L, "psci affinity info"),
          Map.entry(0x8400_0006L, "psci migrate info"),
          Map.entry(0x8400_0008L, "psci system off"),
          Map.entry(0x8400_0009L, "psci system reset"),
          Map.entry(0x8400_000AL, "psci features"),
          Map.entry(0x8000_0000L, "smccc version"),
          Map.entry(0x8000_0001L, "smccc features"));

  @Override
  public long systemCall() {
    return SVC;
  }

  @Override
  public A64Insn call() {
    return A64Insn.SVC;
  }

  @Override
  public boolean isUserCall(long cause) {
    return cause == SVC;
  }

  @Override
  public boolean isFetch(long cause) {
    return cause == FETCH || cause == FETCH_SAME_LEVEL || cause == MISALIGNED;
  }

  @Override
  public ExceptionKind kind(long cause) {
    if (cause < 0) {
      return ExceptionKind.INTERRUPT;
    }
    return switch ((int) cause) {
      case SVC, HVC, SMC -> ExceptionKind.SYSTEM_CALL;
      case FETCH, FETCH_SAME_LEVEL, 0x24, 0x25 -> ExceptionKind.MMU;
      default -> ExceptionKind.EXECUTION;
    };
  }

  @Override
  public Map<Long, String> names(boolean interrupts) {
    return interrupts ? INTERRUPTS : EXCEPTIONS;
  }

  @Override
  public String firmwareCall(long function) {
    return FIRMWARE.getOrDefault(function, "firmware call 0x" + Long.toHexString(function));
  }

  @Override
  public String attempted(long cause, long value, long pc) {
    if (isFetch(cause)) {
      return "an instruction that could not be fetched";
    }
    return switch (cause < 0 ? -1 : (int) cause) {
      case SVC -> A64Insn.SVC.mnemonic();
      case HVC -> A64Insn.HVC.mnemonic();
      case SMC -> A64Insn.SMC.mnemonic();
      case BREAKPOINT -> A64Insn.BRK.mnemonic();
      default -> null;
    };
  }

  /** Whether a return goes to the trapping instruction, or to the one behind it. */
  @Override
  public boolean resumes(long epc, long target) {
    return target == epc || target == epc + 4;
  }
}
