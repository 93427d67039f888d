package bbt.translator.arm64.board;

/** Physical addresses and interrupts, as on QEMU's {@code virt} board. */
public final class ArmMap {
  /** First of two banks of flash, one behind the other. */
  static final long FLASH = 0;

  static final long GIC_DISTRIBUTOR = 0x0800_0000;
  static final long GIC_CPU_INTERFACE = 0x0801_0000;
  static final long UART = 0x0900_0000;
  static final int UART_SPI = 1;
  static final long RTC = 0x0901_0000;
  static final int RTC_SPI = 2;

  /** First virtio-mmio slot; the others follow at the distance of {@link #VIRTIO_SIZE}. */
  static final long VIRTIO = 0x0A00_0000;

  static final long VIRTIO_SIZE = 0x200;
  static final int VIRTIO_SLOTS = 32;

  /** Shared interrupt of the first slot. */
  static final int VIRTIO_SPI = 16;

  /** Where RAM begins. */
  public static final long RAM = 0x4000_0000L;

  /** Interrupts that each processor has for itself, as the controller counts them. */
  static final int VIRTUAL_TIMER = 27;

  static final int PHYSICAL_TIMER = 30;

  private ArmMap() {}

  /** Address of a virtio-mmio slot. */
  static long virtio(int slot) {
    return VIRTIO + VIRTIO_SIZE * slot;
  }
}
