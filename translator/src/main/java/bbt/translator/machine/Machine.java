package bbt.translator.machine;

import bbt.packets.TraceHeader;
import bbt.ptg.guest.GuestIsa;
import bbt.translator.boot.KernelFile;
import bbt.translator.code.Tiering;
import bbt.translator.config.MachineConfig;
import bbt.translator.console.ConsolePort;
import bbt.translator.console.InputLog;
import bbt.translator.debug.AccessLog;
import bbt.translator.debug.Debugger;
import bbt.translator.debug.Probe;
import bbt.translator.debug.Watch;
import bbt.translator.device.GuestMemory;
import bbt.translator.guest.GuestArchitecture;
import bbt.translator.hart.Hart;
import bbt.translator.memory.PhysicalWatch;
import bbt.translator.net.Refusals;
import bbt.translator.net.UserNetwork;
import bbt.translator.region.RegionStore;
import bbt.translator.region.Tierings;
import bbt.translator.run.ExitReason;
import bbt.translator.run.MachineHart;
import bbt.translator.run.PowerState;
import bbt.translator.run.RunResult;
import bbt.translator.state.Fields;
import bbt.translator.trace.ContextRule;
import bbt.translator.trace.Recorder;
import bbt.translator.trace.RecordingSwitch;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;

/**
 * A guest machine. One thread runs it; only {@link #requestStop} may be called from another, and
 * only one machine of a process may run at a time (exceptions in flight are shared).
 *
 * <p>Either {@link #run} it to its end, or {@link #begin}, then {@link #proceed} and {@link #step}
 * as often as wanted, then {@link #finish}. Between these calls it stands still, and what it
 * executes does not depend on where it stood still.
 */
public final class Machine {
  /**
   * Key of the notes in a trace that hold what arrived at the guest, line by line as in an {@link
   * InputLog}.
   */
  public static final String INPUT_NOTE = "input";

  private final GuestArchitecture guest;
  private final MachineConfig config;
  private final RunLoop loop;

  /** Where it goes on; null: at the reset. */
  private final MachineSnapshot from;

  private final Parts parts;
  private final List<MachineHart> harts;

  /** Null when nothing is traced. */
  private volatile Recorder recorder;

  /** Null where compiled code ends with the machine. */
  private RegionStore store;

  /** Null but where engines are compared. */
  private Instruments instruments;

  /** Null unless somebody looks. */
  private Probe probe;

  /** Null before {@link #begin}. */
  private Tiering tiering;

  /**
   * The stream and header of a trace that goes elsewhere than to the configuration's file; else
   * both null.
   */
  private OutputStream traceOut;

  private TraceHeader traceHeader;

  private List<RecordingSwitch.ByHand> switches = List.of();

  /** Whether {@link #takeWrittenPages} was called. */
  private boolean asked;

  private long start;
  private long traceBytes;

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
    return new Machine(config, port, log, replay, null);
  }

  /**
   * A machine that goes on where another one stood; a trace of it begins there.
   *
   * @param from of a machine of this configuration, but for the program's archive and the trace
   * @throws IOException if the snapshot's memory cannot be read
   */
  public static Machine resume(
      MachineConfig config,
      ConsolePort port,
      InputLog.Writer log,
      InputLog.Replay replay,
      MachineSnapshot from)
      throws IOException {
    if (config.harts() != 1) {
      throw new IllegalArgumentException("only a machine of one hart goes on from a snapshot");
    }
    return new Machine(config, port, log, replay, from);
  }

  /**
   * The connections that the guest asked the host's network for and may not have; null without a
   * network.
   */
  public Refusals networkRefusals() {
    UserNetwork network = parts.board.virtio().network();
    return network == null ? null : network.refusals();
  }

  /** A machine without an input log. */
  public static Machine create(MachineConfig config, ConsolePort port) throws IOException {
    return create(config, port, null, null);
  }

  private Machine(
      MachineConfig config,
      ConsolePort port,
      InputLog.Writer log,
      InputLog.Replay replay,
      MachineSnapshot from)
      throws IOException {
    this.config = config;
    this.from = from;
    guest = Architectures.of(config);
    loop = new RunLoop(guest, config, port, log, replay, from);
    parts = loop.parts();
    harts = parts.harts;
  }

  /** Puts something between this machine and its engines; before {@link #run}. */
  public void instrument(Instruments between) {
    instruments = between;
    for (MachineHart hart : harts) {
      hart.cpu.platform = between.platform(loop);
    }
  }

  /**
   * Gives the machine the code that was compiled for others, and keeps its; before {@link #run}.
   */
  public void keepRegions(RegionStore in) {
    store = in;
  }

  /** The architecture of the guest. */
  public GuestIsa isa() {
    return guest.isa();
  }

  /**
   * Lets somebody look at the guest while it runs; before {@link #run}. The guest does not notice,
   * and its trace is the same, unless the debugger changes something.
   */
  public Probe attach(Debugger who) {
    loop.debugger(who);
    probe = new Probe(who);
    parts.code.probe(probe);
    harts.forEach(hart -> hart.mmu.probe(probe));
    return probe;
  }

  /** The addresses to stop at, in place of those before; while the debugger holds the guest. */
  public void stops(long... addresses) {
    probe.stops(addresses);
    parts.code.marksChanged();
  }

  /** The ranges to watch, in place of those before; while the debugger holds the guest. */
  public void watches(List<Watch> ranges) {
    probe.watches(ranges);
    harts.forEach(hart -> hart.mmu.watchesChanged());
  }

  /**
   * Takes down where instructions access memory from now on. Guest and trace are the same; accesses
   * are several times slower.
   *
   * @param to null: no more
   */
  public void accessLog(AccessLog to) {
    harts.forEach(hart -> hart.mmu.accessLog(to));
  }

  /**
   * Sets where the trace of {@link MachineConfig#trace} is written to, in place of its file, with
   * the header of a trace that was made of the same run.
   *
   * @param out written to and closed by another thread
   * @param byHand how the user switched recording in that run, in order
   */
  public void recordTo(OutputStream out, TraceHeader header, List<RecordingSwitch.ByHand> byHand) {
    traceOut = out;
    traceHeader = header;
    switches = List.copyOf(byHand);
  }

  /** The switch of recording, from {@link #begin} on; null when nothing is traced. Any thread. */
  public RecordingSwitch recording() {
    Recorder to = recorder;
    return to == null ? null : to.switching();
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
      boolean linux = parts.bareMetal() && KernelFile.read(config.kernel()).isLinux();
      ContextRule rule = config.trace().context().rule(parts.bareMetal(), linux);
      recorder =
          traceOut == null
              ? Tracing.start(config, parts, rule, from == null ? 0 : from.clock())
              : Tracing.again(config, traceHeader, switches, traceOut, parts, rule);
      recorder.onFailure(() -> parts.power.end(ExitReason.TRACE_FAILED, 0, ""));
    }
    boolean verify = recorder != null && config.trace().verify();
    tiering =
        instruments != null
            ? instruments.tiering(recorder, verify)
            : Tierings.create(
                guest.code(),
                config.engine(),
                config.threshold(),
                config.thresholdSeed(),
                recorder,
                verify,
                store);
    parts.code.tiering(tiering);
    for (MachineHart hart : harts) {
      parts.engine(hart, tiering, recorder, probe, instruments);
    }
    if (from == null) {
      loop.begin(recorder);
    } else {
      if (recorder != null) {
        recorder.systems(Fields.reader(from.knowledge()));
      }
      loop.resume(from.state(), recorder);
    }
  }

  // ---- moving on

  /**
   * Runs to the first node end at which all harts together have retired so many instructions. There
   * the machine stands still before anything else happens: no trap, no turn, no input.
   *
   * @param clock a count; nothing happens if it has been reached
   * @return false when the run is over
   */
  public boolean proceed(long clock) {
    return loop.proceed(clock);
  }

  /**
   * Runs to the first node end at which all harts together have retired so many instructions, or
   * one hart so many if that comes first.
   *
   * @param hart number of a hart
   * @param retired a count of that hart's own
   */
  public boolean proceed(long clock, int hart, long retired) {
    return loop.proceed(clock, hart, retired);
  }

  /**
   * Executes exactly one instruction or takes exactly one trap, on the hart whose turn it is;
   * before that time may pass and the turn may go to another hart. The machine may then stand still
   * in the middle of a node, where interrupts are not taken. Not while a trace is recorded.
   *
   * @return false when the run is over; nothing was executed then
   */
  public boolean step() {
    return loop.step();
  }

  /** Makes {@link #proceed} end at the next node end, if it is at work; on the machine's thread. */
  public void pause() {
    loop.pause();
  }

  /**
   * Runs like {@link #proceed(long)}, but to the first node end at which guest time has come so
   * far.
   *
   * @param tick in ticks of the timebase
   */
  public boolean proceedToTick(long tick) {
    return loop.proceedToTick(tick);
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
   * Watches a range of physical memory, in place of what was watched before. {@link #clock} and
   * {@link #trapsHere} are exact in each call: what is executed is the next instruction.
   *
   * @param bytes at least 1; 0: nothing is told any more
   * @param listener called before bytes change
   */
  public void watch(
      long physical, long bytes, boolean loads, boolean stores, AccessListener listener) {
    parts.ram.watch(
        bytes == 0
            ? null
            : new PhysicalWatch(
                physical,
                bytes,
                loads,
                stores,
                (hart, at, size, store) ->
                    listener.accessed(current(), hart >= 0 ? "" : loop.writer(), at, size, store)));
    harts.forEach(hart -> hart.mmu.slow());
  }

  /**
   * Saves all state but RAM, of a machine that {@link #begin} was called for and that stands at a
   * node end; {@link #load} gives it to another machine.
   */
  public byte[] save() {
    loop.finishNode();
    Fields f = Fields.writer();
    loop.state(f);
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
    loop.state(f);
    f.end();
    parts.power.revive();
  }

  /**
   * Whether the guest has asked for a program. Without one {@link #proceed} ends there, and the
   * machine can be kept as a {@link #snapshot}.
   */
  public boolean ready() {
    return loop.ready();
  }

  /**
   * Where this machine stands, at a node end; for one that records (be it nothing).
   *
   * @param ram the file to be made for its memory
   */
  public MachineSnapshot snapshot(Path ram) throws IOException {
    byte[] state = save();
    Fields knowledge = Fields.writer();
    recorder.systems(knowledge);
    parts.ram.save(ram);
    return new MachineSnapshot(ram, clock(), state, knowledge.toBytes(), parts.board.rom());
  }

  /**
   * The pages of RAM that may have been written to since this was asked last (at first: since they
   * were all zero), by number, ascending.
   */
  public int[] takeWrittenPages() {
    if (from != null && !asked) {
      parts.ram.noteFilled();
    }
    asked = true;
    int[] pages = parts.ram.takeWritten();
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
    parts.ram.readPage(number, target);
  }

  /**
   * Gives a page of RAM the content that it has in a snapshot.
   *
   * @param content 4096 bytes, or null for zeroes
   */
  public void restorePage(int number, byte[] content) {
    parts.ram.restorePage(number, content);
  }

  /** Traps taken since the present count was reached: see {@link #clock}. */
  public int trapsHere() {
    return loop.traps().at(clock());
  }

  /** Instructions retired since reset by all harts together. */
  public long clock() {
    return parts.clock.retired();
  }

  /** Guest time in ticks of the timebase. */
  public long ticks() {
    return parts.clock.ticks();
  }

  /** Number of the hart whose turn it is. */
  public int current() {
    return parts.running().hartId;
  }

  /** Ends the run where it stands, completes the trace, closes files. Call once, last. */
  public RunResult finish() throws IOException {
    Tierings.close(tiering);
    parts.close();
    PowerState power = parts.power;
    if (!power.over()) {
      power.end(ExitReason.STOPPED, 0, "");
    }
    ExitReason reason = parts.output.panicSeen() ? ExitReason.PANIC : power.reason();
    if (recorder != null) {
      traceBytes = finishTrace(reason);
    }
    return new RunResult(
        reason,
        power.code(),
        clock(),
        harts.stream().map(hart -> hart.cpu.retired()).toList(),
        parts.clock.skipped(),
        loop.counts().byKind(isa().traps()::kind),
        loop.counts().byCause(),
        System.nanoTime() - start,
        traceBytes,
        recorder == null ? 0 : clock() - (from == null ? 0 : from.clock()) - recorder.unrecorded(),
        recorder == null ? List.of() : recorder.missing(),
        power.message());
  }

  /** Completes the trace file; its size in bytes. */
  private long finishTrace(ExitReason reason) throws IOException {
    loop.noteArrivals();
    try {
      recorder.end(parts.running(), parts.power.code(), reason.text());
    } catch (IOException e) {
      FileSystemException named =
          new FileSystemException(config.trace().name(), null, e.getMessage());
      named.initCause(e);
      throw named;
    }
    return recorder.bytes();
  }

  /** The guest's RAM, to be looked at after the run. */
  public GuestMemory memory() {
    return parts.ram;
  }

  /**
   * Gives the guest's memory back to the host, for who runs many machines; nothing of this machine
   * may be used afterwards.
   */
  public void release() {
    if (recorder != null) {
      recorder.abandon();
    }
    parts.release();
  }

  /** Number of harts. */
  public int harts() {
    return harts.size();
  }

  /** Describes in a word or two what a hart is doing; while the guest stands still. */
  public String activity(int number) {
    return switch (harts.get(number).state) {
      case STOPPED -> "stopped";
      case STARTING, RUNNING -> "running";
      case WAITING -> "waiting for an interrupt";
      case SUSPENDED -> "suspended";
    };
  }

  /** Hart 0, for tests. */
  Hart hart() {
    return hart(0);
  }

  /** A hart, to be looked at after the run. */
  public Hart hart(int number) {
    return harts.get(number).cpu;
  }

  /** Asks the run to end at the next node end at which the machine looks; any thread. */
  public void requestStop() {
    parts.power.requestStop();
  }
}
