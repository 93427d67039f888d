package bbt.reconstruct.html;

import bbt.reconstruct.page.Keys;
import bbt.reconstruct.page.Page;
import bbt.reconstruct.profile.CallGraph;
import bbt.reconstruct.profile.CallTree;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.profile.ProfileFrame;
import bbt.reconstruct.profile.TaskProfile;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the blocks {@code calls} (the call tree of all tasks) and {@code graph} (callers and
 * callees).
 */
final class CallBlocks {
  /** A browser lays out and draws so many in some milliseconds; a Linux boot has more. */
  static final int NODES = 60_000;

  /** Edges beyond these are of functions that cost next to nothing. */
  static final int EDGES = 60_000;

  private final Profile profile;
  private final FunctionNumbers functions;

  /** Numbers of frames on the page, by their number in the model. */
  private final Map<Integer, Integer> numbers = new HashMap<>();

  private final ArrayNode frames = JsonNodeFactory.instance.arrayNode();

  CallBlocks(Profile profile, FunctionNumbers functions) {
    this.profile = profile;
    this.functions = functions;
  }

  /** Adds both blocks to a page. */
  void add(Page page) throws IOException {
    CallTree whole = profile.taskTree();
    ObjectNode calls = tree(whole.pruned(NODES), whole);
    ObjectNode graph = graph(CallGraph.of(profile.tree()), profile.tree().frames());
    calls.set("frames", frames);
    page.add("calls", calls);
    page.add("graph", graph);
  }

  private ObjectNode tree(CallTree tree, CallTree whole) {
    ObjectNode block = JsonNodeFactory.instance.objectNode();
    ArrayNode frame = block.putArray("frame");
    ArrayNode depth = block.putArray("depth");
    ArrayNode self = block.putArray("self");
    ArrayNode calls = block.putArray("calls");
    ArrayNode cycles = tree.hasCycles() ? block.putArray("cycles") : null;
    long smallest = Long.MAX_VALUE;
    for (int n = 0; n < tree.size(); n++) {
      frame.add(number(tree.frames(), tree.frameNumber(n)));
      depth.add(tree.depth(n));
      self.add(tree.self(n));
      calls.add(tree.calls(n));
      if (cycles != null) {
        cycles.add(tree.cycles(n));
      }
      if (tree.frame(n).kind() != ProfileFrame.Kind.TRUNCATED) {
        smallest = Math.min(smallest, tree.inclusive(n));
      }
    }
    block.put("smallest", tree.size() < whole.size() ? smallest : 0);
    block.put("paths", whole.size() - 1);
    return block;
  }

  private ObjectNode graph(CallGraph graph, List<ProfileFrame> names) {
    ObjectNode block = JsonNodeFactory.instance.objectNode();
    ArrayNode caller = block.putArray("caller");
    ArrayNode callee = block.putArray("callee");
    ArrayNode calls = block.putArray("calls");
    ArrayNode inclusive = block.putArray("inclusive");
    ArrayNode cycles = profile.cycles() > 0 ? block.putArray("inclusiveCycles") : null;
    for (CallGraph.Edge edge : graph.edges().subList(0, Math.min(EDGES, graph.edges().size()))) {
      caller.add(number(names, edge.caller()));
      callee.add(number(names, edge.callee()));
      calls.add(edge.calls());
      inclusive.add(edge.inclusive());
      if (cycles != null) {
        cycles.add(edge.inclusiveCycles());
      }
    }
    block.put("leftOut", Math.max(0, graph.edges().size() - EDGES));
    return block;
  }

  /** A frame on the page: its kind, its name, the number of its function or -1. */
  private int number(List<ProfileFrame> all, int frame) {
    return numbers.computeIfAbsent(
        frame,
        f -> {
          ProfileFrame its = all.get(f);
          boolean function = its.kind().isFunction();
          int id = function ? functions.number(its.name(), its.program(), its.address()) : -1;
          String name = id >= 0 ? "" : its.name();
          if (its.kind() == ProfileFrame.Kind.TASK) {
            TaskProfile task = profile.tasks().get((int) its.cause());
            name = task.title();
          }
          frames.addArray().add(Keys.of(its.kind())).add(name).add(id);
          return frames.size() - 1;
        });
  }
}
