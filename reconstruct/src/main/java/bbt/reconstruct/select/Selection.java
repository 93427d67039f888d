package bbt.reconstruct.select;

import bbt.reconstruct.basics.ShellWord;
import bbt.reconstruct.trace.TraceOutline;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A part of a trace, as a user names it. Lists that are empty do not restrict.
 *
 * @param from start of the window, null for the trace's
 * @param to its end, exclusive; null for the trace's
 * @param tasks names, process ids or addresses (0x...) of tasks
 * @param privileges of the instructions
 * @param functions names or addresses (0x...): inside them and what they call
 * @param harts numbers
 * @param lead instructions of all harts that are walked before the window at most, at least 0: call
 *     stacks are known from there on. Of a longer way to the window the rest is passed over
 */
public record Selection(
    PositionSpecification from,
    PositionSpecification to,
    List<String> tasks,
    Set<Privilege> privileges,
    List<String> functions,
    Set<Integer> harts,
    long lead) {
  /** Some seconds of walking; nearly all traces are walked from their start then. */
  public static final long LEAD = 8_000_000_000L;

  /** The selection of everything. */
  public static final Selection ALL =
      new Selection(null, null, List.of(), Set.of(), List.of(), Set.of());

  public Selection {
    tasks = List.copyOf(tasks);
    privileges = Set.copyOf(privileges);
    functions = List.copyOf(functions);
    harts = Set.copyOf(harts);
  }

  /** Creates a selection with the usual lead. */
  public Selection(
      PositionSpecification from,
      PositionSpecification to,
      List<String> tasks,
      Set<Privilege> privileges,
      List<String> functions,
      Set<Integer> harts) {
    this(from, to, tasks, privileges, functions, harts, LEAD);
  }

  /** Creates the selection of a window. */
  public static Selection window(PositionSpecification from, PositionSpecification to) {
    return new Selection(from, to, List.of(), Set.of(), List.of(), Set.of());
  }

  /** Whether it leaves nothing out. */
  public boolean everything() {
    return windowless()
        && tasks.isEmpty()
        && privileges.isEmpty()
        && functions.isEmpty()
        && harts.isEmpty();
  }

  /** Returns the same part with other names of tasks. */
  public Selection tasks(List<String> names) {
    return new Selection(from, to, names, privileges, functions, harts, lead);
  }

  /** Returns the same part whatever function is executed. */
  public Selection anyFunction() {
    return new Selection(from, to, tasks, privileges, List.of(), harts, lead);
  }

  /**
   * Selects what both hold, with the lead and the functions of this one.
   *
   * @return null if they have nothing in common, or their words do not tell what
   */
  public Selection and(Selection other) {
    boolean counts =
        Stream.of(from, to, other.from, other.to)
            .filter(Objects::nonNull)
            .allMatch(PositionSpecification.Instruction.class::isInstance);
    boolean oneWindow = windowless() || other.windowless();
    if (!counts && !oneWindow || !other.functions.isEmpty()) {
      return null;
    }
    PositionSpecification begin = from == null ? other.from : from;
    PositionSpecification end = to == null ? other.to : to;
    if (from instanceof PositionSpecification.Instruction(long x)
        && other.from instanceof PositionSpecification.Instruction(long y)) {
      begin = x < y ? other.from : from;
    }
    if (to instanceof PositionSpecification.Instruction(long x)
        && other.to instanceof PositionSpecification.Instruction(long y)) {
      end = x > y ? other.to : to;
    }
    boolean empty =
        begin instanceof PositionSpecification.Instruction(long x)
            && end instanceof PositionSpecification.Instruction(long y)
            && x >= y;
    List<String> bothTasks = common(tasks, other.tasks, other.tasks::contains);
    List<Privilege> bothPrivileges =
        common(
            privileges, other.privileges, mine -> other.privileges.stream().anyMatch(mine::within));
    List<Integer> bothHarts = common(harts, other.harts, other.harts::contains);
    return empty || bothTasks == null || bothPrivileges == null || bothHarts == null
        ? null
        : new Selection(
            begin,
            end,
            bothTasks,
            Set.copyOf(bothPrivileges),
            functions,
            Set.copyOf(bothHarts),
            lead);
  }

  /** Those that both have, where nothing restricts if it is empty; null if there are none. */
  private static <T> List<T> common(
      Collection<T> mine, Collection<T> others, Predicate<T> isOthers) {
    if (mine.isEmpty() || others.isEmpty()) {
      return List.copyOf(mine.isEmpty() ? others : mine);
    }
    List<T> both = mine.stream().filter(isOthers).toList();
    return both.isEmpty() ? null : both;
  }

  /** The options of a command line that select it, each behind a space; but for the lead. */
  public String options() {
    StringBuilder options = new StringBuilder();
    if (from != null) {
      options.append(" --from ").append(from.text());
    }
    if (to != null) {
      options.append(" --to ").append(to.text());
    }
    tasks.forEach(task -> options.append(" --task ").append(ShellWord.of(task)));
    privileges.stream()
        .map(Privilege::name)
        .sorted()
        .forEach(name -> options.append(" --privilege ").append(name));
    functions.forEach(name -> options.append(" --function ").append(ShellWord.of(name)));
    harts.stream().sorted().forEach(hart -> options.append(" --hart ").append(hart));
    return options.toString();
  }

  private boolean windowless() {
    return from == null && to == null;
  }

  /** Whether whole stretches of time are selected: all that happened in a window, on any hart. */
  public boolean onlyWindow() {
    return tasks.isEmpty() && privileges.isEmpty() && functions.isEmpty() && harts.isEmpty();
  }

  /** Instructions of a trace before the end of the window, selected or not: so many are walked. */
  public long end(TraceOutline trace) {
    return to == null ? trace.total() : Math.min(trace.total(), to.clock(trace));
  }

  /**
   * The selection in words, for headings: {@code from 10% to 1.5s, task sh, kernel}; empty for
   * everything.
   */
  public String text() {
    List<String> parts = new ArrayList<>();
    if (!windowless()) {
      String start = from == null ? "" : "from " + from.text();
      String end = to == null ? "" : "to " + to.text();
      parts.add((start + " " + end).strip());
    }
    add(parts, "task", tasks);
    if (!privileges.isEmpty()) {
      Set<String> names = new TreeSet<>();
      privileges.forEach(p -> names.add(p.name().toLowerCase(Locale.ROOT)));
      add(parts, "privilege", names.stream().toList());
    }
    add(parts, "function", functions);
    add(parts, "hart", new TreeSet<>(harts).stream().map(String::valueOf).toList());
    return String.join(", ", parts);
  }

  private static void add(List<String> parts, String what, List<String> names) {
    if (!names.isEmpty()) {
      parts.add(what + " " + String.join(" or ", names));
    }
  }
}
