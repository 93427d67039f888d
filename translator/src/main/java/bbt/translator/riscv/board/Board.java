package bbt.translator.riscv.board;

import bbt.translator.config.MachineConfig;
import bbt.translator.device.Bus;
import bbt.translator.device.CfiFlash;
import bbt.translator.device.GoldfishRtc;
import bbt.translator.device.GuestMemory;
import bbt.translator.device.InterruptLine;
import bbt.translator.device.Rom;
import bbt.translator.device.TestFinisher;
import bbt.translator.device.TimeBase;
import bbt.translator.device.Uart16550;
import bbt.translator.device.virtio.Drive;
import bbt.translator.device.virtio.VirtioBlock;
import bbt.translator.device.virtio.VirtioConsole;
import bbt.translator.device.virtio.VirtioEntropy;
import bbt.translator.device.virtio.VirtioMmio;
import bbt.translator.device.virtio.VirtioNetwork;
import bbt.translator.device.virtio.Wiring;
import bbt.translator.guest.GuestBoard;
import bbt.translator.guest.Surroundings;
import bbt.translator.hart.Hart;
import bbt.translator.net.HostAccess;
import bbt.translator.net.Outside;
import bbt.translator.net.UserNetwork;
import bbt.translator.program.ProgramPorts;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.run.MachineHart;
import bbt.translator.state.Fields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** Wires up the devices as on QEMU's {@code virt} board, the loader and the built-in firmware. */
final class Board implements GuestBoard {

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

  private final Surroundings around;
  private final InterruptWires wires;
  private final Uart16550 uart;
  private final Aclint aclint;
  private final GoldfishRtc rtc;
  private final Plic plic;
  private final VirtioConsole console;

  /** Null when there is no network. */
  private final UserNetwork network;

  /** Null where the guest is not made for a program. */
  private final ProgramPorts program;

  /** The boot ROM; null before {@link #boot}. */
  private byte[] rom;

  /** Null before {@link #boot}, and where the guest runs in M-mode. */
  private Firmware firmware;

  private final List<Drive> drives = new ArrayList<>();

  private final CfiFlash[] flash = new CfiFlash[2];

  /** The virtio devices, without empty slots. */
  private final List<VirtioMmio> virtio = new ArrayList<>();

  Board(Surroundings around) throws IOException {
    this.around = around;
    MachineConfig config = around.config();
    Bus bus = around.bus();
    GuestMemory memory = around.ram();
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
    console = new VirtioConsole(wiring(memory, time, CONSOLE_SLOT), output);
    virtio(bus, CONSOLE_SLOT, console.transport());
    virtio(
        bus, ENTROPY_SLOT, VirtioEntropy.create(wiring(memory, time, ENTROPY_SLOT), config.seed()));
    int drives = ENTROPY_SLOT;
    network =
        config.network() == null
            ? null
            : network(config.network(), bus, memory, time, around.outside(), --drives);
    program =
        config.program() == null
            ? null
            : program(config.program().archive(), bus, memory, time, --drives);
    for (int slot = 0; slot < drives; slot++) {
      virtio(bus, slot, slot < config.drives().size() ? block(config, memory, time, slot) : EMPTY);
    }
  }

  private UserNetwork network(
      HostAccess access, Bus bus, GuestMemory memory, TimeBase time, Outside outside, int slot) {
    UserNetwork[] segment = new UserNetwork[1];
    VirtioNetwork card =
        new VirtioNetwork(
            wiring(memory, time, slot), UserNetwork::mac, frame -> segment[0].frame(frame));
    segment[0] = new UserNetwork(access, outside, time, card::receive);
    virtio(bus, slot, card.transport());
    return segment[0];
  }

  private ProgramPorts program(Path archive, Bus bus, GuestMemory memory, TimeBase time, int slot)
      throws IOException {
    byte[] bytes = archive == null ? null : Files.readAllBytes(archive);
    ProgramPorts ports = new ProgramPorts(wiring(memory, time, slot), around.program(), bytes);
    virtio(bus, slot, ports.transport());
    return ports;
  }

  private InterruptLine[] perHart(int harts, int mipBit) {
    InterruptLine[] all = new InterruptLine[harts];
    for (int h = 0; h < harts; h++) {
      all[h] = wires.line(h, mipBit);
    }
    return all;
  }

  private VirtioMmio block(MachineConfig config, GuestMemory memory, TimeBase time, int slot)
      throws IOException {
    MachineConfig.DriveConfig d = config.drives().get(slot);
    Drive drive = Drive.open(d.file(), d.persist());
    drives.add(drive);
    return VirtioBlock.create(wiring(memory, time, slot), drive, "bbt-drive-" + slot);
  }

  private Wiring wiring(GuestMemory memory, TimeBase time, int slot) {
    return new Wiring(memory, plic.source(MemoryMap.VIRTIO_IRQ + slot), time);
  }

  private void virtio(Bus bus, int slot, VirtioMmio device) {
    if (device != EMPTY) {
      virtio.add(device);
    }
    bus.map(MemoryMap.virtio(slot), VirtioMmio.SIZE, device);
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
  public ProgramPorts program() {
    return program;
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
  public Uart16550 uart() {
    return uart;
  }

  @Override
  public VirtioConsole console() {
    return console;
  }

  @Override
  public UserNetwork network() {
    return network;
  }

  @Override
  public void close() throws IOException {
    for (Drive d : drives) {
      d.flush();
      d.close();
    }
  }

  @Override
  public long deadline() {
    long first = Math.min(aclint.deadline(), rtc.deadline());
    for (VirtioMmio device : virtio) {
      first = Math.min(first, device.deadline());
    }
    return network == null ? first : Math.min(first, network.deadline());
  }

  @Override
  public void update() {
    aclint.update();
    rtc.update();
    virtio.forEach(VirtioMmio::update);
    if (program != null) {
      program.update();
    }
    if (network != null) {
      network.update();
    }
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
    virtio.forEach(device -> device.state(f));
    if (program != null) {
      program.state(f);
    }
    if (network != null) {
      network.state(f);
    }
  }
}
