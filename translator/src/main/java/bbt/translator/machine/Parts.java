package bbt.translator.machine;

import bbt.translator.code.CodeMemory;
import bbt.translator.code.FetchTlb;
import bbt.translator.code.Tiering;
import bbt.translator.config.MachineConfig;
import bbt.translator.console.Arrivals;
import bbt.translator.console.ConsoleInput;
import bbt.translator.console.ConsoleOutput;
import bbt.translator.console.ConsolePort;
import bbt.translator.console.InputLog;
import bbt.translator.console.NetworkInput;
import bbt.translator.console.UartReceiver;
import bbt.translator.console.VirtioReceiver;
import bbt.translator.debug.Probe;
import bbt.translator.device.Bus;
import bbt.translator.device.Rom;
import bbt.translator.engine.Engine;
import bbt.translator.engine.NodeInterpreter;
import bbt.translator.engine.TrapEntry;
import bbt.translator.hart.Hart;
import bbt.translator.hart.Platform;
import bbt.translator.memory.Ram;
import bbt.translator.net.HostSockets;
import bbt.translator.net.Outside;
import bbt.translator.riscv.board.Board;
import bbt.translator.riscv.board.Firmware;
import bbt.translator.riscv.board.InterruptWires;
import bbt.translator.riscv.board.LoadedGuest;
import bbt.translator.riscv.board.Loader;
import bbt.translator.riscv.board.MemoryMap;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.riscv.interp.Interpreters;
import bbt.translator.run.Clock;
import bbt.translator.run.Idle;
import bbt.translator.run.MachineHart;
import bbt.translator.run.PowerState;
import bbt.translator.run.Stepper;
import bbt.translator.run.Turns;
import bbt.translator.state.Fields;
import bbt.translator.trace.Recorder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of a machine, put together: the engine and what is around it know no guest's
 * architecture, here they get a board, harts and firmware of one.
 */
final class Parts {
  final MachineConfig config;
  final Ram ram;
  final CodeMemory code;
  final Bus bus = new Bus();
  final List<MachineHart> harts = new ArrayList<>();
  final InterruptWires wires = new InterruptWires(harts);
  final Turns turns;
  final Clock clock;
  final PowerState power;
  final Board board;
  final ConsoleOutput output;
  final ConsoleInput input;
  final NetworkInput network;
  final Arrivals arrivals;
  final Idle idle;

  /** Null where the guest runs in M-mode. */
  final Firmware firmware;

  private final LoadedGuest guest;

  /**
   * Builds the machine and loads the guest.
   *
   * @param platform what the harts ask
   * @param onPanic called when the console tells of a kernel's panic
   */
  Parts(
      MachineConfig config,
      ConsolePort port,
      InputLog.Writer log,
      InputLog.Replay replay,
      Platform platform,
      Runnable onPanic)
      throws IOException {
    this.config = config;
    ram = new Ram(config.memoryBytes());
    code = new CodeMemory(ram);
    for (int i = 0; i < config.harts(); i++) {
      Cpu cpu = Cpu.create(i, ram, code, bus, platform);
      harts.add(new MachineHart(cpu, cpu.mmu, MachineHart.State.STARTING));
    }
    turns = new Turns(harts, config.quantum());
    clock = new Clock(harts.get(0).cpu, config.time(), config.insnsPerTick());
    power = new PowerState(() -> running().expire());
    output = new ConsoleOutput(port, onPanic);
    Outside outside =
        config.network() != null && replay == null ? new HostSockets(power::over) : Outside.NONE;
    board = new Board(config, bus, ram, wires::line, clock, output::write, power, outside);
    arrivals = new Arrivals(log, config.trace() != null);
    network =
        board.network == null
            ? NetworkInput.none()
            : new NetworkInput(outside, board.network, arrivals, replay);
    input =
        new ConsoleInput(
            port,
            List.of(new UartReceiver(board.uart), new VirtioReceiver(board.console)),
            arrivals,
            replay);
    idle = new Idle(clock, port, input, network, power);
    if (config.svade()) {
      harts.forEach(hart -> ((Cpu) hart.cpu).csrs.withoutSvadu());
    }
    guest = Loader.load(config, ram);
    firmware =
        guest.supervisor()
            ? new Firmware(
                harts, ram, power, output::write, () -> input.pull(clock.retired(), clock.ticks()))
            : null;
    reset();
  }

  /** The hart whose turn it is. */
  Hart running() {
    return turns.current().cpu;
  }

  private void reset() {
    bus.map(MemoryMap.ROM, MemoryMap.ROM_SIZE, new Rom(guest.rom()));
    for (MachineHart hart : harts) {
      Cpu cpu = (Cpu) hart.cpu;
      cpu.pc = guest.entry();
      cpu.x5 = guest.entry();
      cpu.x10 = cpu.hartId;
      cpu.x11 = guest.deviceTree();
      cpu.x12 = guest.dynamicInfo();
      cpu.expire();
    }
    if (firmware != null) {
      firmware.start();
    }
    clock.share(turns.ready());
  }

  /** Whether the guest has the machine to itself: neither our firmware nor one given runs it. */
  boolean bareMetal() {
    return firmware == null && config.bios() == null;
  }

  /**
   * Gives a hart its engine.
   *
   * @param recorder null when nothing is traced
   * @param probe null unless somebody looks
   * @param instruments null but where engines are compared
   */
  void engine(
      MachineHart hart, Tiering tiering, Recorder recorder, Probe probe, Instruments instruments) {
    Cpu cpu = (Cpu) hart.cpu;
    TrapEntry entry = new TrapEntry(recorder);
    FetchTlb fetchTlb = new FetchTlb(code, cpu.mmu);
    cpu.mmu.fetchTlb(fetchTlb);
    NodeInterpreter interpreter = Interpreters.plain(fetchTlb, tiering, entry, probe);
    if (recorder != null) {
      fetchTlb.listen(recorder::map);
      interpreter =
          Interpreters.recording(
              fetchTlb, tiering, entry, recorder, code, config.trace().verify(), probe);
    }
    if (instruments != null) {
      instruments.start(cpu, ram, fetchTlb);
    }
    hart.engine(
        new Engine(cpu, fetchTlb, tiering, entry, interpreter),
        new Stepper(cpu, fetchTlb, Interpreters.plain(fetchTlb, Tiering.NONE, entry)));
  }

  /** All that a snapshot holds of them, but RAM. */
  void state(Fields f) {
    turns.state(f);
    clock.running(running());
    clock.state(f);
    for (MachineHart hart : harts) {
      hart.state(f);
    }
    wires.state(f);
    board.state(f);
    output.state(f);
    input.state(f);
    network.state(f);
  }

  /** Closes what is open on the host. */
  void close() throws IOException {
    output.flush();
    board.close();
    network.close();
  }

  /** Gives the guest's memory back to the host. */
  void release() {
    for (MachineHart hart : harts) {
      hart.mmu.release();
    }
    ram.release();
  }
}
