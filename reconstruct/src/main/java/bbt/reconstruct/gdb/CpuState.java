package bbt.reconstruct.gdb;

import bbt.translator.runtime.Cpu;
import bbt.translator.runtime.GuestTrap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Registers of a hart of a machine in this process.
 *
 * @param onChange told after each change
 */
record CpuState(Cpu cpu, Runnable onChange) implements HartState {
  private static final int LAST_CSR = 4095;

  /** The first of 29 counters that are always zero, in each of the three groups. */
  private static final int[] ZERO_GROUPS = {0x323, 0xB03, 0xC03};

  private static final int ZERO_COUNT = 29;

  /** The debug triggers, always zero. */
  private static final int TRIGGERS = 0x7A0;

  /** The control and status registers that a hart has, those left out that are zero for good. */
  static int[] csrs(Cpu cpu) {
    return csrs(csr -> exists(cpu, csr));
  }

  /** The same where {@code exists} says which there are. */
  static int[] csrs(IntPredicate exists) {
    return IntStream.rangeClosed(0, LAST_CSR)
        .filter(csr -> !isAlwaysZero(csr) && exists.test(csr))
        .toArray();
  }

  private static boolean exists(Cpu cpu, int csr) {
    try {
      cpu.csrs.read(csr);
      return true;
    } catch (GuestTrap none) {
      return false;
    }
  }

  private static boolean isAlwaysZero(int csr) {
    for (int first : ZERO_GROUPS) {
      if (csr >= first && csr < first + ZERO_COUNT) {
        return true;
      }
    }
    return csr >= TRIGGERS && csr < TRIGGERS + 16;
  }

  @Override
  public long x(int number) {
    return cpu.x(number);
  }

  @Override
  public long f(int number) {
    return cpu.f(number);
  }

  @Override
  public long pc() {
    return cpu.pc;
  }

  @Override
  public int privilege() {
    return cpu.priv;
  }

  @Override
  public long csr(int number) {
    return cpu.csrs.read(number);
  }

  @Override
  public void setX(int number, long value) {
    cpu.setX(number, value);
    onChange.run();
  }

  @Override
  public void setF(int number, long value) {
    cpu.setF(number, value);
    onChange.run();
  }

  @Override
  public void setPc(long value) {
    cpu.pc = value & ~1L;
    onChange.run();
  }

  @Override
  public void setPrivilege(int value) {
    cpu.csrs.privilege(value);
    cpu.expire();
    onChange.run();
  }

  @Override
  public void setCsr(int number, long value) {
    cpu.csrs.write(number, value);
    onChange.run();
  }
}
