package bbt.reconstruct.html;

import bbt.reconstruct.analysis.MemoryRows;
import bbt.reconstruct.code.Block;
import bbt.reconstruct.code.CodeLine;
import bbt.reconstruct.code.CodeProfile;
import bbt.reconstruct.code.FunctionCode;
import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.page.Page;
import bbt.reconstruct.profile.FunctionProfile;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Writes the blocks {@code code} (annotated instructions of the hottest functions) and {@code hot}.
 */
final class CodeBlocks {
  /** Rows of the table of hot basic blocks. */
  private static final int HOT = 500;

  /** The number of the most called functions whose code is there, too. */
  private static final int CALLED = 20;

  /** However many functions were asked for, a page does not hold more instructions. */
  private static final int LINES = 200_000;

  private final CodeProfile code;
  private final FunctionNumbers numbers;
  private final SourceBlock sources;
  private final CostModel costs;

  /** What a memory system did; null: none was simulated. */
  private final MemoryRows memory;

  private final int wanted;

  /**
   * Creates the blocks of a profile.
   *
   * @param costs what instructions cost; null: without cycles
   * @param memory what instructions missed in a memory system; null: none was simulated
   * @param wanted functions whose instructions are shown: those with the most
   */
  CodeBlocks(
      CodeProfile code,
      FunctionNumbers numbers,
      SourceBlock sources,
      CostModel costs,
      MemoryRows memory,
      int wanted) {
    this.code = code;
    this.memory = memory;
    this.costs = costs;
    this.numbers = numbers;
    this.sources = sources;
    this.wanted = wanted;
  }

  void add(Page page) throws IOException {
    List<CodeProfile.HotBlock> hottest = code.hottest(HOT);
    page.add("code", functions(chosen(hottest)));
    page.add("hot", hot(hottest));
  }

  /** The hottest functions, the most called ones, and those with the hottest blocks. */
  private Set<FunctionCode> chosen(List<CodeProfile.HotBlock> hottest) {
    Set<FunctionCode> chosen = new HashSet<>();
    code.functions().stream().limit(wanted).forEach(chosen::add);
    Set<Integer> called = new HashSet<>();
    numbers.functions().stream()
        .sorted(Comparator.comparingLong(FunctionProfile::calls).reversed())
        .limit(Math.min(CALLED, wanted))
        .forEach(f -> called.add(numbers.number(f.name(), f.program(), f.address())));
    code.functions().stream().filter(f -> called.contains(number(f))).forEach(chosen::add);
    hottest.stream().limit(wanted).map(CodeProfile.HotBlock::function).forEach(chosen::add);
    return chosen;
  }

  private int number(FunctionCode f) {
    return numbers.number(f.name(), f.program(), f.address());
  }

  private ObjectNode functions(Set<FunctionCode> chosen) {
    ObjectNode block = JsonNodeFactory.instance.objectNode();
    ObjectNode all = block.putObject("functions");
    int lines = 0;
    int shown = 0;
    for (FunctionCode f : code.functions()) {
      int number = number(f);
      if (number >= 0 && chosen.contains(f) && lines + f.lines().size() <= LINES) {
        lines += f.lines().size();
        shown++;
        function(all.putObject(Integer.toString(number)), f);
      }
    }
    block.put("shown", shown);
    block.put("executed", code.functions().size());
    return block;
  }

  private void function(ObjectNode node, FunctionCode f) {
    ArrayNode at = node.putArray("at");
    ArrayNode text = node.putArray("text");
    ArrayNode count = node.putArray("count");
    ArrayNode cycles = costs == null ? null : node.putArray("cycles");
    ObjectNode misses = memory == null ? null : node.putObject("misses");
    Function<CodeLine, String> missed = memory == null ? null : memory.missed(f);
    ArrayNode starts = node.putArray("starts");
    ObjectNode taken = node.putObject("taken");
    ObjectNode target = node.putObject("target");
    ObjectNode version = node.putObject("version");
    node.put("instructions", f.instructions());
    node.put("entries", f.entries());
    Map<Long, Integer> rows = new HashMap<>();
    for (CodeLine line : f.lines()) {
      rows.putIfAbsent(line.address(), rows.size());
    }
    StringBuilder length = new StringBuilder();
    ArrayNode places = JsonNodeFactory.instance.arrayNode();
    SourceBlock.InlinedLine before = null;
    int row = 0;
    for (Block block : f.blocks()) {
      starts.add(row);
      for (CodeLine line : block.lines()) {
        SourceBlock.InlinedLine place = sources.place(line);
        if (place != null && !place.equals(before)) {
          places.addArray().add(row).add(place.file()).add(place.line()).add(place.inlined());
        }
        before = place;
        String key = Integer.toString(row++);
        at.add(line.address() - f.address());
        text.add(line.text());
        count.add(line.executions());
        if (cycles != null) {
          cycles.add(line.cycles(costs));
        }
        String its = misses == null ? "" : missed.apply(line);
        if (!its.isEmpty()) {
          misses.put(key, its);
        }
        length.append(line.length());
        if (line.flow() == CodeLine.Flow.BRANCH) {
          taken.put(key, line.taken());
        }
        if (line.version() > 0) {
          version.put(key, line.version());
        }
        if (line.target() != 0) {
          target(target.putObject(key), f, line.target(), rows.containsKey(line.target()));
        }
      }
    }
    node.put("length", length.toString());
    node.set("places", places);
  }

  /** Where a line leads: an offset in the same function, or another function. */
  private void target(ObjectNode node, FunctionCode f, long target, boolean inside) {
    node.put("hex", Long.toHexString(target));
    if (inside) {
      node.put("at", target - f.address());
    } else {
      int number = numbers.startingAt(f.program(), target);
      if (number >= 0) {
        node.put("function", number);
      }
    }
  }

  private ObjectNode hot(List<CodeProfile.HotBlock> hottest) {
    ObjectNode block = JsonNodeFactory.instance.objectNode();
    ArrayNode rows = block.putArray("blocks");
    long executed = code.functions().stream().mapToLong(f -> f.blocks().size()).sum();
    for (CodeProfile.HotBlock each : hottest) {
      Block its = each.block();
      ObjectNode row = rows.addObject();
      row.put("function", number(each.function()));
      row.put("name", each.function().name());
      row.put("program", each.function().program());
      row.put("address", "0x" + Long.toHexString(its.address()));
      row.put("at", its.address() - each.function().address());
      row.put("size", its.lines().size());
      row.put("executions", its.executions());
      row.put("instructions", each.instructions());
      if (costs != null) {
        row.put("cycles", its.lines().stream().mapToLong(line -> line.cycles(costs)).sum());
      }
      row.put("ends", its.last().text());
      if (its.last().flow() == CodeLine.Flow.BRANCH) {
        row.put("taken", its.taken());
        row.put("branches", its.last().executions());
      }
    }
    block.put("executed", executed);
    return block;
  }
}
