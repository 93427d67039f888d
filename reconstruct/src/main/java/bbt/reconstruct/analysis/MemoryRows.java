package bbt.reconstruct.analysis;

import bbt.ptg.dwarf.SourceFrame;
import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.code.CodeLine;
import bbt.reconstruct.code.FunctionCode;
import bbt.reconstruct.memory.MemoryConfig;
import bbt.reconstruct.memory.MemoryConfig.Part;
import bbt.reconstruct.memory.MemoryEvent;
import bbt.reconstruct.memory.MemoryProfile;
import bbt.reconstruct.memory.MemoryProfile.Row;
import bbt.reconstruct.memory.MissCounts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The rows of a report about a memory system, by descending cycles that misses cost. The counts are
 * gone through once, at the beginning: a boot of Linux has 30 million of them, by instruction and
 * task.
 */
public final class MemoryRows {
  private static final long PAGE_MASK = -4096L;

  private final Report report;
  private final MemoryProfile memory;

  /** By instruction: its function. */
  private final Map<Instruction, FunctionName> functions = new HashMap<>();

  private final Map<Instruction, MissCounts> instructions = new HashMap<>();

  private final Map<MemoryProfile.Owner, MissCounts> owners = new HashMap<>();
  private final Map<Instruction, CodeLine> lines = new HashMap<>();

  /** An instruction of a program. */
  private record Instruction(String program, long address, int bits) {}

  /**
   * A function.
   *
   * @param program {@code kernel} or a user program
   * @param address where it starts
   */
  public record FunctionName(String name, String program, long address) {
    /** Whether that is its code. */
    public boolean isOf(FunctionCode code) {
      return address == code.address()
          && name.equals(code.name())
          && program.equals(code.program());
    }
  }

  /**
   * A line of source.
   *
   * @param file its path
   */
  public record Line(String file, int line) {}

  /**
   * Something that is accessed, and how often it was not there.
   *
   * @param key stable: {@code l1d}
   * @param what the accesses: {@code reads}
   * @param text the part in words; of a predictor how it guesses
   */
  public record Level(String key, String what, long accesses, long misses, String text) {
    /** Misses by accesses. */
    public double rate() {
      return accesses == 0 ? 0 : (double) misses / accesses;
    }
  }

  /** The rows of a report with {@link Report#memory} and code. */
  public MemoryRows(Report report) {
    this.report = report;
    memory = report.memory();
    for (FunctionCode function : report.code().functions()) {
      FunctionName its = new FunctionName(function.name(), function.program(), function.address());
      for (CodeLine line : function.lines()) {
        Instruction key = new Instruction(function.program(), line.address(), line.bits());
        functions.put(key, its);
        lines.put(key, line);
      }
    }
    memory
        .instructions()
        .forEach(
            each -> {
              String program = each.owner().program();
              Instruction key = new Instruction(program, each.codeAddress(), each.bits());
              add(instructions, key, each.counts());
              add(owners, each.owner(), each.counts());
            });
  }

  private static <K> void add(Map<K, MissCounts> to, K key, MissCounts counts) {
    to.computeIfAbsent(key, k -> new MissCounts()).add(counts);
  }

  /** The counts of some parts as rows of others, to which they belong. */
  private <K, R> List<Row<R>> rows(Map<K, MissCounts> parts, Function<K, R> row) {
    Map<R, MissCounts> sums = new HashMap<>();
    parts.forEach((part, counts) -> add(sums, row.apply(part), counts));
    return memory.rows(sums);
  }

  /** What each part of the memory system was asked, and what it did not hold. */
  public static List<Level> levels(MemoryConfig config, MissCounts c) {
    List<Level> levels = new ArrayList<>();
    add(levels, config, Part.L1I, "fetches", c.instructions, c.of(MemoryEvent.FETCH_L1));
    add(levels, config, Part.L1D, "reads", c.reads, c.of(MemoryEvent.READ_L1));
    add(levels, config, Part.L1D, "writes", c.writes, c.of(MemoryEvent.WRITE_L1));
    long l1 = c.of(MemoryEvent.FETCH_L1, MemoryEvent.READ_L1, MemoryEvent.WRITE_L1);
    long l2 = c.of(MemoryEvent.FETCH_L2, MemoryEvent.READ_L2, MemoryEvent.WRITE_L2);
    add(levels, config, Part.L2, "L1 misses", l1, l2);
    add(levels, config, Part.ITLB, "fetches", c.instructions, c.of(MemoryEvent.FETCH_TLB));
    add(
        levels,
        config,
        Part.DTLB,
        "reads, writes",
        c.reads + c.writes,
        c.of(MemoryEvent.READ_TLB, MemoryEvent.WRITE_TLB));
    add(
        levels,
        config,
        Part.L2TLB,
        "TLB misses",
        c.of(MemoryEvent.FETCH_TLB, MemoryEvent.READ_TLB, MemoryEvent.WRITE_TLB),
        c.of(MemoryEvent.FETCH_WALK, MemoryEvent.READ_WALK, MemoryEvent.WRITE_WALK));
    if (config.predictor() != null) {
      String text = config.predictor().text();
      levels.add(new Level("branches", "branches", c.branches, c.of(MemoryEvent.BRANCH), text));
      levels.add(
          new Level(
              "targets",
              "returns, jumps",
              c.returns + c.jumps,
              c.of(MemoryEvent.RETURN, MemoryEvent.JUMP),
              config.predictor().targetsText()));
    }
    return levels;
  }

  private static void add(
      List<Level> to, MemoryConfig config, Part part, String what, long accesses, long misses) {
    if (config.part(part) != null) {
      to.add(new Level(part.key(), what, accesses, misses, config.text(part)));
    }
  }

  /** All of it. */
  public MissCounts total() {
    MissCounts total = new MissCounts();
    owners.values().forEach(total::add);
    return total;
  }

  /** By function; the code of the report says which. */
  public List<Row<FunctionName>> functions() {
    return rows(
        instructions,
        each -> {
          FunctionName its = functions.get(each);
          long page = each.address() & PAGE_MASK;
          return its != null
              ? its
              : new FunctionName("0x" + Long.toHexString(page), each.program(), page);
        });
  }

  /** The counts of a function's instructions; null of one that executed nothing. */
  public Function<CodeLine, MissCounts> instructions(FunctionCode function) {
    return line ->
        instructions.get(new Instruction(function.program(), line.address(), line.bits()));
  }

  /** What a function's instructions missed, in words; empty where it missed nothing. */
  public Function<CodeLine, String> missed(FunctionCode function) {
    Function<CodeLine, MissCounts> counts = instructions(function);
    return line -> {
      MissCounts c = counts.apply(line);
      StringBuilder text = new StringBuilder();
      if (c != null && c.misses() > 0) {
        text.append(NumberText.grouped(c.stalls(memory.config()))).append(" cycles of misses");
        String before = ": ";
        for (MemoryEvent event : MemoryEvent.values()) {
          if (c.of(event) > 0 && event != MemoryEvent.WRITE_BACK) {
            text.append(before).append(NumberText.grouped(c.of(event))).append(' ');
            text.append(event.access()).append(' ').append(event.level());
            before = ", ";
          }
        }
      }
      return text.toString();
    };
  }

  /** By task: its name and process id. */
  public List<Row<String>> tasks() {
    return rows(
        owners,
        each ->
            each.task().isEmpty()
                ? "no task"
                : each.pid() < 0 ? each.task() : each.task() + " (pid " + each.pid() + ")");
  }

  /** By line of source, of code whose lines are known. */
  public List<Row<Line>> lines() {
    Line unknown = new Line("", 0);
    return rows(
            instructions,
            each -> {
              CodeLine line = lines.get(each);
              List<SourceFrame> frames =
                  line == null
                      ? List.of()
                      : report.sources().at(line.image(), line.address(), line.bits());
              return frames.isEmpty() || frames.getFirst().file() == null
                  ? unknown
                  : new Line(frames.getFirst().file(), frames.getFirst().line());
            })
        .stream()
        .filter(row -> row.key() != unknown)
        .toList();
  }

  /** Pages of data, by descending cycles that their misses cost. */
  public List<MemoryProfile.RangeCount> pages() {
    return memory.ranges().stream()
        .sorted(
            Comparator.<MemoryProfile.RangeCount>comparingLong(
                    range -> range.counts().stalls(memory.config()))
                .thenComparing(range -> range.counts().misses())
                .reversed()
                .thenComparing(MemoryProfile.RangeCount::program)
                .thenComparing(MemoryProfile.RangeCount::address))
        .toList();
  }
}
