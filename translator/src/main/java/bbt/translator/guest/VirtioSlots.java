package bbt.translator.guest;

import bbt.translator.config.MachineConfig;
import bbt.translator.device.Bus;
import bbt.translator.device.InterruptLine;
import bbt.translator.device.TimeBase;
import bbt.translator.device.virtio.Drive;
import bbt.translator.device.virtio.VirtioBlock;
import bbt.translator.device.virtio.VirtioConsole;
import bbt.translator.device.virtio.VirtioEntropy;
import bbt.translator.device.virtio.VirtioMmio;
import bbt.translator.device.virtio.VirtioNetwork;
import bbt.translator.device.virtio.Wiring;
import bbt.translator.net.HostAccess;
import bbt.translator.net.UserNetwork;
import bbt.translator.program.ProgramPorts;
import bbt.translator.state.Fields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;

/** The virtio devices of a board, in slots that are the same on all boards. */
public final class VirtioSlots {
  /** Drives have the slots below these. */
  private static final int ENTROPY_SLOT = 6;

  private static final int CONSOLE_SLOT = 7;
  private static final VirtioMmio EMPTY = new VirtioMmio();

  private final Surroundings around;
  private final long size;
  private final IntToLongFunction address;
  private final IntFunction<InterruptLine> line;
  private final VirtioConsole console;

  /** Null when there is no network. */
  private final UserNetwork network;

  /** Null where the guest is not made for a program. */
  private final ProgramPorts program;

  private final List<Drive> drives = new ArrayList<>();

  /** The devices, without empty slots. */
  private final List<VirtioMmio> devices = new ArrayList<>();

  /**
   * Puts devices into the slots.
   *
   * @param slots that the board has, at least 8
   * @param size bytes of a slot's registers
   * @param address of a slot
   * @param line interrupt of a slot
   * @throws IOException when a drive cannot be opened
   */
  public VirtioSlots(
      Surroundings around,
      int slots,
      long size,
      IntToLongFunction address,
      IntFunction<InterruptLine> line)
      throws IOException {
    this.around = around;
    this.size = size;
    this.address = address;
    this.line = line;
    MachineConfig config = around.config();
    console = new VirtioConsole(wiring(CONSOLE_SLOT), around.output());
    map(CONSOLE_SLOT, console.transport());
    map(ENTROPY_SLOT, VirtioEntropy.create(wiring(ENTROPY_SLOT), config.seed()));
    int free = ENTROPY_SLOT;
    network = config.network() == null ? null : network(config.network(), --free);
    program = config.program() == null ? null : program(config.program().archive(), --free);
    for (int slot = 0; slot < free; slot++) {
      map(slot, slot < config.drives().size() ? block(config.drives().get(slot), slot) : EMPTY);
    }
    for (int slot = CONSOLE_SLOT + 1; slot < slots; slot++) {
      map(slot, EMPTY);
    }
  }

  private Wiring wiring(int slot) {
    return new Wiring(around.ram(), line.apply(slot), around.clock());
  }

  private void map(int slot, VirtioMmio device) {
    if (device != EMPTY) {
      devices.add(device);
    }
    Bus bus = around.bus();
    bus.map(address.applyAsLong(slot), size, device);
  }

  private UserNetwork network(HostAccess access, int slot) {
    UserNetwork[] segment = new UserNetwork[1];
    VirtioNetwork card =
        new VirtioNetwork(wiring(slot), UserNetwork::mac, frame -> segment[0].frame(frame));
    segment[0] = new UserNetwork(access, around.outside(), around.clock(), card::receive);
    map(slot, card.transport());
    return segment[0];
  }

  private ProgramPorts program(Path archive, int slot) throws IOException {
    byte[] bytes = archive == null ? null : Files.readAllBytes(archive);
    ProgramPorts ports = new ProgramPorts(wiring(slot), around.program(), bytes);
    map(slot, ports.transport());
    return ports;
  }

  private VirtioMmio block(MachineConfig.DriveConfig d, int slot) throws IOException {
    Drive drive = Drive.open(d.file(), d.persist());
    drives.add(drive);
    return VirtioBlock.create(wiring(slot), drive, "bbt-drive-" + slot);
  }

  /** The paravirtual console. */
  public VirtioConsole console() {
    return console;
  }

  /** The network; null where there is none. */
  public UserNetwork network() {
    return network;
  }

  /** Ports of a program's guest; null where there is no program. */
  public ProgramPorts program() {
    return program;
  }

  /** The earliest tick at which one of them wants something, or {@code TimeBase.NEVER}. */
  public long deadline() {
    long first = TimeBase.NEVER;
    for (VirtioMmio device : devices) {
      first = Math.min(first, device.deadline());
    }
    return network == null ? first : Math.min(first, network.deadline());
  }

  /** Brings lines that depend on time up to date. */
  public void update() {
    devices.forEach(VirtioMmio::update);
    if (program != null) {
      program.update();
    }
    if (network != null) {
      network.update();
    }
  }

  /** Saves or loads all of them, for a snapshot. */
  public void state(Fields f) {
    devices.forEach(device -> device.state(f));
    if (program != null) {
      program.state(f);
    }
    if (network != null) {
      network.state(f);
    }
  }

  /** Closes the drives. */
  public void close() throws IOException {
    for (Drive d : drives) {
      d.flush();
      d.close();
    }
  }
}
