package bbt.translator.linux;

import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.Registers;
import bbt.translator.hart.Hart;

/** Reads system calls out of a hart's registers, by the conventions of its architecture. */
final class LinuxAbi {
  /** Number of the privilege mode in which programs run. */
  final int user;

  /** Number of the privilege mode in which the kernel runs. */
  final int kernel;

  /** Number of the highest privilege mode: that of a kernel that has no firmware below it. */
  final int highest;

  /** The {@code e_machine} of its ELF files. */
  final int machine;

  private final GuestIsa isa;
  private final Registers registers;

  LinuxAbi(GuestIsa isa) {
    this.isa = isa;
    this.registers = isa.registers();
    this.machine = isa.elfMachine();
    this.user = isa.modes().get(0).level();
    this.kernel = isa.modes().get(1).level();
    this.highest = isa.modes().getLast().level();
  }

  /** Whether a trap is a program's system call. */
  boolean isCall(long cause) {
    return isa.traps().isUserCall(cause);
  }

  /** The call's number. */
  long number(Hart hart) {
    return hart.general(registers.systemCall());
  }

  /** One of the call's arguments, counted from 0; behind the call the first is its result. */
  long argument(Hart hart, int index) {
    return hart.general(registers.firstArgument() + index);
  }

  /** The address behind a call. */
  long behind(long call) {
    return call + isa.traps().call().bytes();
  }
}
