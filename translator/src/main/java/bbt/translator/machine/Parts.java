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
import bbt.translator.engine.Engine;
import bbt.translator.engine.NodeInterpreter;
import bbt.translator.engine.TrapEntry;
import bbt.translator.guest.GuestArchitecture;
import bbt.translator.guest.GuestBoard;
import bbt.translator.guest.Surroundings;
import bbt.translator.hart.Hart;
import bbt.translator.hart.Platform;
import bbt.translator.memory.Ram;
import bbt.translator.net.HostSockets;
import bbt.translator.net.Outside;
import bbt.translator.program.ProgramHost;
import bbt.translator.run.Clock;
import bbt.translator.run.Idle;
import bbt.translator.run.MachineHart;
import bbt.translator.run.PowerState;
import bbt.translator.run.Stepper;
import bbt.translator.run.Turns;
import bbt.translator.state.Fields;
import bbt.translator.trace.GuestSystem;
import bbt.translator.trace.Recorder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Creates the parts of a machine and connects them. */
final class Parts {
  final MachineConfig config;
  final Ram ram;
  final CodeMemory code;
  final List<GuestSystem> systems;
  final Bus bus = new Bus();
  final List<MachineHart> harts = new ArrayList<>();
  final Turns turns;
  final Clock clock;
  final PowerState power;
  final GuestBoard board;
  final ConsoleOutput output;
  final ConsoleInput input;
  final NetworkInput network;
  final Arrivals arrivals;
  final Idle idle;

  final GuestArchitecture guest;

  /**
   * Builds the machine and loads the guest.
   *
   * @param guest its architecture
   * @param platform what the harts ask
   * @param from where another machine stood, or null: the guest is loaded
   * @param program hears of the program that the guest executes for the host
   * @param onPanic called when the console tells of a kernel's panic
   */
  Parts(
      GuestArchitecture guest,
      MachineConfig config,
      ConsolePort port,
      InputLog.Writer log,
      InputLog.Replay replay,
      MachineSnapshot from,
      Platform platform,
      ProgramHost program,
      Runnable onPanic)
      throws IOException {
    this.guest = guest;
    this.config = config;
    ram =
        from == null
            ? new Ram(guest.ramBase(), config.memoryBytes())
            : Ram.of(from.ram(), guest.ramBase(), config.memoryBytes());
    code = new CodeMemory(ram);
    for (int i = 0; i < config.harts(); i++) {
      harts.add(guest.hart(i, config, ram, code, bus, platform));
    }
    turns = new Turns(harts, config.quantum(), config.spinsYield());
    clock = new Clock(harts.get(0).cpu, config.time(), config.insnsPerTick());
    power = new PowerState(() -> running().expire());
    systems = GuestSystems.all(ram, guest.isa());
    output =
        new ConsoleOutput(port, systems.stream().map(GuestSystem::panicMessage).toList(), onPanic);
    Outside outside =
        config.network() != null && replay == null ? new HostSockets(power::over) : Outside.NONE;
    board =
        guest.board(
            new Surroundings(
                config,
                bus,
                ram,
                harts,
                () -> running().hartId,
                clock,
                power,
                output::write,
                this::pull,
                outside,
                program));
    arrivals = new Arrivals(log, config.trace() != null);
    network =
        board.virtio().network() == null
            ? NetworkInput.none()
            : new NetworkInput(outside, board.virtio().network(), arrivals, replay);
    input =
        new ConsoleInput(
            port,
            List.of(new UartReceiver(board.uart()), new VirtioReceiver(board.virtio().console())),
            board.virtio().program(),
            arrivals,
            replay);
    idle = new Idle(clock, port, input, network, power);
    if (from == null) {
      board.boot();
    } else {
      board.resume(from.rom());
    }
    clock.share(turns.ready());
  }

  /** The next byte that arrived at the console, for firmware. */
  private int pull() {
    return input.pull(clock.retired(), clock.ticks());
  }

  /** The hart whose turn it is. */
  Hart running() {
    return turns.current().cpu;
  }

  /** Whether the guest has the machine to itself: neither our firmware nor one given runs it. */
  boolean bareMetal() {
    return !board.hasFirmware() && config.bios() == null;
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
    TrapEntry entry = new TrapEntry(recorder);
    FetchTlb fetchTlb = new FetchTlb(code, hart.mmu);
    hart.mmu.fetchTlb(fetchTlb);
    NodeInterpreter interpreter = guest.interpreter(fetchTlb, tiering, entry, probe);
    if (recorder != null) {
      fetchTlb.listen(recorder::map);
      if (probe == null) { // one that looks at each instruction runs no regions
        recorder.shows(hart.cpu, code, fetchTlb::quiet);
      }
      interpreter =
          guest.recordingInterpreter(
              fetchTlb, tiering, entry, recorder, code, config.trace().verify(), probe);
    }
    if (instruments != null) {
      instruments.start(hart, ram, fetchTlb);
    }
    hart.engine(
        new Engine(hart.cpu, tiering, entry, interpreter),
        new Stepper(
            guest.isa(),
            hart.cpu,
            fetchTlb,
            guest.interpreter(fetchTlb, Tiering.NONE, entry, null)));
  }

  /** Saves or loads all that a snapshot holds of the parts, but RAM. */
  void state(Fields f) {
    turns.state(f);
    clock.running(running());
    clock.state(f);
    for (MachineHart hart : harts) {
      hart.state(f);
    }
    board.state(f);
    output.state(f);
    input.state(f);
    network.state(f);
  }

  /** Closes what is open on the host. */
  void close() throws IOException {
    output.flush();
    board.virtio().close();
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
