package bbt.translator.trace;

import bbt.packets.Chunk;
import bbt.packets.GuestMark;
import bbt.packets.NoteKeys;
import bbt.packets.bytes.PacketFormat;
import bbt.packets.write.MachineWriter;
import bbt.packets.write.TraceWriter;
import bbt.ptg.guest.CodeReader;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.Node;
import bbt.ptg.guest.NodeFinder;
import bbt.ptg.guest.TrapCauses;
import bbt.ptg.symbols.SymbolTable;
import bbt.translator.code.CodeMemory;
import bbt.translator.code.CodePage;
import bbt.translator.code.PhysicalCode;
import bbt.translator.hart.Hart;
import bbt.translator.memory.HostMemory;
import bbt.translator.state.Fields;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * Records for the guest thread: takes path ids and markers into a buffer that it hands to the
 * writer thread. Engines append path ids themselves:
 *
 * <pre>
 *   HostMemory.putInt(cpu.recordPointer, id); cpu.recordPointer += 4;
 *   if (cpu.recordPointer &gt;= cpu.recordLimit) recorder.flush(cpu);
 * </pre>
 *
 * The check is needed once per region run or node; behind the limit there is room for {@link
 * #SLACK} bytes. Everything else goes through the methods here, which check for themselves. A hart
 * without a recorder has {@code recordPointer == recordLimit == 0}.
 *
 * <p>Several harts take turns on one thread and share the buffer: only the hart whose turn it is
 * has a record pointer. {@link #hart} hands it over and says so in the records; the writer thread
 * keeps the harts apart from there.
 *
 * <p>If the file cannot be written any more, the guest is asked to stop (see {@link #onFailure})
 * and {@link #end} says why; what was written stays readable up to its last whole frame.
 */
public final class Recorder implements GuestSystem.Listener {
  /** Bytes that may be appended past {@code cpu.recordLimit} between two checks. */
  public static final int SLACK = 4096;

  /** Records that are older than this are handed over at the next {@link #poll}. */
  private static final long POLL_NANOS = 300_000_000L;

  private static final int LINE_SLOTS = PhysicalCode.LINE_SIZE / 2;

  private final NodeFinder nodes;
  private final TrapCauses causes;
  private final PathTable paths;
  private final Straddlers straddlers;
  private final RawBuffers buffers = new RawBuffers();
  private final AddressSpaces spaces;
  private final FileNames file;
  private final List<GuestSystem> systems;

  /** The systems whose tasks are found by this run's rule. */
  private final List<GuestSystem> followers;

  /** Remarks on their way from the guest's thread to the writer's, in order. */
  private final Queue<GuestSystem.Remark> remarks = new ConcurrentLinkedQueue<>();

  private final ConsoleLines console = new ConsoleLines();

  private final Ending ending = new Ending();
  private final CompletableFuture<Opened> opened = new CompletableFuture<>();

  /**
   * Makes the canonical stream; used by the writer thread, read by the guest thread after that has
   * ended.
   */
  private Canonicalizer canonicalizer;

  private final Thread thread;

  private final ContextRule contextRule;
  private final TraceScope scope;
  private final RecordingSwitch switching;
  private final QuietHarts quiet;

  /** Thread-pointer rule: the stack pointer that a task had when it was last switched to. */
  private final Map<Long, Long> stacks = new HashMap<>();

  /** {@link ContextRule#STACK}: which tasks are meant; else null. */
  private final StackTasks stackTasks;

  /** The harts by number; null until a hart has started. */
  private Hart[] harts = new Hart[1];

  /** The task of each hart. */
  private long[] tasks = new long[1];

  /** The address space of each hart, by serial number. */
  private int[] hartSpaces = new int[1];

  /** The hart whose turn it is. */
  private Hart current;

  private long bufferStart;
  private long pieceStart;
  private long lastHandOver = System.nanoTime();
  private volatile Throwable failure;

  /** What the guest's thread asked the writer's last; answered with null after a failure. */
  private volatile CompletableFuture<Canonicalizer.Wanted> question;

  /** Whether there may be names of functions since. */
  private boolean unasked = true;

  /** Remarks so far. */
  private long said;

  /** The code that all harts execute; null where nothing of it is asked for. */
  private CodeMemory code;

  private Runnable stop = () -> {};
  private boolean stopped;
  private long bytes;

  /**
   * Opens the trace, on the writer thread: what goes into its header (hashes of the guest's files)
   * takes time that the guest need not wait for.
   */
  @FunctionalInterface
  public interface Opening {
    Opened open() throws IOException;
  }

  /**
   * An open trace.
   *
   * @param writer closed by {@link Recorder#end}
   * @param fileSymbols names from the guest's own file, for a guest that carries no kallsyms tables
   *     in memory
   * @param limits where its frames are cut
   */
  public record Opened(TraceWriter writer, SymbolTable fileSymbols, PacketFormat.Limits limits) {
    /** A trace whose frames are cut where all are. */
    public Opened(TraceWriter writer, SymbolTable fileSymbols) {
      this(writer, fileSymbols, PacketFormat.Limits.STANDARD);
    }
  }

  /**
   * Makes a recorder and its writer thread.
   *
   * @param isa the guest's instruction set
   * @param systems operating systems that the guest may run; without any it is traced nameless
   * @param contextRule what is a context switch
   * @param scope what is recorded
   * @param again how the user switched recording in the run that this one repeats
   */
  public Recorder(
      GuestIsa isa,
      Opening opening,
      AddressSpaces spaces,
      List<GuestSystem> systems,
      ContextRule contextRule,
      TraceScope scope,
      List<RecordingSwitch.ByHand> again) {
    this.nodes = isa.nodes();
    this.causes = isa.traps();
    this.paths = new PathTable(nodes);
    this.straddlers = new Straddlers(paths);
    this.file = new FileNames(isa);
    this.contextRule = contextRule;
    this.stackTasks = contextRule == ContextRule.STACK ? new StackTasks() : null;
    this.scope = scope;
    this.switching = new RecordingSwitch(scope, again);
    this.quiet = new QuietHarts(scope);
    this.spaces = spaces;
    this.systems = List.copyOf(systems);
    this.followers = systems.stream().filter(s -> follows(s.contextRule(), contextRule)).toList();
    this.thread = new Thread(() -> writeAll(opening), "bbt-trace-writer");
    thread.setDaemon(true);
    thread.start();
  }

  private static boolean follows(ContextRule its, ContextRule ours) {
    return its == ours || its.threadPointer() && ours.threadPointer();
  }

  /** The rule that says which instructions may be a context switch. */
  public ContextRule contextRule() {
    return contextRule;
  }

  /** The switch of recording between nodes. */
  public RecordingSwitch switching() {
    return switching;
  }

  /**
   * Sets what shows a hart its code: told where nothing is recorded, so that regions need not
   * record there, and where something is again. Before execution.
   *
   * @param memory the code that all harts execute
   */
  public void shows(Hart cpu, CodeMemory memory, Consumer<Boolean> view) {
    quiet.view(cpu.hartId, view);
    if (quiet.asks()) {
      code = memory;
      memory.wakes(new WakingNodes(quiet, this::wake));
    }
  }

  /** A quiet hart comes to a node that is asked for by its place. */
  private void wake(Hart cpu) {
    quiet(cpu, false);
    quiet.woken(cpu.hartId, cpu.retired());
    cpu.expireIn(nextLook(cpu));
  }

  /** Sets what to do once when the trace cannot be written any more: stop the guest. */
  public void onFailure(Runnable action) {
    stop = action;
  }

  // ---- the writer thread

  private void writeAll(Opening opening) {
    try {
      Opened trace = opening.open();
      opened.complete(trace);
      TraceWriter out = trace.writer();
      file.symbols(trace.fileSymbols());
      systems.forEach(system -> system.fromFile(trace.fileSymbols()));
      canonicalizer =
          new Canonicalizer(
              new MachineWriter(out, trace.limits()),
              paths,
              remarks,
              causes,
              ending,
              out.header().verify(),
              scope,
              switching);
    } catch (Throwable e) {
      failure = e;
      opened.completeExceptionally(e);
    }
    while (true) {
      RawBuffers.Filled piece = buffers.next();
      if (piece.start() < 0) {
        return;
      }
      if (failure == null) {
        try {
          canonicalizer.consume(piece.start(), piece.end());
          opened.join().writer().check();
        } catch (Throwable e) {
          failure = e;
        }
      }
      if (failure != null && question != null) {
        question.complete(null);
      }
      if (piece.last()) {
        buffers.giveBack(piece.buffer());
      }
    }
  }

  // ---- the guest thread

  /** The table of what the ids stand for. */
  public PathTable paths() {
    return paths;
  }

  /**
   * Base id of the node that starts at a slot, from {@code page.nodeIds()} or newly registered and
   * stored there. Append it for a node without branch or a branch not taken, it + 1 for taken. Not
   * for straddlers.
   */
  private int nodeId(CodePage page, int slot) {
    int[] ids = page.nodeIds();
    int id = ids[slot];
    if (id == 0) {
      PhysicalCode code = page.code;
      long pc = page.virtualPage + 2L * slot;
      Node node =
          nodes.find(
              pc,
              address -> {
                long offset = address - page.virtualPage;
                return offset < PhysicalCode.PAGE_SIZE
                    ? code.halfword((int) offset >>> 1)
                    : CodeReader.UNKNOWN;
              });
      if (node.count() == 0) {
        throw new IllegalArgumentException("a straddler at 0x" + Long.toHexString(pc));
      }
      id = paths.registerNode(node, code.physicalPage + 2L * slot);
      // The engine may have decoded only the node's beginning, and a store into the rest must be
      // noticed, too: the id stands for all of it.
      int end = slot + node.size() / 2;
      for (int i = slot; i < end; i += LINE_SLOTS) {
        code.noteDecoded(i, Math.min(LINE_SLOTS, end - i));
      }
      ids[slot] = id;
    }
    return id;
  }

  /**
   * Base id of the straddler that starts in the last halfword of {@code first}. Never cached by
   * slot, since the second page may change without the first: ask each time.
   */
  public int straddlerId(CodePage first, CodePage second) {
    int last = PhysicalCode.SLOTS - 1;
    int bits = first.code.halfword(last) | second.code.halfword(0) << 16;
    return straddlers.id(
        first.virtualPage + 2L * last,
        first.code.physicalPage + 2L * last,
        second.code.physicalPage,
        bits);
  }

  /** Hands the buffer over; waits when the writer is behind (nothing is ever dropped). */
  public void flush(Hart cpu) {
    handOver(cpu, true);
    newBuffer(cpu);
    if (failure != null && !stopped) {
      stopped = true;
      stop.run();
    }
  }

  private void handOver(Hart cpu, boolean last) {
    buffers.handOver(pieceStart, cpu.recordPointer, bufferStart, last);
    pieceStart = cpu.recordPointer;
    lastHandOver = System.nanoTime();
  }

  private void newBuffer(Hart cpu) {
    bufferStart = buffers.take();
    pieceStart = bufferStart;
    cpu.recordPointer = bufferStart;
    cpu.recordLimit = bufferStart + RawBuffers.SIZE - SLACK - RawRecords.MAX_BYTES;
  }

  /**
   * Hands over what has waited too long, so that a killed process loses less than a second. To be
   * called now and then, at node ends.
   */
  public void poll(Hart cpu) {
    if (cpu.recordPointer != pieceStart && System.nanoTime() - lastHandOver > POLL_NANOS) {
      handOver(cpu, false);
      if (failure != null && !stopped) {
        stopped = true;
        stop.run();
      }
    }
  }

  /**
   * Records a node that was retired whole and is no straddler; nothing on a quiet hart.
   *
   * @param slot of its first instruction that was not recorded before
   * @param taken 1 if its branch was taken, else 0
   */
  public void node(Hart cpu, CodePage page, int slot, int taken) {
    if (!quiet.isQuiet(cpu.hartId)) {
      path(cpu, nodeId(page, slot) + taken);
    }
  }

  /** Records that only the first instructions of a node were retired; see {@link #node}. */
  public void partialNode(Hart cpu, CodePage page, int slot, int instructions) {
    if (!quiet.isQuiet(cpu.hartId)) {
      partial(cpu, page.virtualPage + 2L * slot, nodeId(page, slot), instructions);
    }
  }

  /** Appends a path id and flushes if need be. */
  public void path(Hart cpu, int id) {
    putInt(cpu, id);
    check(cpu);
  }

  private static void putInt(Hart cpu, int value) {
    HostMemory.putInt(cpu.recordPointer, value);
    cpu.recordPointer += 4;
  }

  private static void putLong(Hart cpu, long value) {
    HostMemory.putLong(cpu.recordPointer, value);
    cpu.recordPointer += 8;
  }

  private void check(Hart cpu) {
    if (cpu.recordPointer >= cpu.recordLimit) {
      flush(cpu);
    }
  }

  /** Begins a marker; its payload may reach into the slack, {@link #check} comes after it. */
  private static void marker(Hart cpu, int kind, long pc) {
    putInt(cpu, -kind);
    putLong(cpu, pc);
  }

  /**
   * Records that only the first instructions of a node were retired: before a trap in its middle, a
   * stop in its middle (a store changed the code that follows). Nothing to record for 0.
   *
   * @param pc virtual address of the node's start
   * @param baseId from {@link #nodeId}
   */
  public void partial(Hart cpu, long pc, int baseId, int instructions) {
    marker(cpu, RawRecords.PARTIAL, pc);
    putInt(cpu, baseId);
    putInt(cpu, instructions);
    check(cpu);
  }

  /**
   * Records the open path of a region, which was left in the middle of a node: see {@link
   * RegionPaths#expandOpen}.
   */
  public void regionPartial(Hart cpu, long pathStart, int regionBase, int sum, int site) {
    marker(cpu, RawRecords.REGION_PARTIAL, pathStart);
    putInt(cpu, regionBase);
    putInt(cpu, sum);
    putInt(cpu, site);
    check(cpu);
  }

  /**
   * A hart starts: power-on, or firmware starts it (again). Called when its state is set up (pc,
   * privilege and running hash are read), before anything else of it and right after {@link #hart};
   * the recording begins with hart 0's.
   */
  public void reset(Hart cpu) {
    boolean first = current == null;
    if (first) {
      if (cpu.hartId != 0) {
        throw new IllegalArgumentException("the recording begins with hart 0, not " + cpu.hartId);
      }
      newBuffer(cpu);
      take(cpu);
    }
    if (quiet.isQuiet(cpu.hartId)) {
      quiet(cpu, false);
    }
    marker(cpu, RawRecords.RESET, cpu.pc);
    putLong(cpu, cpu.verifyHash);
    putInt(cpu, cpu.priv);
    check(cpu);
    quiet.starts(cpu.hartId);
    begins(cpu);
    moved(cpu);
    if (first) {
      say(cpu, file::atStart);
    }
  }

  /**
   * The recording begins in the middle of a run, at a node end: before anything else, in place of
   * {@link #reset}. Only with one hart; its fetch TLB is empty.
   *
   * @param skipped ticks that were skipped until now
   */
  public void resume(Hart cpu, long skipped) {
    newBuffer(cpu);
    take(cpu);
    hartSpaces[0] = spaces.change(0, cpu.addressSpace());
    tasks[0] = contextRule.threadPointer() ? cpu.threadPointer() : 0;
    marker(cpu, RawRecords.RESUME, cpu.pc);
    putLong(cpu, cpu.retired());
    putLong(cpu, skipped);
    putLong(cpu, tasks[0]);
    putInt(cpu, hartSpaces[0]);
    putInt(cpu, cpu.priv);
    check(cpu);
    begins(cpu);
    moved(cpu);
  }

  private void begins(Hart cpu) {
    if (stackTasks != null) {
      stackTasks.begins(cpu.hartId, cpu.priv);
    }
  }

  /**
   * Asks anew whether a hart's regions must record: its state has changed, or what is recorded has.
   */
  private void moved(Hart cpu) {
    int number = cpu.hartId;
    boolean may =
        quiet.mayRecord(number, cpu.retired(), cpu.priv, hartSpaces[number], tasks[number]);
    if (may && quiet.isQuiet(number)) {
      quiet(cpu, false);
      cpu.expire(); // a region that records nothing may be next
    } else {
      cpu.expireIn(nextLook(cpu));
    }
  }

  private void quiet(Hart cpu, boolean toQuiet) {
    marker(cpu, RawRecords.QUIET, cpu.pc);
    putLong(cpu, cpu.retired());
    putInt(cpu, toQuiet ? 1 : 0);
    check(cpu);
    quiet.quiet(cpu.hartId, cpu.retired(), toQuiet);
  }

  /**
   * The instructions after which {@link #look} is to be called at a hart's node end; at least 1,
   * and so many that it never comes if it need not be called.
   */
  public long nextLook(Hart cpu) {
    return quiet.nextLook(cpu.hartId, cpu.retired());
  }

  /**
   * Whether what the writer's thread knows may be something else than when it was asked last, now
   * that a hart has recorded.
   */
  private boolean mustAsk() {
    return quiet.isSwitchedByPlaces() || quiet.asks() && unasked;
  }

  /**
   * Waits until the writer's thread has come to what is recorded now, and learns from it which
   * places are asked for and whether recording is on.
   *
   * @return whether it is known; not when the trace cannot be written any more
   */
  private boolean ask(Hart cpu) {
    CompletableFuture<Canonicalizer.Wanted> answer = new CompletableFuture<>();
    question = answer;
    say(cpu, (trace, retired) -> answer.complete(canonicalizer.wanted()));
    handOver(cpu, false);
    Canonicalizer.Wanted wanted = answer.join();
    if (wanted == null) {
      return false;
    }
    unasked = false;
    quiet.switched(wanted.on());
    if (quiet.places(wanted.wanted())) {
      code.marksChanged();
    }
    return true;
  }

  /**
   * Saves or loads what the guest's systems have found out: see {@link GuestSystem#state}. Before
   * {@link #resume} or at the end.
   */
  public void systems(Fields f) {
    systems.forEach(system -> system.state(f));
  }

  /**
   * A turn is over; the next one is {@code to}'s, which may be the same hart. Only with several
   * harts; at a node end, before anything of {@code to} is executed. All turns but the last are
   * told this way.
   */
  public void hart(Hart to) {
    if (current == null) {
      return; // the first turn of all: reset comes next
    }
    Hart from = current;
    marker(from, RawRecords.TURN, from.pc);
    putLong(from, from.retired());
    putLong(from, ticks(from));
    putInt(from, to.hartId);
    check(from);
    if (to != from) {
      to.recordPointer = from.recordPointer;
      to.recordLimit = from.recordLimit;
      from.recordPointer = 0;
      from.recordLimit = 0;
      take(to);
    }
    if (quiet.isQuiet(to.hartId) && !quiet.isQuiet(from.hartId) && mustAsk()) {
      ask(to);
    }
    moved(to);
  }

  private void take(Hart cpu) {
    current = cpu;
    int number = cpu.hartId;
    if (number >= harts.length) {
      harts = Arrays.copyOf(harts, number + 1);
      tasks = Arrays.copyOf(tasks, number + 1);
      hartSpaces = Arrays.copyOf(hartSpaces, number + 1);
    }
    harts[number] = cpu;
  }

  private static long ticks(Hart cpu) {
    return cpu.platform == null ? 0 : cpu.platform.time(cpu);
  }

  /**
   * A trap was taken; called after pc, privilege and control registers are those of the handler and
   * everything retired before it has been recorded.
   *
   * @param cause the cause, bit 63 = interrupt
   * @param epc address of the instruction that did not retire
   * @param retired count at the trap
   */
  public void trap(Hart cpu, long cause, long epc, long tval, long retired) {
    if (stackTasks != null) {
      stackTasks.trapped(cpu.hartId, cpu.priv, cpu.stackPointer());
    }
    for (GuestSystem system : followers) {
      system.trapped(cpu, cause, tasks[cpu.hartId], hartSpaces[cpu.hartId], epc);
    }
    moved(cpu);
    marker(cpu, RawRecords.TRAP, epc);
    putLong(cpu, retired);
    putLong(cpu, cause);
    putLong(cpu, tval);
    putLong(cpu, cpu.pc);
    putLong(cpu, cpu.verifyHash);
    putInt(cpu, cpu.priv);
    check(cpu);
  }

  /**
   * A call was served by the built-in firmware; called after its node was appended whole, {@code
   * cpu.pc} being where execution goes on.
   *
   * @param site address of the instruction that calls
   * @param function that was called
   */
  public void firmware(Hart cpu, long site, long function) {
    moved(cpu);
    marker(cpu, RawRecords.FIRMWARE, cpu.pc);
    putLong(cpu, cpu.retired());
    putLong(cpu, site);
    putLong(cpu, function & Long.MAX_VALUE);
    putLong(cpu, cpu.verifyHash);
    putInt(cpu, cpu.priv);
    check(cpu);
  }

  /**
   * Records a return from a trap, after the id of the node that it ends; pc and privilege are the
   * new ones.
   */
  public void trapReturn(Hart cpu) {
    moved(cpu);
    marker(cpu, RawRecords.TRAP_RETURN, cpu.pc);
    putInt(cpu, cpu.priv);
    check(cpu);
    if (stackTasks != null) {
      long stack = cpu.stackPointer();
      goOn(cpu, stackTasks.returned(cpu.hartId, cpu.priv, tasks[cpu.hartId], stack), stack);
    }
    for (GuestSystem system : followers) {
      system.returned(cpu, tasks[cpu.hartId], hartSpaces[cpu.hartId], this);
    }
  }

  /**
   * A register move changed the thread pointer ({@link ContextRule#threadPointer}). Called with
   * everything retired recorded, the move included; {@code cpu.pc} is the instruction after it.
   */
  public void taskSwitch(Hart cpu, long before) {
    long task = cpu.threadPointer();
    tasks[cpu.hartId] = task;
    long previousStack = stacks.getOrDefault(before, 0L);
    stacks.put(task, cpu.stackPointer());
    contextSwitch(cpu, cpu.addressSpace(), previousStack, -1);
    followers.forEach(system -> system.switched(cpu, before, task, this));
  }

  /**
   * A load from another base changed the stack pointer ({@link ContextRule#STACK}). Called like
   * {@link #taskSwitch}.
   *
   * @param oldSp the stack pointer until then
   * @param place the address that it was loaded from
   */
  public void stackSwitch(Hart cpu, long oldSp, long place) {
    goOn(
        cpu,
        stackTasks.loaded(
            cpu.hartId, tasks[cpu.hartId], oldSp, cpu.stackPointer(), cpu.translateQuietly(place)),
        oldSp);
  }

  /** The stack rule says which task a hart goes on with. */
  private void goOn(Hart cpu, long task, long oldSp) {
    long before = tasks[cpu.hartId];
    if (task != before) {
      tasks[cpu.hartId] = task;
      contextSwitch(cpu, cpu.addressSpace(), oldSp, -1);
      followers.forEach(system -> system.switched(cpu, before, task, this));
    }
  }

  /**
   * An instruction changed the address space; called at the end of its node, after the node's id.
   *
   * @param before the register that chooses it, as it was
   * @param now the register
   */
  public void addressSpaceSwitch(Hart cpu, long before, long now) {
    hartSpaces[cpu.hartId] = spaces.change(before, now);
    contextSwitch(cpu, now, cpu.stackPointer(), spaces.gone());
  }

  /**
   * The guest set a mark. Called like {@link #taskSwitch}.
   *
   * @param pc of the instruction that set it
   */
  public void mark(Hart cpu, int number, long value, long pc) {
    note(cpu, NoteKeys.MARK, new GuestMark(number, value, cpu.retired() - 1, pc).toString());
    if (switching.mark(number)) {
      cpu.expire();
    }
    cut(cpu);
  }

  /** A node begins at {@code cpu.pc}, in the middle of one that the engine executes. */
  private void cut(Hart cpu) {
    if (quiet.isQuiet(cpu.hartId) && quiet.wakes(cpu.pc)) {
      wake(cpu);
      cpu.expire(); // the page is still the one that is shown to a quiet hart
    }
  }

  private void contextSwitch(Hart cpu, long addressSpace, long previousStack, int gone) {
    moved(cpu);
    marker(cpu, RawRecords.SWITCH, cpu.pc);
    putLong(cpu, cpu.retired());
    putLong(cpu, addressSpace);
    putLong(cpu, tasks[cpu.hartId]);
    putLong(cpu, cpu.stackPointer());
    putLong(cpu, previousStack);
    putInt(cpu, hartSpaces[cpu.hartId]);
    putInt(cpu, gone);
    check(cpu);
    cut(cpu);
  }

  @Override
  public void say(Hart cpu, GuestSystem.Remark remark) {
    said++;
    remarks.add(remark);
    marker(cpu, RawRecords.REMARK, cpu.pc);
    check(cpu);
  }

  @Override
  public void named(Hart cpu, long task, int pid, String name) {
    quiet.named(task, pid, name);
    moved(cpu);
    GuestSystem.Listener.super.named(cpu, task, pid, name);
  }

  @Override
  public void began(Hart cpu, String name) {
    if (switching.began(name)) {
      cpu.expire();
    }
  }

  @Override
  public void goesOn(Hart cpu, int pid) {
    if (switching.goesOn(pid)) {
      cpu.expire();
    }
  }

  /** The fetch TLB was filled: the listener of {@code FetchTlb}. */
  public void map(Hart cpu, CodePage page) {
    int space = cpu.translatesFetch() ? hartSpaces[cpu.hartId] : 0;
    marker(cpu, RawRecords.MAP, cpu.pc);
    putLong(cpu, page.virtualPage);
    putLong(cpu, page.code.physicalPage);
    putInt(cpu, space);
    putInt(cpu, space != 0 && cpu.fetchedGlobally() ? 1 : 0);
    check(cpu);
    long before = said;
    name(cpu, page, space != 0);
    if (said != before && quiet.asks()) { // there may be names of functions
      unasked = true;
      if (quiet.isQuiet(cpu.hartId)) {
        ask(cpu);
      }
    }
  }

  private void name(Hart cpu, CodePage page, boolean translated) {
    for (GuestSystem system : systems) {
      if (system.executed(cpu, page.virtualPage, page.code.physicalPage, translated, this)) {
        return;
      }
    }
    file.executed(cpu, page.virtualPage, page.code.physicalPage, translated, this);
  }

  /**
   * Records that time was skipped while all harts waited.
   *
   * @param cpu the hart whose turn was the last
   */
  public void time(Hart cpu, long ticks) {
    marker(cpu, RawRecords.TIME, cpu.pc);
    putLong(cpu, ticks);
    check(cpu);
  }

  /**
   * Switches recording on or off if that is due; at a node end, everything retired is recorded.
   *
   * @param cpu the hart whose turn it is
   * @param clock instructions of all harts
   * @param ticks guest time
   */
  public void look(Hart cpu, long clock, long ticks) {
    RecordingSwitch.Found found = switching.look(clock, ticks);
    if (found != null) {
      switchRecording(cpu, found);
    }
    if (quiet.isSwitchedByPlaces() && quiet.isOn() != switching.switched()) {
      quiet.switched(switching.switched()); // as far as the writer's thread has come
      moved(cpu);
    }
    if (quiet.isDue(cpu.hartId, cpu.retired()) && mustAsk() && ask(cpu)) {
      moved(cpu);
    }
    if (quiet.isDue(cpu.hartId, cpu.retired())) {
      if (quiet.wakes(cpu.pc)) {
        quiet.stays(cpu.hartId, cpu.retired());
      } else {
        quiet(cpu, true);
      }
    }
  }

  private void switchRecording(Hart cpu, RecordingSwitch.Found found) {
    quiet.switched(found.on());
    moved(cpu);
    if (found.byHand() != null) {
      note(cpu, NoteKeys.RECORDING, found.byHand().toString());
    }
    marker(cpu, RawRecords.RECORDING, cpu.pc);
    putInt(cpu, found.on() ? 1 : 0);
    check(cpu);
  }

  /**
   * Takes a byte that the guest wrote to its console; says whether {@link #noteConsole} and {@link
   * #look} are to be called at the node's end.
   */
  public boolean console(int octet) {
    boolean decides = switching.console(octet);
    return console.see(octet) || decides;
  }

  /**
   * Records the lines that the guest has written to its console since the last call; at a node end,
   * everything retired is recorded.
   */
  public void noteConsole(Hart cpu) {
    if (console.any()) {
      console.take().forEach(line -> note(cpu, NoteKeys.CONSOLE, line));
    }
  }

  /**
   * Records a fact for a repetition of the run; at a node end, everything retired is recorded.
   *
   * @param cpu the hart whose turn it is
   */
  public void note(Hart cpu, String key, String value) {
    say(cpu, (trace, retired) -> trace.note(retired, key, value));
  }

  /**
   * The run is over: hands over what is left and waits until the file is complete.
   *
   * @param exitCode what the process will return
   * @param reason one word: poweroff, reboot, limit, signal, panic ...
   * @return the totals, as in the file
   * @throws IOException if the file could not be written whole
   */
  public Chunk.End end(Hart cpu, int exitCode, String reason) throws IOException {
    TraceWriter writer = null;
    try {
      Opened trace = opened.join();
      writer = trace.writer();
      ending.reason = reason;
      ending.ticks = ticks(cpu);
      int count = writer.header().harts();
      ending.retired = new long[count];
      ending.verifyHashes = new long[count];
      for (int i = 0; i < Math.min(count, harts.length); i++) {
        if (harts[i] != null) {
          ending.retired[i] = harts[i].retired();
          ending.verifyHashes[i] = harts[i].verifyHash;
        }
      }
    } catch (CompletionException e) {
      // The trace could not be opened; failure says why.
    }
    if (current != null && quiet.isQuiet(cpu.hartId)) {
      quiet(cpu, false);
    }
    marker(cpu, RawRecords.END, cpu.pc);
    putInt(cpu, exitCode);
    handOver(cpu, true);
    cpu.recordPointer = 0;
    cpu.recordLimit = 0;
    endThread();
    if (writer != null) {
      try {
        writer.close();
      } catch (IOException e) {
        if (failure == null) {
          failure = e;
        }
      }
      bytes = writer.bytes();
    }
    Throwable why = failure;
    if (why instanceof java.io.UncheckedIOException io) {
      why = io.getCause();
    }
    if (why instanceof IOException) {
      throw new IOException(
          "the trace is cut, its file cannot be written: " + why.getMessage(), why);
    }
    if (why != null) {
      throw new IllegalStateException("the recorder failed: " + why.getMessage(), why);
    }
    return canonicalizer.end();
  }

  /** Waits until the writer's thread has consumed what it was given, and ends it. */
  private void endThread() {
    buffers.handOver(-1, -1, -1, false);
    RawBuffers.uninterruptibly(
        () -> {
          thread.join();
          return thread;
        });
    buffers.release();
  }

  /**
   * Gives up a trace whose run was not finished: its file is closed as it is, and nothing may be
   * recorded any more. Does nothing after {@link #end}.
   */
  public void abandon() {
    if (!thread.isAlive()) {
      return;
    }
    endThread();
    try {
      opened.join().writer().close();
    } catch (CompletionException | IOException e) {
      // It was never opened, or is cut: so is the run.
    }
  }

  /** Instructions that the scope left out, after {@link #end}. */
  public long unrecorded() {
    return canonicalizer.unrecorded();
  }

  /** What the scope asks for and never came, in words, after {@link #end}. */
  public List<String> missing() {
    return canonicalizer.missing();
  }

  /** Bytes of the file, after {@link #end}. */
  public long bytes() {
    return bytes;
  }
}
