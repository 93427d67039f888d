package bbt.reconstruct.replay.memory;

import bbt.packets.Packet;
import bbt.ptg.guest.Node;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.cursor.ExecutionPlace;
import bbt.reconstruct.cursor.ExecutionReader;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.memory.MemoryConfig;
import bbt.reconstruct.memory.MemoryProfile;
import bbt.reconstruct.memory.MemorySystem;
import bbt.reconstruct.memory.MissCounts;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.replay.AccessStream;
import bbt.reconstruct.replay.Replay;
import bbt.reconstruct.select.SelectionScope;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.reconstruct.walk.graph.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Runs a memory system beside a traced run, once.
 *
 * <p>The trace is read ahead by a stretch of nodes; then the machine executes the same stretch and
 * tells its data accesses; then both are simulated, instruction by instruction. What an instruction
 * is says whether an access belongs to it, so nothing else has to bring the two together; whether
 * they agree is checked with each access.
 */
public final class MemorySimulation implements ExecutionReader.Listener {
  /** Instructions of a stretch, about: nodes and accesses of so many are held in memory. */
  private static final int STRETCH = 1 << 20;

  /** Entries of the cache of nodes; a power of two. */
  private static final int RECENT = 1 << 15;

  private final TraceMap map;
  private final SelectionScope scope;
  private final MemoryConfig config;
  private final CostModel costs;
  private final boolean detailed;
  private final LongConsumer progress;
  private final MemorySystem system;
  private final ExecutionPlace place;
  private final AccessStream stream;

  private final Map<Context, Context> contexts = new HashMap<>();
  private final Map<NodeCode.Key, NodeCode> codes = new HashMap<>();
  private final Map<NodeCount.Key, NodeCount> nodes = new HashMap<>();

  /** The functions that were met: of each there is one, though millions of nodes name it. */
  private final Map<NodeCount.Function, NodeCount.Function> functions = new HashMap<>();

  /** Nodes that were met last, by their address: the keys are compared by identity. */
  private final NodeCount[] recent = new NodeCount[RECENT];

  private final Node[] recentNodes = new Node[RECENT];

  /** Pages by program; or, if {@link #detailed}, by node and instruction. */
  private final RangeCounts<Object> ranges = new RangeCounts<>();

  /** An instruction of a node. */
  private record Place(NodeCount node, int index) {}

  // What holds since the last change of place.
  private long placeAt = -1;
  private Context selected;
  private Context unselected;

  // The stretch.
  private NodeCount[] stretch = new NodeCount[STRETCH / 4];
  private int[] harts = new int[STRETCH / 4];

  /** Behind each node: 1 and 0 of a branch, where a jump led. */
  private long[] outcomes = new long[STRETCH / 4];

  private int size;
  private long start;
  private long end;

  private MemorySimulation(
      TraceMap map,
      Replay replay,
      SelectionScope scope,
      MemoryConfig config,
      CostModel costs,
      boolean detailed,
      LongConsumer progress) {
    this.map = map;
    this.scope = scope;
    this.config = config;
    this.costs = costs;
    this.detailed = detailed;
    this.progress = progress;
    system = new MemorySystem(config, map.harts());
    place = new ExecutionPlace(map, scope);
    stream = new AccessStream(replay);
  }

  /**
   * Simulates from the index's beginning to the end of the selection, and counts what is selected.
   *
   * @param replay of the same trace
   * @param scope the part of the trace that is counted; null: all
   * @param costs cycles of instructions; null: one for each
   * @param detailed whether instructions know their functions, and pages of data their instructions
   * @param progress is told now and then which count has been reached
   * @throws UserException if the trace does not agree with the run, executed again
   */
  public static MemoryProfile run(
      TraceMap map,
      Replay replay,
      SelectionScope scope,
      MemoryConfig config,
      CostModel costs,
      boolean detailed,
      LongConsumer progress)
      throws IOException {
    MemorySimulation simulation =
        new MemorySimulation(map, replay, scope, config, costs, detailed, progress);
    try (AccessStream opened = simulation.stream) {
      long to = scope == null ? Long.MAX_VALUE : scope.to();
      simulation.place.reader().read(map.startClock(), to, simulation);
      simulation.simulate();
    }
    return simulation.profile();
  }

  // ---- reading ahead

  @Override
  public boolean node(long clock, Node node, int from, int to) throws IOException {
    if (from >= to) {
      return true;
    }
    if (scope != null && clock < scope.from() && clock + to - from > scope.from()) {
      // What lies before the window is simulated, but not counted.
      int middle = from + (int) (scope.from() - clock);
      return node(clock, node, from, middle) && node(scope.from(), node, middle, to);
    }
    if (clock != end) {
      simulate();
      start = clock;
    }
    if (size == stretch.length) {
      stretch = Arrays.copyOf(stretch, size * 2);
      harts = Arrays.copyOf(harts, size * 2);
      outcomes = Arrays.copyOf(outcomes, size * 2);
    }
    ExecutionReader reader = place.reader();
    if (placeAt != reader.placeChanges()) {
      placeAt = reader.placeChanges();
      changePlace(clock);
    }
    boolean counts =
        selected.counted()
            && (scope == null || clock >= scope.from() && place.selects(clock, node.pc()));
    Step step = reader.step();
    stretch[size] = count(counts ? selected : unselected, step, node, from, to, clock);
    harts[size] = reader.hart();
    if (to == node.count()) {
      outcomes[size] =
          step.branches() ? reader.branch() : step.leavesTarget() ? reader.pcAfter() : 0;
    }
    size++;
    end = clock + to - from;
    if (end - start >= STRETCH && to == node.count()) {
      simulate();
    }
    return true;
  }

  private void changePlace(long clock) {
    place.update(clock);
    int level = place.privilege();
    int space = map.guest().translates(level) ? place.addressSpace() : MemorySystem.UNTRANSLATED;
    String program = place.executing() == null ? "user" : place.executing();
    MemoryProfile.Owner owner = new MemoryProfile.Owner(place.task(), place.pid(), program);
    selected = contexts.computeIfAbsent(new Context(place.selected(), space, owner), key -> key);
    unselected = contexts.computeIfAbsent(new Context(false, space, owner), key -> key);
  }

  private NodeCount count(Context context, Step step, Node node, int from, int to, long clock) {
    int at = (int) (node.pc() >>> 1 ^ node.pc() >>> 13) & RECENT - 1;
    NodeCount last = recent[at];
    if (recentNodes[at] == node
        && last.context == context
        && last.code.key.from() == from
        && last.code.key.to() == to
        && last.code.key.physical() == step.physical()
        && last.code.key.secondPage() == step.secondPhysicalPage()) {
      return last;
    }
    NodeCode code =
        codes.computeIfAbsent(
            NodeCode.Key.of(node, step, from, to),
            key -> new NodeCode(key, step, system.fetchBytes()));
    NodeCount its =
        nodes.computeIfAbsent(
            new NodeCount.Key(context, code),
            key ->
                new NodeCount(
                    key, functions.computeIfAbsent(function(node.pc(), clock), same -> same)));
    recent[at] = its;
    recentNodes[at] = node;
    return its;
  }

  private NodeCount.Function function(long pc, long clock) {
    TraceSymbols symbols = map.symbols();
    long page = symbols.page(place.addressSpace(), pc, clock);
    int id = symbols.functionAt(place.addressSpace(), pc, page);
    if (id == FunctionMap.NONE) {
      return new NodeCount.Function(detailed ? place.label(pc, clock) : null, null, 0);
    }
    TraceSymbols.Function its = symbols.function(id);
    return new NodeCount.Function(its.name(), its.image(), symbols.bias(id, pc, page));
  }

  @Override
  public boolean exception(long clock, Packet.Exception packet) {
    return true;
  }

  @Override
  public boolean gap(long clock, String message) {
    return true;
  }

  // ---- simulating

  private void simulate() throws IOException {
    if (size == 0) {
      start = end;
      return;
    }
    progress.accept(start);
    stream.run(start, end);
    int entry = 0;
    for (int i = 0; i < size; i++) {
      entry = simulate(stretch[i], harts[i], entry);
      if (stretch[i].code.end != null) {
        leave(stretch[i], harts[i], outcomes[i]);
      }
    }
    stream.drop(entry);
    size = 0;
    start = end;
  }

  /** Simulates an execution; returns the entry behind its accesses. */
  private int simulate(NodeCount node, int hart, int first) {
    node.executions++;
    NodeCode code = node.code;
    int space = node.context.space();
    int entry = first;
    for (int index : code.work) {
      int events = code.fetch(system, hart, space, index);
      NodeCode.Access kind = code.accesses[index];
      if (kind != NodeCode.Access.NONE) {
        check(code, index, entry);
        boolean store = stream.store(entry);
        if (kind == NodeCode.Access.ATOMIC && !store) {
          // A reserving load.
          node.counts(index).reads++;
          node.counts(index).writes--;
        }
        if (stream.ram(entry)) {
          int its = access(node, hart, entry, store);
          long address = stream.virtual(entry);
          int next = entry + 1;
          if (next < stream.size() && stream.rest(next)) {
            its |= access(node, hart, next, store);
            entry = next;
          }
          events |= its;
          range(node, index, address, store, its);
        } else if (store) {
          node.counts(index).writes--;
        } else {
          node.counts(index).reads--;
        }
        entry++;
      }
      if (events != 0) {
        node.counts(index).add(events);
      }
    }
    return entry;
  }

  private int access(NodeCount node, int hart, int entry, boolean store) {
    return system.access(
        hart,
        node.context.space(),
        stream.virtual(entry),
        stream.physical(entry),
        stream.bytes(entry),
        store);
  }

  private void check(NodeCode node, int index, int entry) {
    boolean there =
        entry < stream.size()
            && !stream.rest(entry)
            && switch (node.accesses[index]) {
              case LOAD -> !stream.store(entry);
              case STORE -> stream.store(entry);
              case ATOMIC, NONE -> true;
            };
    if (!there) {
      throw new UserException(
          Fault.CHECK_FAILED,
          "between instructions %d and %d the execution does not access memory where the trace says that 0x%x does; bbt replay checks the trace"
              .formatted(start, end, node.addresses[index]));
    }
  }

  private void range(NodeCount node, int index, long address, boolean store, int events) {
    if (!node.context.counted() || events == 0 && !detailed) {
      return;
    }
    Object who = detailed ? new Place(node, index) : node.context.owner().program();
    MissCounts counts = ranges.of(who, address);
    counts.add(events);
    if (store) {
      counts.writes++;
    } else {
      counts.reads++;
    }
  }

  /** Predicts what the last instruction of a node does. */
  private void leave(NodeCount node, int hart, long outcome) {
    Step step = node.code.end;
    int events = 0;
    if (step.branches()) {
      if (outcome >= 0) {
        node.taken += outcome;
        events = system.branch(hart, step.site(), step.target() <= step.site(), outcome == 1);
      }
    } else if (step.returns()) {
      events = system.returned(hart, step.site(), outcome);
    } else if (step.computed()) {
      events = system.jump(hart, step.site(), outcome);
    }
    if (step.calls()) {
      system.call(hart, step.link());
    }
    if (events != 0) {
      node.counts(node.code.size() - 1).add(events);
    }
  }

  // ---- the result

  private MemoryProfile profile() {
    List<NodeCount> counted =
        nodes.values().stream().filter(node -> node.context.counted()).toList();
    List<MemoryProfile.RangeCount> pages = new ArrayList<>();
    for (RangeCounts.Range<Object> range : ranges.all()) {
      pages.add(
          range.who() instanceof Place at
              ? new MemoryProfile.RangeCount(
                  at.node.total(at.index, costs),
                  at.node.context.owner().program(),
                  range.address(),
                  range.counts())
              : new MemoryProfile.RangeCount(
                  null, (String) range.who(), range.address(), range.counts()));
    }
    return new MemoryProfile(config, to -> counted.forEach(node -> tell(node, costs, to)), pages);
  }

  private static void tell(
      NodeCount node, CostModel costs, Consumer<MemoryProfile.InstructionCount> to) {
    for (int i = 0; i < node.code.size(); i++) {
      to.accept(node.total(i, costs));
    }
  }
}
