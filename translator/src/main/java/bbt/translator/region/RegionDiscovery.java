package bbt.translator.region;

import bbt.ptg.guest.ControlFlow;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.InstructionRow;
import bbt.ptg.guest.Node;
import bbt.ptg.guest.TraceRule;
import bbt.translator.code.PhysicalCode;
import bbt.translator.codegen.GuestCode;
import bbt.translator.trace.ContextRule;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the nodes of a region: what is reachable from its root by direct jumps, branches, calls and
 * call returns inside one page, nearest first, up to a number of instructions.
 *
 * <p>A node as entered is the unit of code: a branch into the middle of a node begins another node
 * that shares its tail. That costs little code (the first node of a loop that is entered by falling
 * into it) and makes records, counts and interrupt points those of the interpreter by construction.
 */
final class RegionDiscovery {
  /**
   * Functions that are called and have more instructions stay regions by themselves: what a call
   * and a return cost is little beside them, and the caller's region would be cut short.
   */
  private static final int MOST_OF_CALLEE = 48;

  private final GuestCode guest;
  private final GuestIsa isa;
  private final PageSnapshot snapshot;
  private final int limit;
  private final ContextRule rule;

  private final Map<Integer, Node> found = new LinkedHashMap<>();
  private final Set<Integer> entrySlots = new LinkedHashSet<>();
  private int size;

  /**
   * Prepares a search.
   *
   * @param limit most guest instructions in the region, at least 1
   * @param rule whose context switches are left to the interpreter
   */
  RegionDiscovery(GuestCode guest, PageSnapshot snapshot, int limit, ContextRule rule) {
    this.guest = guest;
    this.isa = guest.isa();
    this.snapshot = snapshot;
    this.limit = limit;
    this.rule = rule;
  }

  /**
   * The region with the given root, or {@code null} if the node there is one that only the
   * interpreter executes. A root that is longer than the limit makes a region by itself.
   */
  RegionPlan plan(int rootSlot) {
    collect(rootSlot);
    return found.containsKey(rootSlot) ? order(rootSlot) : null;
  }

  private void collect(int rootSlot) {
    entrySlots.add(rootSlot);
    reachable(rootSlot, limit, false);
    for (Node call : List.copyOf(found.values())) {
      int callee = call.rule().pushes() ? target(call) : -1;
      if (callee >= 0 && snapshot.wasExecuted(callee) && !found.containsKey(callee)) {
        entrySlots.add(callee);
        reachable(callee, Math.min(MOST_OF_CALLEE, limit - size), true);
      }
    }
  }

  /**
   * Adds the nodes that are reachable without calls, nearest first, up to a number of instructions.
   *
   * @param whole whether to add all of them or none
   */
  private void reachable(int rootSlot, int most, boolean whole) {
    Map<Integer, Node> nodes = new LinkedHashMap<>();
    Deque<Integer> wanted = new ArrayDeque<>();
    Set<Integer> seen = new LinkedHashSet<>(found.keySet());
    wanted.add(rootSlot);
    seen.add(rootSlot);
    int count = 0;
    while (!wanted.isEmpty() && (whole || count < most)) {
      int slot = wanted.remove();
      Node node = isa.nodes().find(address(slot), snapshot);
      boolean compiled = isCompilable(node);
      if (compiled) {
        if (count + node.count() > most && whole) {
          return;
        }
        if (count + node.count() > most && !nodes.isEmpty()) {
          continue;
        }
        count += node.count();
        nodes.put(slot, node);
      }
      for (int next : successors(node, compiled)) {
        if (snapshot.wasExecuted(next) && seen.add(next)) {
          wanted.add(next);
        }
      }
    }
    size += count;
    found.putAll(nodes);
  }

  /** Slots where execution may go on in this page; the return points among them become entries. */
  private List<Integer> successors(Node node, boolean compiled) {
    List<Integer> result = new ArrayList<>(2);
    switch (node.end()) {
      case FLOW -> {
        TraceRule rule = node.rule();
        if (rule.pushes()) {
          entry(rule.link(), result);
        } else {
          if (rule.leaves() == TraceRule.Leaves.BRANCH) {
            addTo(result, slot(rule.link()));
          }
          addTo(result, target(node));
        }
        if (!compiled) {
          result.forEach(entrySlots::add);
        }
      }
      case SYSTEM -> {
        if (compiled) {
          addTo(result, slot(node.endAddress()));
        } else {
          entry(node.endAddress(), result);
        }
      }
      case TRAP, PAGE, BEFORE_STRADDLER, STRADDLER, UNKNOWN -> {}
    }
    return result;
  }

  private void entry(long address, List<Integer> successors) {
    int slot = slot(address);
    if (slot >= 0) {
      entrySlots.add(slot);
      successors.add(slot);
    }
  }

  private static void addTo(List<Integer> successors, int slot) {
    if (slot >= 0) {
      successors.add(slot);
    }
  }

  /** Slot that a taken branch or a direct jump or call leads to, or -1. */
  private int target(Node node) {
    TraceRule rule = node.rule();
    return switch (rule.leaves()) {
      case BRANCH, NOTHING -> jumpsAbsolutely(node) ? -1 : slot(rule.target());
      case TARGET, TRAP_RETURN, TRAP -> -1;
    };
  }

  private long address(int slot) {
    return 2L * slot;
  }

  /** Slot of an address in this page, or -1. */
  private int slot(long address) {
    return Long.compareUnsigned(address, PhysicalCode.PAGE_SIZE) < 0
        ? PhysicalCode.slot(address)
        : -1;
  }

  private boolean jumpsAbsolutely(Node node) {
    return isa.jumpsAbsolutely(node.bits(node.count() - 1));
  }

  /** Whether a region may contain the node (docs/architecture.md, "Engines and events"). */
  private boolean isCompilable(Node node) {
    switch (node.end()) {
      case SYSTEM -> {
        if (!guest.liftsSystem(node.bits(node.count() - 1))) {
          return false;
        }
      }
      case TRAP, STRADDLER, UNKNOWN -> {
        return false;
      }
      case FLOW -> {
        if (jumpsAbsolutely(node)) {
          return false; // the code of a region is for any page that shows its bytes
        }
      }
      case PAGE, BEFORE_STRADDLER -> {}
    }
    int slot = slot(node.pc());
    for (int i = 0; i < node.count(); i++) {
      int bits = node.bits(i);
      InstructionRow row = isa.row(bits);
      if (row == null || row.flow() == ControlFlow.TRAP_RETURN || rule.concerns(isa, bits)) {
        return false;
      }
      if (snapshot.isBarred(slot)) {
        return false;
      }
      slot += node.length(i) / 2;
    }
    return true;
  }

  // ---- order

  /**
   * Orders the nodes so that few of them are heads of loops, since each head ends a path: only
   * {@link LoopHeads} have edges from nodes that are not before them.
   */
  private RegionPlan order(int rootSlot) {
    Map<Integer, List<Integer>> edges = new LinkedHashMap<>();
    found.forEach((slot, node) -> edges.put(slot, internalEdges(node)));
    Set<Integer> heads = LoopHeads.of(edges);
    edges.values().forEach(targets -> targets.removeAll(heads));
    return number(rootSlot, index(search(rootSlot, heads, edges)));
  }

  private static Map<Integer, Integer> index(List<Integer> order) {
    Map<Integer, Integer> index = new LinkedHashMap<>();
    for (int slot : order) {
      index.put(slot, index.size());
    }
    return index;
  }

  /** Reverse postorder of a depth-first search along edges without cycles. */
  private List<Integer> search(
      int rootSlot, Set<Integer> heads, Map<Integer, List<Integer>> edges) {
    Set<Integer> visited = new LinkedHashSet<>();
    List<Integer> postorder = new ArrayList<>();
    List<Integer> roots = new ArrayList<>(heads);
    roots.addAll(entrySlots);
    roots.remove((Integer) rootSlot);
    for (int root : roots.reversed()) {
      if (found.containsKey(root)) {
        visit(root, edges, visited, postorder);
      }
    }
    visit(rootSlot, edges, visited, postorder);
    return postorder.reversed();
  }

  private static void visit(
      int root, Map<Integer, List<Integer>> edges, Set<Integer> visited, List<Integer> postorder) {
    Deque<int[]> stack = new ArrayDeque<>();
    if (visited.add(root)) {
      stack.push(new int[] {root, 0});
    }
    while (!stack.isEmpty()) {
      int[] top = stack.peek();
      List<Integer> targets = edges.get(top[0]);
      if (top[1] < targets.size()) {
        int next = targets.get(top[1]++);
        if (visited.add(next)) {
          stack.push(new int[] {next, 0});
        }
      } else {
        postorder.add(top[0]);
        stack.pop();
      }
    }
  }

  /** Slots of this region that the node leads to: a taken branch first, so that it comes last. */
  private List<Integer> internalEdges(Node node) {
    List<Integer> result = new ArrayList<>(2);
    TraceRule rule = node.rule();
    switch (rule.leaves()) {
      case BRANCH -> {
        addFound(result, rule.target());
        addFound(result, rule.link());
      }
      case NOTHING -> {
        if (!rule.pushes()) {
          addFound(result, rule.target());
        }
      }
      case TARGET, TRAP_RETURN, TRAP -> {}
    }
    return result;
  }

  private void addFound(List<Integer> result, long address) {
    int slot = slot(address);
    if (slot >= 0 && found.containsKey(slot)) {
      result.add(slot);
    }
  }

  private RegionPlan number(int rootSlot, Map<Integer, Integer> index) {
    List<RegionPlan.PlannedNode> nodes = new ArrayList<>();
    Set<Integer> entries = new LinkedHashSet<>();
    entries.add(index.get(rootSlot));
    for (int slot : entrySlots) {
      if (index.containsKey(slot)) {
        entries.add(index.get(slot));
      }
    }
    int site = 0;
    for (Map.Entry<Integer, Integer> e : index.entrySet()) {
      Node node = found.get(e.getKey());
      TraceRule rule = node.rule();
      int next = -1;
      int taken = -1;
      switch (rule.leaves()) {
        case BRANCH -> {
          next = indexOf(rule.link(), index);
          taken = indexOf(rule.target(), index);
        }
        case NOTHING -> next = indexOf(rule.target(), index);
        case TARGET, TRAP_RETURN, TRAP -> {}
      }
      for (int target : new int[] {next, taken}) {
        if (target >= 0 && target <= e.getValue()) {
          entries.add(target);
        }
      }
      nodes.add(new RegionPlan.PlannedNode(e.getValue(), node, rule, site, next, taken));
      site += node.count();
    }
    return new RegionPlan(List.copyOf(nodes), ints(entries), returnPoints(nodes, index), site);
  }

  /** Where the calls to nodes of this region return to, as far as that is in the region. */
  private int[] returnPoints(List<RegionPlan.PlannedNode> nodes, Map<Integer, Integer> index) {
    Set<Integer> points = new LinkedHashSet<>();
    for (RegionPlan.PlannedNode call : nodes) {
      int point =
          call.rule().pushes() && call.next() >= 0 ? indexOf(call.rule().link(), index) : -1;
      if (point >= 0) {
        points.add(point);
      }
    }
    return ints(points);
  }

  private static int[] ints(Set<Integer> set) {
    return set.stream().mapToInt(Integer::intValue).toArray();
  }

  private int indexOf(long address, Map<Integer, Integer> index) {
    int slot = slot(address);
    return slot < 0 ? -1 : index.getOrDefault(slot, -1);
  }
}
