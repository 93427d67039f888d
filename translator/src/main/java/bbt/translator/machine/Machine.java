package bbt.translator.machine;

import bbt.packets.TraceHeader;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.riscv.RiscvIsa;
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
import bbt.translator.debug.Debugger;
import bbt.translator.debug.Probe;
import bbt.translator.debug.Watch;
import bbt.translator.device.Bus;
import bbt.translator.device.GuestMemory;
import bbt.translator.device.Rom;
import bbt.translator.device.TimeBase;
import bbt.translator.engine.Engine;
import bbt.translator.engine.NodeInterpreter;
import bbt.translator.engine.TrapEntry;
import bbt.translator.hart.Hart;
import bbt.translator.hart.Platform;
import bbt.translator.log.Log;
import bbt.translator.memory.PhysicalWatch;
import bbt.translator.memory.Ram;
import bbt.translator.net.HostSockets;
import bbt.translator.net.Outside;
import bbt.translator.net.Refusals;
import bbt.translator.region.Tierings;
import bbt.translator.riscv.board.Board;
import bbt.translator.riscv.board.Firmware;
import bbt.translator.riscv.board.InterruptWires;
import bbt.translator.riscv.board.LoadedGuest;
import bbt.translator.riscv.board.Loader;
import bbt.translator.riscv.board.MemoryMap;
import bbt.translator.riscv.cpu.Cause;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.riscv.interp.Interpreters;
import bbt.translator.riscv.lift.RiscvCode;
import bbt.translator.run.Clock;
import bbt.translator.run.ExceptionCounts;
import bbt.translator.run.ExitReason;
import bbt.translator.run.Idle;
import bbt.translator.run.MachineHart;
import bbt.translator.run.PowerState;
import bbt.translator.run.RunResult;
import bbt.translator.run.Stepper;
import bbt.translator.run.TrapPlaces;
import bbt.translator.run.Turns;
import bbt.translator.state.Fields;
import bbt.translator.trace.ContextRule;
import bbt.translator.trace.Recorder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;

/**
 * A guest machine. One thread runs it; only {@link #requestStop} may be called from another, and
 * only one machine of a process may run at a time (exceptions in flight are shared).
 *
 * <p>Either {@link #run} it to its end, or {@link #begin}, then {@link #proceed} and {@link #step}
 * as often as wanted, then {@link #finish}. Between these calls it stands still, and what it
 * executes does not depend on where it stood still.
 */
public final class Machine implements Platform {
  /**
   * The longest time between two looks at the outside world (stop requests, interactive input), in
   * instructions; about 10 ms.
   */
  private static final long LOOK_INSTRUCTIONS = 1_000_000;

  /** The same with the host's clock, whose timers are found by looking. */
  private static final long HOST_LOOK_INSTRUCTIONS = 20_000;

  /** How long a panicking kernel may go on, in ticks: the rest of its message. */
  private static final long PANIC_TICKS = MachineConfig.TIMEBASE_HZ / 10;

  /** So many traps in a row without an instruction retired mean that it will never end. */
  private static final int TRAP_LOOP = 1000;

  /**
   * Key of the notes in a trace that hold what arrived at the guest, line by line as in an {@link
   * InputLog}.
   */
  public static final String INPUT_NOTE = "input";

  private final MachineConfig config;
  private final Ram ram;
  private final CodeMemory code;
  private final Bus bus = new Bus();
  private final List<MachineHart> harts = new ArrayList<>();
  private final InterruptWires wires = new InterruptWires(harts);
  private final Turns turns;
  private final Clock clock;
  private final PowerState power;
  private final Board board;
  private final ConsoleOutput output;
  private final ConsoleInput input;
  private final NetworkInput network;
  private final Arrivals arrivals;
  private final Idle idle;
  private final Firmware firmware;
  private final ExceptionCounts counts = new ExceptionCounts();
  private final LoadedGuest guest;

  /** Null when nothing is traced. */
  private Recorder recorder;

  /** Null but where engines are compared. */
  private Instruments instruments;

  /** Both null unless somebody looks. */
  private Debugger debugger;

  private Probe probe;

  /** Null before {@link #begin}. */
  private Tiering tiering;

  /** Both null unless the trace goes elsewhere than to the configuration's file. */
  private OutputStream traceOut;

  private TraceHeader traceHeader;

  private long start;
  private long traceBytes;
  private long panicTick = TimeBase.NEVER;

  /** Where {@link #proceed} ends: a count of all harts together, and one hart's own count. */
  private long pauseAt = Long.MAX_VALUE;

  private int pauseHart;
  private long pauseRetired = Long.MAX_VALUE;
  private boolean paused;
  private boolean proceeding;

  /** Whether {@link #step} is at work: a trap ends the step. */
  private boolean stepping;

  /** Who is at work besides instructions. */
  private boolean inFirmware;

  private boolean inEvent;

  /** Whether the turn has gone to another hart since the last event. */
  private boolean turnBegins;

  private final TrapPlaces traps = new TrapPlaces();

  /**
   * Builds the machine and loads the guest.
   *
   * @param log where console input is taken down, or null
   * @param replay console input to repeat, or null
   * @throws IOException with one clear message when a file is missing, unreadable or unsuitable
   */
  public static Machine create(
      MachineConfig config, ConsolePort port, InputLog.Writer log, InputLog.Replay replay)
      throws IOException {
    return new Machine(config, port, log, replay);
  }

  /** What the guest wanted from the host's network and may not have; null without a network. */
  public Refusals networkRefusals() {
    return board.network == null ? null : board.network.refusals();
  }

  /** A machine without an input log. */
  public static Machine create(MachineConfig config, ConsolePort port) throws IOException {
    return create(config, port, null, null);
  }

  private Machine(
      MachineConfig config, ConsolePort port, InputLog.Writer log, InputLog.Replay replay)
      throws IOException {
    this.config = config;
    ram = new Ram(config.memoryBytes());
    code = new CodeMemory(ram);
    for (int i = 0; i < config.harts(); i++) {
      Cpu cpu = Cpu.create(i, ram, code, bus, this);
      harts.add(new MachineHart(cpu, cpu.mmu, MachineHart.State.STARTING));
    }
    turns = new Turns(harts, config.quantum());
    clock = new Clock(harts.get(0).cpu, config.time(), config.insnsPerTick());
    power = new PowerState(() -> running().expire());
    output = new ConsoleOutput(port, this::panicSeen);
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

  /** Puts something between this machine and its engines; before {@link #run}. */
  public void instrument(Instruments between) {
    instruments = between;
    for (MachineHart hart : harts) {
      hart.cpu.platform = between.platform(this);
    }
  }

  /** The architecture of the guest. */
  public GuestIsa isa() {
    return RiscvIsa.RV64;
  }

  /**
   * Lets somebody look at the guest while it runs; before {@link #run}. The guest does not notice,
   * and its trace is the same, unless the debugger changes something.
   */
  public Probe attach(Debugger who) {
    debugger = who;
    probe = new Probe(who);
    code.probe(probe);
    harts.forEach(hart -> hart.mmu.probe(probe));
    return probe;
  }

  /** The addresses to stop at, in place of those before; while the debugger holds the guest. */
  public void stops(long... addresses) {
    probe.stops(addresses);
    code.stopsChanged();
  }

  /** The ranges to watch, in place of those before; while the debugger holds the guest. */
  public void watches(List<Watch> ranges) {
    probe.watches(ranges);
    harts.forEach(hart -> hart.mmu.watchesChanged());
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

  /** The hart whose turn it is. */
  private Hart running() {
    return turns.current().cpu;
  }

  private void panicSeen() {
    panicTick = clock.ticks() + PANIC_TICKS;
    running().expire();
  }

  /**
   * Has the trace of {@link MachineConfig#trace} written to somewhere else than to its file, with
   * the header of a trace that was made of the same run; before {@link #begin}.
   *
   * @param out written to and closed by another thread
   */
  public void recordTo(OutputStream out, TraceHeader header) {
    traceOut = out;
    traceHeader = header;
  }

  /** Runs the guest to its end. Call once. */
  public RunResult run() throws IOException {
    try {
      begin();
      proceed(Long.MAX_VALUE);
    } finally {
      Tierings.close(tiering);
    }
    return finish();
  }

  /** Makes the machine ready for its first instruction. Call once. */
  public void begin() throws IOException {
    start = System.nanoTime();
    if (config.trace() != null) {
      ContextRule rule = config.trace().context().rule(bareMetal());
      recorder =
          traceOut == null
              ? Tracing.start(config, ram, rule)
              : Tracing.again(config, traceHeader, traceOut, ram, rule);
      recorder.onFailure(() -> power.end(ExitReason.TRACE_FAILED, 0, ""));
    }
    boolean verify = recorder != null && config.trace().verify();
    tiering =
        instruments != null
            ? instruments.tiering(recorder, verify)
            : Tierings.create(
                RiscvCode.RV64,
                config.engine(),
                config.threshold(),
                config.thresholdSeed(),
                recorder,
                verify);
    code.tiering(tiering);
    for (MachineHart hart : harts) {
      engine(hart, tiering);
    }
    begin(turns.current());
  }

  /**
   * Runs to the first node end at which all harts together have retired so many instructions. There
   * the machine stands still before anything else happens: no trap, no turn, no input.
   *
   * @param clock a count; nothing happens if it has been reached
   * @return false when the run is over
   */
  public boolean proceed(long clock) {
    return proceed(clock, 0, Long.MAX_VALUE);
  }

  /**
   * The same, and to the first node end at which one hart has retired so many if that comes first.
   *
   * @param hart number of a hart
   * @param retired a count of that hart's own
   */
  public boolean proceed(long clock, int hart, long retired) {
    if (harts.get(hart).cpu.retired() >= retired || this.clock.retired() >= clock) {
      return !power.over();
    }
    pauseAt = clock;
    pauseHart = hart;
    pauseRetired = retired;
    paused = false;
    proceeding = true;
    finishNode();
    while (!paused && !power.over()) {
      running().expire(); // what is scheduled does not know of the pause
      turns.current().run();
    }
    proceeding = false;
    pauseAt = Long.MAX_VALUE;
    pauseRetired = Long.MAX_VALUE;
    return !power.over();
  }

  /**
   * Executes exactly one instruction or takes exactly one trap, on the hart whose turn it is;
   * before that time may pass and the turn may go to another hart. The machine may then stand still
   * in the middle of a node, where interrupts are not taken. Not while a trace is recorded.
   *
   * @return false when the run is over; nothing was executed then
   */
  public boolean step() {
    if (recorder != null) {
      throw new IllegalStateException("a machine that records cannot be stepped");
    }
    stepping = true;
    try {
      MachineHart hart = turns.current();
      while (hart.cpu.nodeStart == -1 && hart.cpu.budget <= 0) {
        if (event(hart.cpu)) {
          long before = traps.total();
          hart.interrupt();
          if (traps.total() != before) {
            return true;
          }
        } else if (power.over()) {
          return false;
        }
        hart = turns.current();
      }
      hart.step();
      return true;
    } finally {
      stepping = false;
    }
  }

  /** Makes {@link #proceed} end at the next node end, if it is at work; on the machine's thread. */
  public void pause() {
    if (proceeding) {
      pauseAt = 0;
      running().expire();
    }
  }

  /** Completes a node of which {@link #step} has executed the beginning. */
  private void finishNode() {
    while (running().nodeStart != -1) {
      step();
    }
  }

  /** Hears of accesses to physical memory. */
  public interface AccessListener {
    /**
     * @param hart the hart that executes
     * @param device who accesses: a device, {@code firmware}, {@code page-table walk}, {@code
     *     input}; empty if the hart's instruction does
     * @param physical address of the access
     * @param bytes of it
     */
    void accessed(int hart, String device, long physical, long bytes, boolean store);
  }

  /**
   * Has accesses to a range of physical memory told, in place of what was told before. {@link
   * #clock} and {@link #trapsHere} are exact in each call: what is executed is the next
   * instruction.
   *
   * @param bytes at least 1; 0: nothing is told any more
   * @param listener called before bytes change
   */
  public void watch(
      long physical, long bytes, boolean loads, boolean stores, AccessListener listener) {
    ram.watch(
        bytes == 0
            ? null
            : new PhysicalWatch(
                physical,
                bytes,
                loads,
                stores,
                (hart, at, size, store) ->
                    listener.accessed(current(), hart >= 0 ? "" : writer(), at, size, store)));
    harts.forEach(hart -> hart.mmu.slow());
  }

  /** Who but an instruction writes memory right now. */
  private String writer() {
    return bus.active() != null
        ? bus.active().name()
        : inFirmware ? "firmware" : inEvent ? "input" : "page-table walk";
  }

  /**
   * As {@link #proceed(long)}, but to the first node end at which guest time has come so far.
   *
   * @param tick in ticks of the timebase
   */
  public boolean proceedToTick(long tick) {
    finishNode();
    while (clock.ticks() < tick && !power.over()) {
      long now = clock.retired();
      long next = Math.max(now + 1, Math.min(clock.retiredAt(tick), now + LOOK_INSTRUCTIONS));
      proceed(next);
    }
    return !power.over();
  }

  /**
   * All state but RAM, of a machine that {@link #begin} was called for and that stands at a node
   * end; {@link #load} gives it to another machine of the same configuration, which goes on from
   * there exactly as this one.
   */
  public byte[] save() {
    finishNode();
    Fields f = Fields.writer();
    state(f);
    return f.toBytes();
  }

  /**
   * Takes over the state of a machine.
   *
   * @param saved by {@link #save}; RAM must be made the same by the caller, before
   * @throws IllegalStateException if it is none of such a machine
   */
  public void load(byte[] saved) {
    Fields f = Fields.reader(saved);
    state(f);
    f.end();
    power.revive();
  }

  private void state(Fields f) {
    turns.state(f);
    clock.running(turns.current().cpu);
    clock.state(f);
    for (MachineHart hart : harts) {
      hart.state(f);
    }
    wires.state(f);
    board.state(f);
    output.state(f);
    input.state(f);
    network.state(f);
    counts.state(f);
    panicTick = f.of(panicTick);
    turnBegins = f.of(turnBegins);
    traps.state(f);
  }

  /**
   * The pages of RAM that may have been written to since this was asked last (at first: since they
   * were all zero), by number, ascending.
   */
  public int[] takeWrittenPages() {
    int[] pages = ram.takeWritten();
    harts.forEach(hart -> hart.mmu.noteWrites());
    return pages;
  }

  /**
   * Copies a page of RAM out.
   *
   * @param number as {@link #takeWrittenPages} has it
   * @param target 4096 bytes
   */
  public void readPage(int number, byte[] target) {
    ram.readPage(number, target);
  }

  /**
   * Gives a page of RAM the content that it has in a snapshot.
   *
   * @param content 4096 bytes, or null for zeroes
   */
  public void restorePage(int number, byte[] content) {
    ram.restorePage(number, content);
  }

  /** Traps taken since the present count was reached: see {@link #clock}. */
  public int trapsHere() {
    return traps.at(clock.retired());
  }

  /** Instructions retired since reset by all harts together. */
  public long clock() {
    return clock.retired();
  }

  /**
   * Traps (exceptions that are not served by the built-in firmware, and interrupts) since reset.
   */
  public long traps() {
    return traps.total();
  }

  /** Guest time in ticks of the timebase. */
  public long ticks() {
    return clock.ticks();
  }

  /** Number of the hart whose turn it is. */
  public int current() {
    return running().hartId;
  }

  /** Ends the run where it stands, completes the trace, closes files. Call once, last. */
  public RunResult finish() throws IOException {
    Tierings.close(tiering);
    output.flush();
    board.close();
    network.close();
    if (!power.over()) {
      power.end(ExitReason.STOPPED, 0, "");
    }
    ExitReason reason = output.panicSeen() ? ExitReason.PANIC : power.reason();
    if (recorder != null) {
      traceBytes = finishTrace(reason);
    }
    return new RunResult(
        reason,
        power.code(),
        clock.retired(),
        harts.stream().map(hart -> hart.cpu.retired()).toList(),
        clock.skipped(),
        counts.byKind(Cause::kind),
        counts.byCause(),
        System.nanoTime() - start,
        traceBytes,
        power.message());
  }

  /** Whether the guest has the machine to itself: neither our firmware nor one given runs it. */
  private boolean bareMetal() {
    return firmware == null && config.bios() == null;
  }

  /** Completes the trace file; its size in bytes. */
  private long finishTrace(ExitReason reason) throws IOException {
    noteArrivals();
    try {
      recorder.end(running(), power.code(), reason.text());
    } catch (IOException e) {
      FileSystemException named =
          new FileSystemException(config.trace().file().toString(), null, e.getMessage());
      named.initCause(e);
      throw named;
    }
    return recorder.bytes();
  }

  private void engine(MachineHart hart, Tiering tiering) {
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

  /** The guest's RAM, to be looked at after the run. */
  public GuestMemory memory() {
    return ram;
  }

  /**
   * Gives the guest's memory back to the host, for who runs many machines; nothing of this machine
   * may be used afterwards.
   */
  public void release() {
    for (MachineHart hart : harts) {
      hart.mmu.release();
    }
    ram.release();
  }

  /** Number of harts. */
  public int harts() {
    return harts.size();
  }

  /** What a hart is doing, in a word or two; while the guest stands still. */
  public String activity(int number) {
    return switch (harts.get(number).state) {
      case STOPPED -> "stopped";
      case STARTING, RUNNING -> "running";
      case WAITING -> "waiting for an interrupt";
      case SUSPENDED -> "suspended";
    };
  }

  /** Hart 0, for tests. */
  Cpu hart() {
    return hart(0);
  }

  /** A hart, to be looked at after the run. */
  public Cpu hart(int number) {
    return (Cpu) harts.get(number).cpu;
  }

  /** Asks the run to end at the next node end at which the machine looks; any thread. */
  public void requestStop() {
    power.requestStop();
  }

  @Override
  public boolean event(Hart cpu) {
    if (debugger != null) {
      debugger.look();
    }
    long retired = clock.retired();
    if (retired >= pauseAt || cpu.hartId == pauseHart && cpu.retired() >= pauseRetired) {
      paused = true;
      return false;
    }
    output.event(retired);
    if (recorder != null) {
      recorder.poll(cpu);
    }
    if (retired >= config.maxInsns()) {
      power.end(ExitReason.INSTRUCTION_LIMIT, 0, "");
    }
    if (power.over()) {
      return false;
    }
    inEvent = true;
    if (turnBegins) {
      turnBegins =
          false; // the last turn's end has looked: what comes at one moment, one hart notes
    } else {
      input.event(retired, clock.ticks());
      network.event(retired, clock.ticks());
    }
    board.update();
    inEvent = false;
    noteArrivals();
    if (turns.over(retired)) {
      if (!waitOver()) {
        return false;
      }
      noteArrivals();
      MachineHart next = turns.next(retired);
      if (next.cpu != cpu) {
        cpu.turnOver();
        clock.turn(next.cpu);
        begin(next);
        turnBegins = true;
        return false;
      }
      begin(next);
    }
    if (clock.ticks() >= panicTick) {
      power.end(ExitReason.PANIC, 0, "");
      return false;
    }
    schedule(retired);
    return true;
  }

  /** At a node end: what arrived goes into the trace. */
  private void noteArrivals() {
    if (recorder != null && arrivals.any()) {
      for (String line : arrivals.take()) {
        recorder.note(running(), INPUT_NOTE, line);
      }
    }
  }

  /** A hart's turn begins. Its engine comes to {@link #event} before anything else. */
  private void begin(MachineHart hart) {
    if (recorder != null && harts.size() > 1) {
      recorder.hart(hart.cpu);
    }
    if (hart.state == MachineHart.State.STARTING) {
      hart.state = MachineHart.State.RUNNING;
      counts.start();
      if (recorder != null) {
        recorder.reset(hart.cpu);
      }
    }
    hart.cpu.expire();
  }

  /** Lets time pass until a hart takes turns; false when the run is over. */
  private boolean waitOver() {
    long before = clock.skipped();
    int ready = turns.ready();
    while (ready == 0 && !power.over()) {
      output.flush();
      if (debugger != null) {
        debugger.idle(running());
      }
      idle.pass(deadline());
      board.update();
      if (clock.ticks() >= panicTick) {
        power.end(ExitReason.PANIC, 0, "");
      }
      ready = turns.ready();
    }
    if (recorder != null && clock.skipped() != before) {
      recorder.time(running(), clock.skipped() - before);
    }
    if (ready == 0) {
      return false;
    }
    clock.share(ready);
    return true;
  }

  /** The next tick at which something happens by itself, or {@link TimeBase#NEVER}. */
  private long deadline() {
    long first = Math.min(board.deadline(), panicTick);
    long now = clock.ticks();
    for (int i = 0; i < harts.size(); i++) {
      // Unsigned: a value with the top bit set is as good as never. One that has passed is pending.
      long supervisor = harts.get(i).cpu.timer();
      if (supervisor > now && supervisor < first) {
        first = supervisor;
      }
    }
    return first;
  }

  private void schedule(long retired) {
    long look = clock.host() ? HOST_LOOK_INSTRUCTIONS : LOOK_INSTRUCTIONS;
    long next = Math.min(Math.min(retired + look, turns.end()), config.maxInsns());
    long arrival = Math.min(input.nextRetired(), network.nextRetired());
    next = Math.min(next, Math.max(arrival, retired + 1));
    if (!clock.host()) {
      long tick =
          Math.min(deadline(), Math.min(input.nextTick(retired), network.nextTick(retired)));
      if (tick != TimeBase.NEVER) {
        next = Math.min(next, Math.max(clock.retiredAt(tick), retired + 1));
      }
    }
    Hart cpu = running();
    next = Math.min(next, pauseAt);
    if (cpu.hartId == pauseHart && pauseRetired != Long.MAX_VALUE) {
      next = Math.min(next, retired + (pauseRetired - cpu.retired()));
    }
    cpu.eventAt = cpu.retired() + (next - retired);
    cpu.budget = next - retired;
  }

  @Override
  public void waitForInterrupt(Hart cpu) {
    harts.get(cpu.hartId).waitForInterrupt(MachineHart.State.WAITING);
    turns.giveWay();
  }

  /** A spinning hart leaves its turn to one that may end the spinning. */
  @Override
  public void pause(Hart cpu) {
    if (harts.size() > 1) {
      turns.giveWay();
    }
  }

  @Override
  public boolean firmwareCall(Hart cpu) {
    if (firmware == null) {
      return false;
    }
    counts.firmware();
    inFirmware = true;
    firmware.call(cpu);
    inFirmware = false;
    if (!turns.current().takesTurns()) {
      turns.giveWay();
    }
    return true;
  }

  @Override
  public long time(Hart cpu) {
    return clock.ticks();
  }

  @Override
  public void trapTaken(Hart cpu, long cause) {
    counts.trap(cause);
    traps.taken(clock.retired());
    if (stepping) {
      cpu.expire();
    }
    if (Log.trap) {
      Log.line(
          "trap",
          String.format(
              "%s %d at 0x%x, hart %d, privilege %d, retired %d",
              cause < 0 ? "interrupt" : "exception",
              cause & 63,
              cpu.pc,
              cpu.hartId,
              cpu.priv,
              cpu.retired()));
    }
    if (harts.get(cpu.hartId).trap() >= TRAP_LOOP) {
      power.end(
          ExitReason.IDLE_FOREVER,
          0,
          "the guest traps without end at 0x"
              + Long.toHexString(cpu.pc)
              + ": no usable trap handler (cause "
              + (cause & 63)
              + ")");
    }
  }
}
