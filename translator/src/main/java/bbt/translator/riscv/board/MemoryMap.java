package bbt.translator.riscv.board;

/** Physical addresses and interrupt sources, as on QEMU's {@code virt} board. */
public final class MemoryMap {
  /** Boot ROM: the reset vector. */
  public static final long ROM = 0x1000;

  public static final long ROM_SIZE = 0xF000;
  public static final long FINISHER = 0x10_0000;
  public static final long RTC = 0x10_1000;
  public static final int RTC_IRQ = 11;
  public static final long ACLINT = 0x200_0000;
  public static final long PLIC = 0xC00_0000;
  public static final long UART = 0x1000_0000;
  public static final int UART_IRQ = 10;

  /** First virtio-mmio slot; the others follow at 4 KiB distance. */
  public static final long VIRTIO = 0x1000_1000;

  public static final int VIRTIO_SLOTS = 8;

  /** Interrupt source of the first slot. */
  public static final int VIRTIO_IRQ = 1;

  /** First of two banks of flash, one behind the other. */
  public static final long FLASH = 0x2000_0000L;

  public static final long RAM = 0x8000_0000L;

  /** Where a supervisor kernel starts: RAM plus the 2 MiB that belong to the firmware. */
  public static final long SUPERVISOR = 0x8020_0000L;

  private MemoryMap() {}

  /** Address of a virtio-mmio slot (0..7). */
  public static long virtio(int slot) {
    return VIRTIO + 0x1000L * slot;
  }
}
