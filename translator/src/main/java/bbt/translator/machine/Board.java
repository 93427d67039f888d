package bbt.translator.machine;

import bbt.translator.device.Aclint;
import bbt.translator.device.Bus;
import bbt.translator.device.GoldfishRtc;
import bbt.translator.device.InterruptLine;
import bbt.translator.device.MemoryMap;
import bbt.translator.device.Plic;
import bbt.translator.device.TestFinisher;
import bbt.translator.device.TimeBase;
import bbt.translator.device.Uart16550;
import java.util.function.IntConsumer;

/** The devices, wired up as on QEMU's {@code virt} board. */
final class Board {
  /** Interrupt lines into the hart, by mip bit. */
  interface HartLines {
    InterruptLine line(int mipBit);
  }

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

  /**
   * @param bus where the devices go
   * @param output takes each byte for the console
   */
  Board(
      Bus bus,
      HartLines hart,
      TimeBase time,
      long rtcBase,
      IntConsumer output,
      TestFinisher.Handler power) {
    plic = new Plic(hart.line(MEIP), hart.line(SEIP));
    uart = new Uart16550(plic.source(MemoryMap.UART_IRQ), output);
    rtc = new GoldfishRtc(time, plic.source(MemoryMap.RTC_IRQ), rtcBase);
    aclint =
        new Aclint(
            time,
            new InterruptLine[] {hart.line(MSIP)},
            new InterruptLine[] {hart.line(MTIP)});
    bus.map(MemoryMap.FINISHER, TestFinisher.SIZE, new TestFinisher(power));
    bus.map(MemoryMap.RTC, GoldfishRtc.SIZE, rtc);
    bus.map(MemoryMap.ACLINT, Aclint.SIZE, aclint);
    bus.map(MemoryMap.PLIC, Plic.SIZE, plic);
    bus.map(MemoryMap.UART, Uart16550.SIZE, uart);
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
