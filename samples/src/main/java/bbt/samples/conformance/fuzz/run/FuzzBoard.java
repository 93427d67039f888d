package bbt.samples.conformance.fuzz.run;

import bbt.ptg.Guests;
import bbt.translator.guest.QemuBoard;
import bbt.translator.machine.Architectures;

/** The boards for which there are random programs: what differs in their images. */
public enum FuzzBoard {
  /** RISC-V's {@code virt}; a program begins at the start of RAM, in M-mode. */
  RISCV(0x8000_0000L, 0x8000_0000L, 243),

  /**
   * AArch64's {@code virt}; a program begins 4 MiB above the start of RAM, where QEMU puts the
   * device tree, at level 1.
   */
  ARM64(0x4000_0000L, 0x4040_0000L, 183);

  private final long ram;
  private final long start;
  private final int elfMachine;

  FuzzBoard(long ram, long start, int elfMachine) {
    this.ram = ram;
    this.start = start;
    this.elfMachine = elfMachine;
  }

  /** The physical address at which an image begins. */
  public long start() {
    return start;
  }

  /** Bytes of RAM below an image. */
  int below() {
    return (int) (start - ram);
  }

  /** QEMU's board. */
  public QemuBoard qemu() {
    return Architectures.of(Guests.ofElf(elfMachine).orElseThrow()).qemu();
  }

  /** The machine in the header of an ELF file. */
  short elfMachine() {
    return (short) elfMachine;
  }
}
