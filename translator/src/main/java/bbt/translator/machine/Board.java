package bbt.translator.machine;

import bbt.translator.device.Aclint;
import bbt.translator.device.Bus;
import bbt.translator.device.GoldfishRtc;
import bbt.translator.device.GuestMemory;
import bbt.translator.device.InterruptLine;
import bbt.translator.device.MemoryMap;
import bbt.translator.device.Plic;
import bbt.translator.device.TestFinisher;
import bbt.translator.device.TimeBase;
import bbt.translator.device.Uart16550;
import bbt.translator.device.virtio.Drive;
import bbt.translator.device.virtio.VirtioBlock;
import bbt.translator.device.virtio.VirtioConsole;
import bbt.translator.device.virtio.VirtioEntropy;
import bbt.translator.device.virtio.VirtioMmio;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** The devices, wired up as on QEMU's {@code virt} board. */
final class Board {
  /** Interrupt lines into the hart, by mip bit. */
  interface HartLines {
    InterruptLine line(int mipBit);
  }

  /** Drives have the slots below these. */
  private static final int ENTROPY_SLOT = 6;

  private static final int CONSOLE_SLOT = 7;
  private static final VirtioMmio EMPTY = new VirtioMmio();

  static final int SSIP = 1;
  static final int MSIP = 3;
  static final int STIP = 5;
  static final int MTIP = 7;
  static final int SEIP = 9;
  static final int MEIP = 11;

  final Uart16550 uart;
  final Aclint aclint;
  final GoldfishRtc rtc;
  final Plic plic;
  final VirtioConsole console;
  private final List<Drive> drives = new ArrayList<>();

  /**
   * @param bus where the devices go
   * @param output takes each byte for the console
   * @throws IOException when a drive cannot be opened
   */
  Board(
      MachineConfig config,
      Bus bus,
      GuestMemory memory,
      HartLines hart,
      TimeBase time,
      IntConsumer output,
      TestFinisher.Handler power)
      throws IOException {
    plic = new Plic(hart.line(MEIP), hart.line(SEIP));
    uart = new Uart16550(plic.source(MemoryMap.UART_IRQ), output);
    rtc = new GoldfishRtc(time, plic.source(MemoryMap.RTC_IRQ), config.rtcBase());
    aclint =
        new Aclint(
            time, new InterruptLine[] {hart.line(MSIP)}, new InterruptLine[] {hart.line(MTIP)});
    bus.map(MemoryMap.FINISHER, TestFinisher.SIZE, new TestFinisher(power));
    bus.map(MemoryMap.RTC, GoldfishRtc.SIZE, rtc);
    bus.map(MemoryMap.ACLINT, Aclint.SIZE, aclint);
    bus.map(MemoryMap.PLIC, Plic.SIZE, plic);
    bus.map(MemoryMap.UART, Uart16550.SIZE, uart);
    console = new VirtioConsole(memory, virtioLine(CONSOLE_SLOT), output);
    virtio(bus, CONSOLE_SLOT, console.transport());
    virtio(
        bus, ENTROPY_SLOT, VirtioEntropy.create(memory, virtioLine(ENTROPY_SLOT), config.seed()));
    for (int slot = 0; slot < ENTROPY_SLOT; slot++) {
      virtio(bus, slot, slot < config.drives().size() ? block(config, memory, slot) : EMPTY);
    }
  }

  private VirtioMmio block(MachineConfig config, GuestMemory memory, int slot) throws IOException {
    MachineConfig.DriveConfig d = config.drives().get(slot);
    Drive drive = Drive.open(d.file(), d.persist());
    drives.add(drive);
    return VirtioBlock.create(memory, virtioLine(slot), drive, "bbt-drive-" + slot);
  }

  private InterruptLine virtioLine(int slot) {
    return plic.source(MemoryMap.VIRTIO_IRQ + slot);
  }

  private static void virtio(Bus bus, int slot, VirtioMmio device) {
    bus.map(MemoryMap.virtio(slot), VirtioMmio.SIZE, device);
  }

  /** Closes the drives. */
  void close() throws IOException {
    for (Drive d : drives) {
      d.flush();
      d.close();
    }
  }

  /** The earliest tick at which a device wants something, or {@link TimeBase#NEVER}. */
  long deadline() {
    return Math.min(aclint.deadline(), rtc.deadline());
  }

  /** Brings lines that depend on time up to date. */
  void update() {
    aclint.update();
    rtc.update();
  }
}
