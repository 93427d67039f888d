package bbt.reconstruct.profile.count;

import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.profile.CallTree;
import bbt.reconstruct.profile.ConsoleLog;
import bbt.reconstruct.profile.ExceptionCost;
import bbt.reconstruct.profile.FunctionProfile;
import bbt.reconstruct.profile.HartProfile;
import bbt.reconstruct.profile.Marks;
import bbt.reconstruct.profile.Panic;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.profile.ProfileFrame;
import bbt.reconstruct.profile.ProgramProfile;
import bbt.reconstruct.profile.TaskProfile;
import bbt.reconstruct.profile.Timeline;
import bbt.reconstruct.profile.TreeBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Builds the {@link Profile} when the walk is over. Programs of one name are one program, wherever
 * they ran; so are their functions.
 */
final class ProfileMaker {
  private final Stacks stacks;
  private final FunctionTable table;

  /** The counts and names of each function. */
  private final Map<Function, FunctionProfile> functions = new HashMap<>();

  ProfileMaker(Stacks stacks, FunctionTable table) {
    this.table = table;
    this.stacks = stacks;
  }

  Profile make(
      long instructions,
      List<Program> parts,
      List<HartProfile> harts,
      Timeline timeline,
      Marks marks,
      ConsoleLog console,
      Panic panic) {
    List<ProgramProfile> programs = programs(parts);
    List<ProfileFrame> frames = new ArrayList<>();
    for (int i = 0; i < stacks.frames.size(); i++) {
      frames.add(frame(i, stacks.frames.get(i)));
    }
    CallTree byTask = stacks.tree == null ? null : tree(frames);
    return new Profile(
        instructions,
        programs,
        stacks.tally,
        costs(),
        systemCalls(),
        tasks(byTask),
        frames,
        byTask,
        byTask == null ? null : byTask.merged(),
        harts,
        timeline,
        marks,
        console,
        panic);
  }

  // ---- programs

  private List<ProgramProfile> programs(List<Program> all) {
    Map<String, List<Program>> byName = new TreeMap<>();
    for (Program p : all) {
      byName.computeIfAbsent(p.shown(), k -> new ArrayList<>()).add(p);
    }
    List<ProgramProfile> result = new ArrayList<>();
    byName.forEach(
        (name, parts) -> {
          ProgramProfile p = sum(name, parts);
          if (!p.functions().isEmpty()) {
            result.add(p);
          }
        });
    result.sort(
        Comparator.comparing((ProgramProfile p) -> !p.name().equals(TraceSymbols.KERNEL))
            .thenComparing(Comparator.comparingLong(ProgramProfile::instructions).reversed())
            .thenComparing(ProgramProfile::name));
    return result;
  }

  /** The sum of the functions at one address of a program's address spaces. */
  private static final class Sum {
    final List<Function> parts = new ArrayList<>();
    long self;
    long inclusive;
    long calls;
    long cycles;
    long inclusiveCycles;

    void add(Function f) {
      parts.add(f);
      self += f.self;
      inclusive += f.inclusive;
      calls += f.calls;
      cycles += f.extra.cycles;
      inclusiveCycles += f.extra.inclusiveCycles;
    }

    boolean nothing() {
      return self == 0 && inclusive == 0 && calls == 0;
    }
  }

  /**
   * A function of a program.
   *
   * @param symbol empty where none names it: another program of the same name may have a symbol
   *     there
   */
  private record Start(long address, String symbol) {
    static final Comparator<Start> ORDER =
        Comparator.comparing(Start::address, Long::compareUnsigned).thenComparing(Start::symbol);
  }

  private ProgramProfile sum(String name, List<Program> parts) {
    Map<Start, Sum> starts = new TreeMap<>(Start.ORDER);
    for (Program part : parts) {
      for (Function f : part.functions()) {
        Start start = new Start(f.address, f.name == null ? "" : f.name);
        starts.computeIfAbsent(start, a -> new Sum()).add(f);
      }
    }
    List<FunctionProfile> result = new ArrayList<>();
    long total = 0;
    for (Map.Entry<Start, Sum> entry : starts.entrySet()) {
      long address = entry.getKey().address;
      Sum s = entry.getValue();
      boolean named = !entry.getKey().symbol.isEmpty();
      String symbol = named ? entry.getKey().symbol : table.nameless(s.parts.getFirst(), name);
      FunctionProfile f =
          new FunctionProfile(
              symbol,
              named,
              name,
              address,
              s.self,
              s.inclusive,
              s.calls,
              s.cycles,
              s.inclusiveCycles);
      s.parts.forEach(part -> functions.put(part, f));
      if (!s.nothing()) {
        result.add(f);
      }
      total += s.self;
    }
    result.sort(
        Comparator.comparingLong(FunctionProfile::self)
            .reversed()
            .thenComparing(FunctionProfile::address, Long::compareUnsigned));
    return new ProgramProfile(name, total, result);
  }

  // ---- frames and trees

  private ProfileFrame frame(int number, Object raw) {
    return switch (raw) {
      case Function f when functions.containsKey(f) -> ProfileFrame.function(functions.get(f));
      case TrapTally t -> ProfileFrame.trap(t.kind, t.cause, stacks.causes);
      case ProfiledTask t ->
          new ProfileFrame(ProfileFrame.Kind.TASK, t.title(), t.title(), t.id, t.number);
      case null, default ->
          number == TreeBuilder.DEEPER ? ProfileFrame.TRUNCATED : ProfileFrame.ALL;
    };
  }

  private CallTree tree(List<ProfileFrame> frames) {
    TreeBuilder grown = stacks.tree;
    int[] same = new int[frames.size()];
    Map<ProfileFrame, Integer> first = new HashMap<>();
    for (int i = 0; i < same.length; i++) {
      Integer known = first.putIfAbsent(frames.get(i), i);
      same[i] = known == null ? i : known;
    }
    TreeBuilder result = TreeBuilder.unbounded(grown.hasCycles());
    int[] copy = new int[grown.size()];
    for (int n = 0; n < grown.size(); n++) {
      int to =
          n == 0 ? TreeBuilder.ROOT : result.child(copy[grown.parent(n)], same[grown.frame(n)]);
      copy[n] = to;
      result.add(to, grown.self(n));
      result.called(to, grown.calls(n));
      if (grown.hasCycles()) {
        result.addCycles(to, grown.cycles(n));
      }
    }
    return CallTree.of(frames, result);
  }

  private List<TaskProfile> tasks(CallTree byTask) {
    int[] node = new int[stacks.tasks().size()];
    Arrays.fill(node, -1);
    if (byTask != null) {
      for (int n = byTask.firstChild(CallTree.ROOT); n >= 0; n = byTask.nextSibling(n)) {
        node[(int) byTask.frame(n).cause()] = n;
      }
    }
    return stacks.tasks().stream().map(t -> t.profile(node[t.number])).toList();
  }

  // ---- exceptions

  private List<ExceptionCost> costs() {
    return sorted(
        stacks.frames.traps().stream()
            .map(t -> t.cost(stacks.causes.title(t.kind, t.cause)))
            .toList());
  }

  private List<ExceptionCost> systemCalls() {
    List<ExceptionCost> calls = new ArrayList<>();
    stacks
        .services()
        .forEach(
            (f, tally) -> {
              FunctionProfile served = f == null ? null : functions.get(f);
              String function = served == null ? "unknown" : served.name();
              String call = KnownKernels.TOGETHER.systemCall(function);
              calls.add(tally.cost(call == null ? function : call));
            });
    return sorted(calls);
  }

  private static List<ExceptionCost> sorted(List<ExceptionCost> costs) {
    return costs.stream()
        .sorted(
            Comparator.comparingLong((ExceptionCost c) -> c.self().sum())
                .reversed()
                .thenComparing(ExceptionCost::name))
        .toList();
  }
}
