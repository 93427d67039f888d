package bbt.reconstruct.export;

import bbt.packets.bytes.PrintableText;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.export.events.Labels;
import bbt.reconstruct.profile.CallGraph;
import bbt.reconstruct.profile.CallTree;
import bbt.reconstruct.profile.ProfileFrame;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Writes the profile format of Callgrind, for KCachegrind and callgrind_annotate: functions with
 * their own cost and their calls, in all tasks together. Functions of one name at several addresses
 * are told apart by the address, since readers know functions by name.
 *
 * <p>Where debugging information is known, self cost stands by source line; what was inlined from
 * another file stands under that. Calls have no line (0): which instruction called is not in the
 * call tree.
 */
final class CallgrindExport implements Exporter {
  /** Stands before an edge that nothing called. */
  private static final String NO_CALL = "no call";

  @Override
  public void write(Report report, CallTree byTask, OutputStream out) throws IOException {
    CallTree tree = report.profile().tree();
    boolean cycles = tree.hasCycles();
    CallGraph graph = CallGraph.of(tree);
    Map<Integer, List<CallGraph.Edge>> calls = new HashMap<>();
    for (CallGraph.Edge edge : graph.edges()) {
      calls.computeIfAbsent(edge.caller(), k -> new ArrayList<>()).add(edge);
    }
    Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    FunctionSourceLines lines = FunctionSourceLines.of(report);
    Names names = new Names(tree.frames(), graph, lines, text);
    text.write("# callgrind format\nversion: 1\ncreator: bbt\n");
    text.write("cmd: " + PrintableText.of(report.file()) + "\n");
    text.write("desc: Trigger: whole trace\n");
    text.write("positions: line\nevents: Instructions" + (cycles ? " Cycles" : "") + "\n");
    String totals = costs(cycles, report.profile().instructions(), report.profile().cycles());
    text.write("summary: " + totals + "\n");
    root(text, names, tree);
    for (CallGraph.Node node : graph.nodes()) {
      text.write("\n");
      names.write("", node.frame());
      self(text, names, lines.of(tree.frames().get(node.frame())), node, cycles);
      for (CallGraph.Edge edge : calls.getOrDefault(node.frame(), List.of())) {
        names.write("c", edge.callee());
        // A handler below its trap, a jump into the middle: readers drop an edge of no calls.
        text.write(edge.calls() == 0 ? "# " + NO_CALL + "\n" : "");
        int line = lines.of(tree.frames().get(edge.callee())).line();
        text.write("calls=" + Math.max(1, edge.calls()) + " " + line + "\n");
        text.write("0 " + costs(cycles, edge.inclusive(), edge.inclusiveCycles()) + "\n");
      }
    }
    text.write("\ntotals: " + totals + "\n");
    text.flush();
  }

  /**
   * Writes the costs before anything has a name, and calls without a caller: a tail call takes the
   * place of a function that nobody called.
   */
  private static void root(Writer text, Names names, CallTree tree) throws IOException {
    SortedMap<Integer, long[]> calls = new TreeMap<>();
    for (int n = 1; n < tree.size(); n++) {
      if (tree.parent(n) == CallTree.ROOT && tree.calls(n) > 0) {
        long[] sum = calls.computeIfAbsent(tree.frameNumber(n), k -> new long[3]);
        sum[0] += tree.calls(n);
        sum[1] += tree.inclusive(n);
        sum[2] += tree.inclusiveCycles(n);
      }
    }
    if (tree.self(CallTree.ROOT) == 0 && calls.isEmpty()) {
      return;
    }
    boolean cycles = tree.hasCycles();
    String own = costs(cycles, tree.self(CallTree.ROOT), tree.cycles(CallTree.ROOT));
    text.write("\nfl=(0) [unknown]\nfn=(0) [unknown]\n0 " + own + "\n");
    for (Map.Entry<Integer, long[]> call : calls.entrySet()) {
      names.write("c", call.getKey());
      long[] sum = call.getValue();
      text.write("calls=" + sum[0] + " 0\n0 " + costs(cycles, sum[1], sum[2]) + "\n");
    }
  }

  /** The numbers of a line, by event. */
  private static String costs(boolean withCycles, long instructions, long cycles) {
    return withCycles ? instructions + " " + cycles : Long.toString(instructions);
  }

  /** Self cost by line, and what has none at line 0: cycles are known of functions alone. */
  private static void self(
      Writer text, Names names, FunctionSourceLines.Code code, CallGraph.Node node, boolean cycles)
      throws IOException {
    long left = node.self();
    // Code of functions without a symbol is cut up by address, their cost by calls: where the code
    // has more than the function spent, its lines say nothing about the function.
    if (code.instructions() <= left) {
      for (Map.Entry<String, SortedMap<Integer, Long>> file : code.files().entrySet()) {
        boolean own = file.getKey().equals(code.file());
        text.write(own ? "" : "fi=" + names.file(file.getKey()) + "\n");
        for (Map.Entry<Integer, Long> line : file.getValue().entrySet()) {
          text.write(line.getKey() + " " + line.getValue() + "\n");
          left -= line.getValue();
        }
        text.write(own ? "" : "fe=" + names.file(code.file()) + "\n");
      }
    }
    if (left > 0 || node.self() == 0 || cycles) {
      text.write("0 " + costs(cycles, left, node.cycles()) + "\n");
    }
  }

  /** Names, each spelled out the first time and a number from then on. */
  private static final class Names {
    private final Writer text;
    private final List<ProfileFrame> frames;
    private final Map<Integer, String> functions = new HashMap<>();
    private final Map<String, Integer> images = new HashMap<>();
    private final Map<String, Integer> files = new HashMap<>();
    private final FunctionSourceLines lines;
    private final Set<Integer> said = new HashSet<>();

    Names(List<ProfileFrame> frames, CallGraph graph, FunctionSourceLines lines, Writer text) {
      this.frames = frames;
      this.lines = lines;
      this.text = text;
      Map<String, List<Integer>> same = new HashMap<>();
      for (CallGraph.Node node : graph.nodes()) {
        ProfileFrame frame = frames.get(node.frame());
        same.computeIfAbsent(Labels.image(frame) + "\n" + Labels.of(frame), k -> new ArrayList<>())
            .add(node.frame());
      }
      for (List<Integer> group : same.values()) {
        group.sort(Comparator.naturalOrder());
        for (int number : group) {
          ProfileFrame frame = frames.get(number);
          String suffix = group.size() == 1 ? "" : "@0x" + Long.toHexString(frame.address());
          functions.put(number, Labels.of(frame) + suffix);
        }
      }
    }

    void write(String prefix, int number) throws IOException {
      ProfileFrame frame = frames.get(number);
      String image = Labels.image(frame);
      // Without debugging information, the only file that is known is the program.
      String file = lines.of(frame).file();
      text.write(prefix + "ob=" + numbered(images, image) + "\n");
      text.write((prefix.isEmpty() ? "fl=" : "cfi=") + file(file == null ? image : file) + "\n");
      text.write(prefix + "fn=(" + (number + 1) + ")");
      text.write((said.add(number) ? " " + functions.get(number) : "") + "\n");
    }

    String file(String name) {
      return numbered(files, name);
    }

    private static String numbered(Map<String, Integer> numbers, String name) {
      boolean known = numbers.containsKey(name);
      int id = numbers.computeIfAbsent(name, k -> numbers.size() + 1);
      return "(" + id + ")" + (known ? "" : " " + name);
    }
  }
}
