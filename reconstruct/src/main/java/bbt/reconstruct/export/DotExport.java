package bbt.reconstruct.export;

import bbt.reconstruct.code.Block;
import bbt.reconstruct.code.CodeLine;
import bbt.reconstruct.code.FunctionCode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * Writes the control-flow graph of a function for Graphviz: a box for each basic block with its
 * instructions and how often it was executed, an edge for each way out with how often it was taken.
 * Only what was executed is there.
 */
final class DotExport {
  /** Instructions shown of a block; the first and last ones of a longer one. */
  private static final int SHOWN = 24;

  private static final double WIDEST_EDGE = 5;

  private final FunctionCode function;
  private final LongFunction<String> names;
  private final Writer text;
  private final Map<Long, Block> blocks = new TreeMap<>(Long::compareUnsigned);
  private final Set<String> outside = new LinkedHashSet<>();
  private final long most;

  private DotExport(FunctionCode function, LongFunction<String> names, Writer text) {
    this.function = function;
    this.names = names;
    this.text = text;
    // Of code that changed, each version is a graph of its own; edges go to the first.
    for (Block block : function.blocks()) {
      blocks.putIfAbsent(block.address(), block);
    }
    most = function.blocks().stream().mapToLong(Block::executions).max().orElse(1);
  }

  /**
   * Writes graphs, one for each function.
   *
   * @param names from an address to the name of the function that starts there, or null
   */
  static void write(List<FunctionCode> functions, LongFunction<String> names, OutputStream out)
      throws IOException {
    Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    for (FunctionCode function : functions) {
      new DotExport(function, names, text).graph();
    }
    text.flush();
  }

  private void graph() throws IOException {
    text.write("digraph " + quoted(function.name()) + " {\n");
    text.write(
        "  label="
            + quoted(
                String.format(
                    Locale.ROOT,
                    "%s (%s): %,d instructions, %,d entries",
                    function.name(),
                    function.program(),
                    function.instructions(),
                    function.entries()))
            + ";\n  labelloc=t;\n");
    text.write("  node [shape=box, fontname=monospace, fontsize=9, style=filled];\n");
    text.write("  edge [fontname=monospace, fontsize=8];\n");
    for (Block block : function.blocks()) {
      node(block);
    }
    for (Block block : function.blocks()) {
      ways(block);
    }
    for (String other : outside) {
      text.write("  " + quoted(other) + " [shape=ellipse, fillcolor=white];\n");
    }
    text.write("}\n");
  }

  private static String id(Block block) {
    String version = block.version() == 0 ? "" : "v" + block.version();
    return quoted(Long.toHexString(block.address()) + version);
  }

  private void node(Block block) throws IOException {
    StringBuilder label = new StringBuilder();
    label.append(
        String.format(Locale.ROOT, "%x: %,d times\\l", block.address(), block.executions()));
    int size = block.lines().size();
    for (int i = 0; i < size; i++) {
      if (size > SHOWN && i == SHOWN / 2) {
        label.append("  ... ").append(size - SHOWN).append(" more\\l");
        i = size - SHOWN / 2;
      }
      CodeLine line = block.lines().get(i);
      label.append("  ").append(escaped(line.text(names).replace('\t', ' '))).append("\\l");
    }
    text.write(
        "  "
            + id(block)
            + " [label=\""
            + label
            + "\", fillcolor=\""
            + colour(block.executions())
            + "\"];\n");
  }

  /** White for what ran seldom to orange for what ran most, by orders of magnitude. */
  private String colour(long executions) {
    double share = most <= 1 ? 1 : Math.log(Math.max(1, executions)) / Math.log(most);
    return String.format(Locale.ROOT, "0.080 %.3f 1.000", 0.05 + 0.55 * share);
  }

  private void ways(Block block) throws IOException {
    CodeLine last = block.last();
    switch (last.flow()) {
      case BRANCH -> {
        way(block, last.target(), last.taken(), "taken ");
        way(block, last.next(), last.notTaken(), "");
      }
      case JUMP -> way(block, last.target(), last.executions(), "");
      case NEXT, CALL, INDIRECT_CALL, TRAP -> way(block, last.next(), last.executions(), "");
      case INDIRECT_JUMP -> leave(block, "indirect jump", last.executions());
      case RETURN, TRAP_RETURN -> leave(block, "return", last.executions());
    }
  }

  private void way(Block from, long target, long times, String how) throws IOException {
    if (times == 0) {
      return;
    }
    Block to = blocks.get(target);
    if (to == null) {
      String name = names.apply(target);
      leave(from, name == null ? "0x" + Long.toHexString(target) : name, times);
      return;
    }
    edge(id(from), id(to), how, times, from);
  }

  private void leave(Block from, String to, long times) throws IOException {
    if (times > 0) {
      outside.add(to);
      edge(id(from), quoted(to), "", times, from);
    }
  }

  private void edge(String from, String to, String how, long times, Block source)
      throws IOException {
    String share =
        times == source.last().executions()
            ? ""
            : String.format(Locale.ROOT, " (%.1f%%)", 100.0 * times / source.last().executions());
    double width = 0.5 + (WIDEST_EDGE - 0.5) * times / most;
    text.write(
        String.format(
            Locale.ROOT,
            "  %s -> %s [label=\"%s%,d%s\", penwidth=%.2f];\n",
            from,
            to,
            how,
            times,
            share,
            Math.min(WIDEST_EDGE, width)));
  }

  private static String quoted(String name) {
    return "\"" + escaped(name) + "\"";
  }

  private static String escaped(String name) {
    return name.replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
