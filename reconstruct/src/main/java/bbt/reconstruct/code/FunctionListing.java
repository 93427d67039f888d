package bbt.reconstruct.code;

import bbt.ptg.dwarf.SourceFrame;
import bbt.reconstruct.code.CodeLine.Flow;
import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.memory.MemoryConfig;
import bbt.reconstruct.memory.MemoryEvent;
import bbt.reconstruct.memory.MissCounts;
import bbt.reconstruct.names.Sources;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongFunction;

/** Prints the code of a function with its counts, as text. */
public final class FunctionListing {
  /** Shares of the function's instructions from which a line is hot, or warm. */
  private static final double HOT = 0.05;

  private static final double WARM = 0.01;

  /** The columns of misses. */
  private static final String MISSES = "%13s %9s %9s %9s %9s %9s  ";

  private static final int MISSES_WIDTH = 13 + 5 * 10 + 2;

  private final FunctionCode function;
  private final long whole;
  private final LongFunction<String> names;
  private final boolean colours;
  private final List<CodeLine> lines;
  private final Map<Long, Integer> rows = new HashMap<>();
  private final JumpLanes lanes;
  private final int countWidth;
  private Sources sources = Sources.NONE;
  private SourceText text;

  /** The cost model; null: instructions alone. */
  private CostModel costs;

  private int cycleWidth;

  /** What a memory system did at an instruction; null: none. */
  private Function<CodeLine, MissCounts> misses;

  private MemoryConfig memory;

  /** Where the line that was printed last comes from. */
  private List<SourceFrame> lastFrames = List.of();

  /** Prints source lines between the instructions, where they are known. */
  public FunctionListing sources(Sources lines, SourceText files) {
    sources = lines;
    text = files;
    return this;
  }

  /** Prints cycles, too; shares are of the function's cycles then. Null for none. */
  public FunctionListing costs(CostModel model) {
    costs = model;
    long most = lines.stream().mapToLong(this::cost).max().orElse(0);
    cycleWidth = Math.max("cycles".length(), grouped(most).length());
    return this;
  }

  /** Prints what each instruction missed in a memory system, and the cycles that this cost. */
  public FunctionListing memory(MemoryConfig config, Function<CodeLine, MissCounts> counts) {
    memory = config;
    misses = counts;
    return this;
  }

  private String missed(CodeLine line) {
    MissCounts c = misses == null ? null : misses.apply(line);
    if (c == null) {
      return misses == null ? "" : " ".repeat(MISSES_WIDTH);
    }
    return String.format(
        Locale.ROOT,
        MISSES,
        grouped(c.stalls(memory)),
        grouped(c.of(MemoryEvent.FETCH_L1)),
        grouped(c.of(MemoryEvent.READ_L1, MemoryEvent.WRITE_L1)),
        grouped(c.of(MemoryEvent.FETCH_L2, MemoryEvent.READ_L2, MemoryEvent.WRITE_L2)),
        grouped(c.of(MemoryEvent.FETCH_TLB, MemoryEvent.READ_TLB, MemoryEvent.WRITE_TLB)),
        grouped(c.of(MemoryEvent.BRANCH, MemoryEvent.RETURN, MemoryEvent.JUMP)));
  }

  /** The cost that shares are of: cycles if there is a model. */
  private long cost(CodeLine line) {
    return costs == null ? line.executions() : line.cycles(costs);
  }

  /** The width of the columns in front of the arrows. */
  private int margin() {
    return countWidth
        + 22
        + (costs == null ? 0 : cycleWidth + 2)
        + (misses == null ? 0 : MISSES_WIDTH);
  }

  private String cycles(String value) {
    return costs == null ? "" : String.format(Locale.ROOT, "%" + cycleWidth + "s  ", value);
  }

  /**
   * Creates the listing of one function.
   *
   * @param whole instructions of the whole trace, for shares
   * @param names from the start of a function to its name, null for none
   * @param colours whether to mark hot lines with terminal colours
   */
  public FunctionListing(
      FunctionCode function, long whole, LongFunction<String> names, boolean colours) {
    this.function = function;
    this.whole = whole;
    this.names = names;
    this.colours = colours;
    this.lines = function.lines();
    long most = 0;
    for (int row = 0; row < lines.size(); row++) {
      CodeLine line = lines.get(row);
      rows.putIfAbsent(line.address(), row);
      most = Math.max(most, line.executions());
    }
    List<JumpLanes.Arrow> arrows = new ArrayList<>();
    for (int row = 0; row < lines.size(); row++) {
      CodeLine line = lines.get(row);
      Integer to = rows.get(line.target());
      boolean jumps = line.flow() == Flow.JUMP || line.taken() > 0;
      if (to != null && jumps) {
        arrows.add(new JumpLanes.Arrow(row, to));
      }
    }
    lanes = new JumpLanes(arrows);
    countWidth = Math.max("executed".length(), grouped(most).length());
  }

  /** Prints it all: a heading and one line per instruction. */
  public void print(PrintWriter out) {
    long instructions = function.instructions();
    long all = lines.stream().mapToLong(this::cost).sum();
    out.println(
        function.name()
            + " ("
            + function.program()
            + ") at 0x"
            + Long.toHexString(function.address()));
    out.println(
        grouped(instructions)
            + " instructions, "
            + percent(instructions, whole)
            + " of all; entered "
            + grouped(function.entries())
            + (function.entries() == 1 ? " time" : " times")
            + (costs == null ? "" : "; " + grouped(all) + " cycles (" + costs.name() + ")")
            + (misses == null
                ? ""
                : "; " + stalls() + " cycles of misses (" + memory.name() + ")"));
    out.println();
    String head = "%" + countWidth + "s  %s%7s  %7s  ";
    out.println(
        String.format(Locale.ROOT, head, "executed", cycles("cycles"), "share", "taken")
            + (misses == null
                ? ""
                : String.format(
                    Locale.ROOT, MISSES, "miss cycles", "l1i", "l1d", "l2", "tlb", "branch"))
            + " ".repeat(lanes.width()));
    long expected = function.address();
    for (int row = 0; row < lines.size(); row++) {
      CodeLine line = lines.get(row);
      long gap = line.address() - expected;
      if (gap > 0 && row > 0) {
        out.println(" ".repeat(margin()) + lanes.between(row) + "... " + gap + " bytes");
      }
      source(out, row, line);
      print(out, row, line, all);
      expected = line.next();
    }
  }

  private String stalls() {
    return grouped(
        lines.stream().map(misses).filter(Objects::nonNull).mapToLong(c -> c.stalls(memory)).sum());
  }

  /** The source line, when it is another one than before. */
  private void source(PrintWriter out, int row, CodeLine line) {
    List<SourceFrame> frames = sources.at(line.image(), line.address(), line.bits());
    if (frames.isEmpty() || sameLine(frames, lastFrames)) {
      return;
    }
    lastFrames = frames;
    SourceFrame inner = frames.getFirst();
    StringBuilder shown = new StringBuilder(inner.brief());
    for (int i = 1; i < frames.size(); i++) {
      // Inlined: by whom, from the inside out.
      shown
          .append(i == 1 ? "  (" : ", ")
          .append(frames.get(i - 1).function())
          .append(" inlined at ");
      shown.append(frames.get(i).brief());
    }
    shown.append(frames.size() > 1 ? ")" : "");
    String code = text.line(inner.file(), inner.line());
    if (code != null) {
      shown.append("  ").append(code.strip());
    }
    String margin = " ".repeat(margin()) + lanes.between(row);
    out.println(margin + (colours ? "\u001B[36m" + shown + "\u001B[0m" : shown));
  }

  private static boolean sameLine(List<SourceFrame> a, List<SourceFrame> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      boolean same =
          Objects.equals(a.get(i).file(), b.get(i).file()) && a.get(i).line() == b.get(i).line();
      if (!same) {
        return false;
      }
    }
    return true;
  }

  /** Prints one line; shares are of a whole. */
  private void print(PrintWriter out, int row, CodeLine line, long all) {
    String[] text = line.text(this::name).split("\t", 2);
    String code =
        String.format(
            Locale.ROOT,
            "%x  %-8s%s",
            line.address(),
            text[0],
            text.length > 1 ? " " + text[1] : "");
    String numbers =
        String.format(
            Locale.ROOT,
            "%" + countWidth + "s  %s%7s  %7s  ",
            grouped(line.executions()),
            cycles(grouped(cost(line))),
            percent(cost(line), all),
            line.flow() == Flow.BRANCH ? percent(line.taken(), line.executions()) : "");
    String target = target(line);
    String patched = line.version() > 0 ? "  # replaces what was there before" : "";
    out.println(
        coloured(numbers, (double) cost(line) / Math.max(1, all))
            + missed(line)
            + lanes.row(row)
            + code.stripTrailing()
            + target
            + patched);
  }

  /** Where a call leads whose target the text does not show: it is in the instruction before. */
  private String target(CodeLine line) {
    boolean shown = line.text().contains(Long.toHexString(line.target()));
    if (line.target() == 0 || shown) {
      return "";
    }
    String name = name(line.target());
    return "  # " + Long.toHexString(line.target()) + (name == null ? "" : " <" + name + ">");
  }

  private String name(long target) {
    return target == function.address() ? function.name() : names.apply(target);
  }

  private String coloured(String numbers, double share) {
    if (!colours) {
      return numbers;
    }
    String code = share >= HOT ? "1;31" : share >= WARM ? "33" : "2";
    return "\u001B[" + code + "m" + numbers + "\u001B[0m";
  }

  private static String grouped(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static String percent(long part, long all) {
    return all == 0 ? "-" : String.format(Locale.ROOT, "%.2f %%", 100.0 * part / all);
  }
}
