package bbt.translator.machine;

import bbt.packets.GuestTime;
import bbt.translator.config.MachineConfig;
import bbt.translator.console.ConsoleInput;
import bbt.translator.console.ConsoleOutput;
import bbt.translator.console.ConsolePort;
import bbt.translator.console.InputLog;
import bbt.translator.console.NetworkInput;
import bbt.translator.debug.Debugger;
import bbt.translator.device.TimeBase;
import bbt.translator.guest.GuestArchitecture;
import bbt.translator.guest.GuestBoard;
import bbt.translator.hart.Hart;
import bbt.translator.hart.Platform;
import bbt.translator.log.Log;
import bbt.translator.program.ProgramHost;
import bbt.translator.run.Clock;
import bbt.translator.run.ExceptionCounts;
import bbt.translator.run.ExitReason;
import bbt.translator.run.MachineHart;
import bbt.translator.run.PowerState;
import bbt.translator.run.TrapPlaces;
import bbt.translator.run.Turns;
import bbt.translator.state.Fields;
import bbt.translator.trace.Recorder;
import bbt.translator.trace.RecordingSwitch;
import java.io.IOException;
import java.util.List;

/**
 * Runs a machine's harts in turns until the run is over: it is the {@link Platform} that their
 * engines ask at each event.
 *
 * <p>An event comes at a node end. Then the outside world is looked at, time and lines are brought
 * up to date, the turn may go to another hart, and the next event is scheduled.
 */
final class RunLoop implements Platform {
  /**
   * The longest time between two looks at the outside world (stop requests, interactive input), in
   * instructions; about 10 ms.
   */
  private static final long LOOK_INSTRUCTIONS = 1_000_000;

  /** Longest time between two looks with the host's clock, whose timers are found by looking. */
  private static final long HOST_LOOK_INSTRUCTIONS = 20_000;

  /** The time that a panicking kernel may go on, in ticks: the rest of its message. */
  private static final long PANIC_TICKS = GuestTime.TICKS_PER_SECOND / 10;

  /**
   * The number of traps in a row, without an instruction retired, after which the guest is taken to
   * trap for ever.
   */
  private static final int TRAP_LOOP = 1000;

  private final Parts parts;
  private final MachineConfig config;
  private final List<MachineHart> harts;
  private final Turns turns;
  private final Clock clock;
  private final PowerState power;
  private final GuestBoard board;
  private final ConsoleOutput output;
  private final ConsoleInput input;
  private final NetworkInput network;
  private final ExceptionCounts counts = new ExceptionCounts();

  /** Where {@link #proceed} ends: a count of all harts together, and one hart's own count. */
  private long pauseAt = Long.MAX_VALUE;

  private int pauseHart;
  private long pauseRetired = Long.MAX_VALUE;
  private boolean paused;
  private boolean proceeding;

  /** Whether {@link #step} is at work: a trap ends the step. */
  private boolean stepping;

  /** Whether the built-in firmware, or an event, is at work in place of instructions. */
  private boolean inFirmware;

  private boolean inEvent;

  /** Whether the turn has gone to another hart since the last event. */
  private boolean turnBegins;

  /** Whether the guest has asked for a program. */
  private boolean ready;

  private final TrapPlaces traps = new TrapPlaces();

  private long panicTick = TimeBase.NEVER;

  /** Null when nothing is traced. */
  private Recorder recorder;

  /** The debugger; null unless one is attached. */
  private Debugger debugger;

  /**
   * Builds a machine's parts and their loop.
   *
   * @param guest its architecture
   * @param log where console input is taken down, or null
   * @param replay console input to repeat, or null
   * @param from where another machine stood, or null
   */
  RunLoop(
      GuestArchitecture guest,
      MachineConfig config,
      ConsolePort port,
      InputLog.Writer log,
      InputLog.Replay replay,
      MachineSnapshot from)
      throws IOException {
    this.config = config;
    parts =
        new Parts(guest, config, port, log, replay, from, this, new Program(port), this::panicSeen);
    harts = parts.harts;
    turns = parts.turns;
    clock = parts.clock;
    power = parts.power;
    board = parts.board;
    output = parts.output;
    input = parts.input;
    network = parts.network;
  }

  Parts parts() {
    return parts;
  }

  TrapPlaces traps() {
    return traps;
  }

  ExceptionCounts counts() {
    return counts;
  }

  /** Attaches a debugger. */
  void debugger(Debugger who) {
    debugger = who;
  }

  /**
   * Begins the first turn.
   *
   * @param to records it; null when nothing is traced
   */
  void begin(Recorder to) {
    listen(to);
    begin(turns.current());
  }

  /**
   * A run goes on where another machine stood.
   *
   * @param to records it from here on; null when nothing is traced
   */
  void resume(byte[] state, Recorder to) {
    Fields f = Fields.reader(state);
    state(f);
    f.end();
    harts.forEach(hart -> hart.mmu.flushAll()); // so that a recorder hears of each page
    listen(to);
    if (to != null) {
      to.resume(running(), clock.skipped());
    }
    running().expire();
  }

  private void listen(Recorder to) {
    recorder = to;
    if (to != null) {
      output.listen(
          octet -> {
            if (to.console(octet)) {
              running().expire();
            }
          });
    }
  }

  /** Hears of the program that the guest executes. */
  private final class Program implements ProgramHost {
    private final ConsolePort port;

    Program(ConsolePort port) {
      this.port = port;
    }

    @Override
    public void ready() {
      ready = true;
      if (config.program().archive() == null) {
        RunLoop.this.pause();
      }
    }

    @Override
    public void wrote(int stream, byte[] bytes) {
      port.program(stream, bytes);
    }

    @Override
    public void refused(int error) {
      port.refused(error);
    }

    @Override
    public void ended(int code) {
      power.end(code == 0 ? ExitReason.POWER_OFF : ExitReason.GUEST_FAILURE, code, "");
    }
  }

  /** Whether the guest has asked for a program. */
  boolean ready() {
    return ready;
  }

  private Hart running() {
    return parts.running();
  }

  private void panicSeen() {
    panicTick = clock.ticks() + PANIC_TICKS;
    running().expire();
  }

  // ---- where it stands still

  /** {@link Machine#proceed(long)}. */
  boolean proceed(long clock) {
    return proceed(clock, 0, Long.MAX_VALUE);
  }

  /** {@link Machine#proceed(long, int, long)}. */
  boolean proceed(long clock, int hart, long retired) {
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

  /** {@link Machine#step}. */
  boolean step() {
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

  /** {@link Machine#pause}. */
  void pause() {
    if (proceeding) {
      pauseAt = 0;
      running().expire();
    }
  }

  /** Completes a node of which {@link #step} has executed the beginning. */
  void finishNode() {
    while (running().nodeStart != -1) {
      step();
    }
  }

  /** {@link Machine#proceedToTick}. */
  boolean proceedToTick(long tick) {
    finishNode();
    while (clock.ticks() < tick && !power.over()) {
      long now = clock.retired();
      long next = Math.max(now + 1, Math.min(clock.retiredAt(tick), now + LOOK_INSTRUCTIONS));
      proceed(next);
    }
    return !power.over();
  }

  /** Names who writes memory right now, if not an instruction. */
  String writer() {
    return parts.bus.active() != null
        ? parts.bus.active().name()
        : inFirmware ? "firmware" : inEvent ? "input" : "page-table walk";
  }

  /** Saves or loads the state, for a snapshot. */
  void state(Fields f) {
    parts.state(f);
    counts.state(f);
    panicTick = f.of(panicTick);
    turnBegins = f.of(turnBegins);
    ready = f.of(ready);
    traps.state(f);
  }

  // ---- what the harts ask

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
      recorder.noteConsole(cpu);
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
    if (turns.spins(retired)) {
      // As if it spun to the end of its turn, or until something happens by itself.
      clock.spin(Math.max(Math.min(turns.fullEnd(), due(retired)) - retired, 0));
      board.update();
      turns.giveWay();
    }
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
    if (recorder != null) {
      recorder.look(cpu, retired, clock.ticks());
    }
    schedule(retired);
    return true;
  }

  /** Puts what arrived into the trace, at a node end. */
  void noteArrivals() {
    if (recorder != null && parts.arrivals.any()) {
      for (String line : parts.arrivals.take()) {
        recorder.note(running(), Machine.INPUT_NOTE, line);
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
      parts.idle.pass(deadline());
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

  /** The total count at which the next tick comes at which something happens by itself. */
  private long due(long retired) {
    if (clock.host()) {
      return Long.MAX_VALUE;
    }
    long tick = Math.min(deadline(), Math.min(input.nextTick(retired), network.nextTick(retired)));
    return tick == TimeBase.NEVER ? Long.MAX_VALUE : clock.retiredAt(tick);
  }

  private void schedule(long retired) {
    long look = clock.host() ? HOST_LOOK_INSTRUCTIONS : LOOK_INSTRUCTIONS;
    long next = Math.min(Math.min(retired + look, turns.end()), config.maxInsns());
    long arrival = Math.min(input.nextRetired(), network.nextRetired());
    next = Math.min(next, Math.max(arrival, retired + 1));
    next = Math.min(next, Math.max(due(retired), retired + 1));
    Hart cpu = running();
    if (recorder != null) {
      next = Math.min(next, recorder.switching().nextCount());
      long tick = recorder.switching().nextTick();
      if (tick != RecordingSwitch.NEVER && !clock.host()) {
        next = Math.min(next, Math.max(clock.retiredAt(tick), retired + 1));
      }
      next = Math.min(next, retired + recorder.nextLook(cpu));
    }
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
    if (!board.hasFirmware()) {
      return false;
    }
    counts.firmware();
    inFirmware = true;
    board.firmwareCall(cpu);
    inFirmware = false;
    if (!turns.current().takesTurns()) {
      turns.giveWay();
    }
    return true;
  }

  @Override
  public boolean inputWaits() {
    return input != null && input.waits(); // null while the machine is put together
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
