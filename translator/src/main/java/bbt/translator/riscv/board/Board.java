package bbt.translator.riscv.board;

import bbt.translator.config.MachineConfig;
import bbt.translator.device.Bus;
import bbt.translator.device.CfiFlash;
import bbt.translator.device.GoldfishRtc;
import bbt.translator.device.InterruptLine;
import bbt.translator.device.Rom;
import bbt.translator.device.SerialPort;
import bbt.translator.device.TestFinisher;
import bbt.translator.device.TimeBase;
import bbt.translator.device.Uart16550;
import bbt.translator.device.virtio.VirtioMmio;
import bbt.translator.guest.GuestBoard;
import bbt.translator.guest.Surroundings;
import bbt.translator.guest.VirtioSlots;
import bbt.translator.hart.Hart;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.run.MachineHart;
import bbt.translator.state.Fields;
import java.io.IOException;
import java.util.function.IntConsumer;

/** Wires up the devices as on QEMU's {@code virt} board, the loader and the built-in firmware. */
final class Board implements GuestBoard {
  static final int SSIP = 1;
  static final int MSIP = 3;
  static final int STIP = 5;
  static final int MTIP = 7;
  static final int SEIP = 9;
  static final int MEIP = 11;

  private final Surroundings around;
  private final InterruptWires wires;
  private final Uart16550 uart;
  private final Aclint aclint;
  private final GoldfishRtc rtc;
  private final Plic plic;
  private final VirtioSlots virtio;

  /** The boot ROM; null before {@link #boot}. */
  private byte[] rom;

  /** Null before {@link #boot}, and where the guest runs in M-mode. */
  private Firmware firmware;

  private final CfiFlash[] flash = new CfiFlash[2];

  Board(Surroundings around) throws IOException {
    this.around = around;
    MachineConfig config = around.config();
    Bus bus = around.bus();
    TimeBase time = around.clock();
    IntConsumer output = around.output();
    wires = new InterruptWires(around.harts());
    int harts = config.harts();
    InterruptLine[] contexts = new InterruptLine[2 * harts];
    for (int h = 0; h < harts; h++) {
      contexts[2 * h] = wires.line(h, MEIP);
      contexts[2 * h + 1] = wires.line(h, SEIP);
    }
    plic = new Plic(contexts);
    uart = new Uart16550(plic.source(MemoryMap.UART_IRQ), output);
    rtc = new GoldfishRtc(time, plic.source(MemoryMap.RTC_IRQ), config.rtcBase());
    aclint = new Aclint(time, perHart(harts, MSIP), perHart(harts, MTIP));
    bus.map(MemoryMap.FINISHER, TestFinisher.SIZE, new TestFinisher(around.power()));
    bus.map(MemoryMap.RTC, GoldfishRtc.SIZE, rtc);
    bus.map(MemoryMap.ACLINT, Aclint.SIZE, aclint);
    bus.map(MemoryMap.PLIC, Plic.SIZE, plic);
    for (int i = 0; i < flash.length; i++) {
      flash[i] = new CfiFlash();
      bus.map(MemoryMap.FLASH + i * CfiFlash.SIZE, CfiFlash.SIZE, flash[i]);
    }
    bus.map(MemoryMap.UART, Uart16550.SIZE, uart);
    virtio =
        new VirtioSlots(
            around,
            MemoryMap.VIRTIO_SLOTS,
            VirtioMmio.SIZE,
            MemoryMap::virtio,
            slot -> plic.source(MemoryMap.VIRTIO_IRQ + slot));
  }

  private InterruptLine[] perHart(int harts, int mipBit) {
    InterruptLine[] all = new InterruptLine[harts];
    for (int h = 0; h < harts; h++) {
      all[h] = wires.line(h, mipBit);
    }
    return all;
  }

  @Override
  public void boot() throws IOException {
    LoadedGuest guest = Loader.load(around.config(), around.ram());
    rom(guest.rom());
    for (MachineHart hart : around.harts()) {
      Cpu cpu = (Cpu) hart.cpu;
      cpu.pc = guest.entry();
      cpu.x5 = guest.entry();
      cpu.x10 = cpu.hartId;
      cpu.x11 = guest.deviceTree();
      cpu.x12 = guest.dynamicInfo();
      cpu.expire();
    }
    if (guest.supervisor()) {
      firmware = new Firmware(around);
      firmware.start();
    }
  }

  @Override
  public void resume(byte[] its) {
    rom(its);
    if (around.config().bios() == null) {
      firmware = new Firmware(around);
    }
  }

  private void rom(byte[] its) {
    rom = its;
    around.bus().map(MemoryMap.ROM, MemoryMap.ROM_SIZE, new Rom(its));
  }

  @Override
  public byte[] rom() {
    return rom;
  }

  @Override
  public boolean hasFirmware() {
    return firmware != null;
  }

  @Override
  public void firmwareCall(Hart caller) {
    firmware.call(caller);
  }

  @Override
  public SerialPort uart() {
    return uart;
  }

  @Override
  public VirtioSlots virtio() {
    return virtio;
  }

  @Override
  public long deadline() {
    return Math.min(Math.min(aclint.deadline(), rtc.deadline()), virtio.deadline());
  }

  @Override
  public void update() {
    aclint.update();
    rtc.update();
    virtio.update();
  }

  @Override
  public void state(Fields f) {
    wires.state(f);
    uart.state(f);
    aclint.state(f);
    rtc.state(f);
    plic.state(f);
    for (CfiFlash bank : flash) {
      bank.state(f);
    }
    virtio.state(f);
  }
}
