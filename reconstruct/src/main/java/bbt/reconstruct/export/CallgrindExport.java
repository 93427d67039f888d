package bbt.reconstruct.export;

import bbt.reconstruct.profile.CallGraph;
import bbt.reconstruct.profile.CallTree;
import bbt.reconstruct.profile.Frame;
import bbt.reconstruct.report.Report;
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

/**
 * The profile format of Callgrind, for KCachegrind and callgrind_annotate: functions with their own
 * cost and their calls, in all tasks together. Functions of one name at several addresses are told
 * apart by the address, since readers know functions by name.
 */
final class CallgrindExport implements Exporter {
  /** Stands before an edge that nothing called. */
  private static final String NO_CALL = "no call";

  @Override
  public void write(Report report, OutputStream out) throws IOException {
    CallTree tree = report.profile().tree();
    CallGraph graph = CallGraph.of(tree);
    Map<Integer, List<CallGraph.Edge>> calls = new HashMap<>();
    for (CallGraph.Edge edge : graph.edges()) {
      calls.computeIfAbsent(edge.caller(), k -> new ArrayList<>()).add(edge);
    }
    Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    Names names = new Names(tree.frames(), graph, text);
    text.write("# callgrind format\nversion: 1\ncreator: bbt\n");
    text.write("cmd: " + report.file() + "\n");
    text.write("desc: Trigger: whole trace\n");
    text.write("positions: line\nevents: Instructions\n");
    text.write("summary: " + report.profile().instructions() + "\n");
    // What was executed before anything has a name: the cost of the root itself.
    if (tree.self(CallTree.ROOT) > 0) {
      text.write("\nfl=(0) [unknown]\nfn=(0) [unknown]\n0 " + tree.self(CallTree.ROOT) + "\n");
    }
    for (CallGraph.Node node : graph.nodes()) {
      text.write("\n");
      names.write("", node.frame());
      text.write("0 " + node.self() + "\n");
      for (CallGraph.Edge edge : calls.getOrDefault(node.frame(), List.of())) {
        names.write("c", edge.callee());
        // A handler below its trap, a jump into the middle: readers drop an edge of no calls.
        text.write(edge.calls() == 0 ? "# " + NO_CALL + "\n" : "");
        text.write("calls=" + Math.max(1, edge.calls()) + " 0\n0 " + edge.inclusive() + "\n");
      }
    }
    text.write("\ntotals: " + report.profile().instructions() + "\n");
    text.flush();
  }

  /** Names, each spelled out the first time and a number from then on. */
  private static final class Names {
    private final Writer text;
    private final List<Frame> frames;
    private final Map<Integer, String> functions = new HashMap<>();
    private final Map<String, Integer> images = new HashMap<>();
    private final Set<Integer> said = new HashSet<>();

    Names(List<Frame> frames, CallGraph graph, Writer text) {
      this.frames = frames;
      this.text = text;
      Map<String, List<Integer>> same = new HashMap<>();
      for (CallGraph.Node node : graph.nodes()) {
        Frame frame = frames.get(node.frame());
        same.computeIfAbsent(Labels.image(frame) + "\n" + Labels.of(frame), k -> new ArrayList<>())
            .add(node.frame());
      }
      for (List<Integer> group : same.values()) {
        group.sort(Comparator.naturalOrder());
        for (int number : group) {
          Frame frame = frames.get(number);
          String suffix = group.size() == 1 ? "" : "@0x" + Long.toHexString(frame.address());
          functions.put(number, Labels.of(frame) + suffix);
        }
      }
    }

    void write(String prefix, int number) throws IOException {
      String image = Labels.image(frames.get(number));
      boolean known = images.containsKey(image);
      int id = images.computeIfAbsent(image, k -> images.size() + 1);
      // Object and file: without debug information, the only file that is known is the program.
      String spelled = known ? "" : " " + image;
      text.write(prefix + "ob=(" + id + ")" + spelled + "\n");
      text.write((prefix.isEmpty() ? "fl=(" : "cfi=(") + id + ")" + spelled + "\n");
      text.write(prefix + "fn=(" + (number + 1) + ")");
      text.write((said.add(number) ? " " + functions.get(number) : "") + "\n");
    }
  }
}
