package bbt.samples.conformance.fuzz.privileged;

import bbt.translator.riscv.cpu.Csr;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Chooses numbers of registers that nobody has, so that every access is an illegal instruction.
 * Left out are those that one of the machines has and the other need not have: protection entries
 * from 16 on (privileged specification, "Physical Memory Protection CSRs"), the further counters
 * and events, which may be hardwired to zero or absent (privileged specification, "Hardware
 * Performance Monitor"), the debug triggers (debug specification), and implemented ones.
 */
final class UnknownCsrs {
  /** QEMU 7.2 has it without the hypervisor extension, too. */
  private static final int VSTIMECMP = 0x24D;

  private static final int[] NUMBERS = numbers();

  private UnknownCsrs() {}

  static int pick(SplittableRandom random) {
    return NUMBERS[random.nextInt(NUMBERS.length)];
  }

  private static int[] numbers() {
    List<Integer> numbers = new ArrayList<>();
    for (int number = 0; number < 4096; number++) {
      if (!known(number)) {
        numbers.add(number);
      }
    }
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }

  private static boolean known(int number) {
    return number <= Csr.FCSR && number > 0
        || number >= Csr.SSTATUS && number <= Csr.SENVCFG
        || number >= Csr.SSCRATCH && number <= Csr.SIP
        || number == Csr.STIMECMP
        || number == VSTIMECMP
        || number == Csr.SATP
        || number >= Csr.MSTATUS && number <= Csr.MENVCFG
        || number >= Csr.MCOUNTINHIBIT && number <= Csr.MHPMEVENT31
        || number >= Csr.MSCRATCH && number <= Csr.MIP
        || number >= Csr.PMPCFG0 && number < Csr.PMPADDR0 + 64
        || number >= 0x7A0 && number <= 0x7AF
        || number >= Csr.MCYCLE && number <= Csr.MHPMCOUNTER31
        || number >= Csr.CYCLE && number <= Csr.HPMCOUNTER31
        || number >= Csr.MVENDORID && number <= Csr.MCONFIGPTR;
  }
}
