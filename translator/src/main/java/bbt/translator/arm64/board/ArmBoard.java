package bbt.translator.arm64.board;

import bbt.ptg.image.ImageException;
import bbt.translator.arm64.cpu.A64Cpu;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.device.Bus;
import bbt.translator.device.CfiFlash;
import bbt.translator.device.InterruptLine;
import bbt.translator.device.Pl011;
import bbt.translator.device.Pl031;
import bbt.translator.device.SerialPort;
import bbt.translator.guest.GuestBoard;
import bbt.translator.guest.Surroundings;
import bbt.translator.guest.VirtioSlots;
import bbt.translator.hart.Hart;
import bbt.translator.run.MachineHart;
import bbt.translator.state.Fields;
import java.io.IOException;

/** Wires up the devices as on QEMU's {@code virt} board with a GICv2, the loader and PSCI. */
final class ArmBoard implements GuestBoard {
  private final Surroundings around;
  private final A64Cpu[] cpus;
  private final Gic gic;
  private final Pl011 uart;
  private final Pl031 rtc;
  private final CfiFlash[] flash = new CfiFlash[2];
  private final VirtioSlots virtio;
  private final Psci psci;

  // The timers' inputs of the interrupt controller, of each processor.

  private final InterruptLine[] virtualTimers;
  private final InterruptLine[] physicalTimers;

  ArmBoard(Surroundings around) throws IOException {
    this.around = around;
    MachineConfig config = around.config();
    refuse(config);
    int harts = config.harts();
    cpus = new A64Cpu[harts];
    InterruptLine[] requests = new InterruptLine[harts];
    for (int i = 0; i < harts; i++) {
      cpus[i] = (A64Cpu) around.harts().get(i).cpu;
      requests[i] = cpus[i]::interrupt;
    }
    gic = new Gic(requests, () -> around.running().getAsInt());
    virtualTimers = new InterruptLine[harts];
    physicalTimers = new InterruptLine[harts];
    for (int i = 0; i < harts; i++) {
      cpus[i].cluster(cpus);
      virtualTimers[i] = gic.own(i, ArmMap.VIRTUAL_TIMER);
      physicalTimers[i] = gic.own(i, ArmMap.PHYSICAL_TIMER);
    }
    uart = new Pl011(gic.shared(ArmMap.UART_SPI), around.output());
    rtc = new Pl031(around.clock(), gic.shared(ArmMap.RTC_SPI), config.rtcBase());
    Bus bus = around.bus();
    bus.map(ArmMap.UART, Pl011.SIZE, uart);
    bus.map(ArmMap.GIC_DISTRIBUTOR, Gic.DISTRIBUTOR_SIZE, gic.distributor());
    bus.map(ArmMap.GIC_CPU_INTERFACE, Gic.CPU_INTERFACE_SIZE, gic.cpuInterface());
    bus.map(ArmMap.RTC, Pl031.SIZE, rtc);
    for (int i = 0; i < flash.length; i++) {
      flash[i] = new CfiFlash();
      bus.map(ArmMap.FLASH + i * CfiFlash.SIZE, CfiFlash.SIZE, flash[i]);
    }
    virtio =
        new VirtioSlots(
            around,
            ArmMap.VIRTIO_SLOTS,
            ArmMap.VIRTIO_SIZE,
            ArmMap::virtio,
            slot -> gic.shared(ArmMap.VIRTIO_SPI + slot));
    psci = new Psci(around.harts(), around.power(), around.ram());
  }

  /** Complains of what a machine for this guest has not. */
  private static void refuse(MachineConfig config) throws ImageException {
    String what =
        config.bios() != null
            ? "an AArch64 guest has its firmware built in in this version of bbt"
            : config.harts() > Gic.MAX_HARTS
                ? "an AArch64 guest has at most "
                    + Gic.MAX_HARTS
                    + " processors, as its interrupt controller has"
                : config.trace() != null && config.trace().context() == TraceOptions.Context.STACK
                    ? "--context stack is not known of an AArch64 guest in this version of bbt"
                    : null;
    if (what != null) {
      throw new ImageException(config.kernel() + ": " + what);
    }
  }

  @Override
  public void boot() throws IOException {
    ArmLoader.Start start = new ArmLoader(around.config(), around.ram()).load();
    A64Cpu first = cpus[0];
    first.pc = start.entry();
    first.x[0] = start.deviceTree();
    first.expire();
    for (MachineHart hart : around.harts().subList(1, cpus.length)) {
      hart.state = MachineHart.State.STOPPED;
    }
  }

  /** {@inheritDoc} There is no ROM: flash is where processors begin. */
  @Override
  public void resume(byte[] rom) {}

  @Override
  public byte[] rom() {
    return new byte[0];
  }

  @Override
  public boolean hasFirmware() {
    return true;
  }

  @Override
  public void firmwareCall(Hart caller) {
    psci.call((A64Cpu) caller);
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
    return Math.min(rtc.deadline(), virtio.deadline());
  }

  @Override
  public void update() {
    for (int i = 0; i < cpus.length; i++) {
      virtualTimers[i].set(cpus[i].timer.virtual.asserted());
      physicalTimers[i].set(cpus[i].timer.physical.asserted());
    }
    rtc.update();
    virtio.update();
  }

  @Override
  public void state(Fields f) {
    gic.state(f);
    uart.state(f);
    rtc.state(f);
    for (CfiFlash bank : flash) {
      bank.state(f);
    }
    virtio.state(f);
  }
}
