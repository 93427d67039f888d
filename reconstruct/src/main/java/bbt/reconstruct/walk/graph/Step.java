package bbt.reconstruct.walk.graph;

import bbt.ptg.guest.Node;
import bbt.ptg.guest.TraceRule;
import bbt.ptg.guest.VerifyHash;
import bbt.reconstruct.walk.flow.PieceConsumer;

/** A node at a place, with links to the steps that followed it. See the package's glossary. */
public final class Step {
  // What the end of the node asks of the trace: TraceRule.Leaves, flattened for the hot switch.
  public static final byte FIXED = 0;
  public static final byte BRANCH = 1;
  public static final byte RETURN = 2;
  public static final byte INDIRECT = 3;
  public static final byte TRAP_RETURN = 4;
  static final byte TRAP = 5;

  // Edges.
  public static final byte NO_EDGE = 0;
  public static final byte CALL_EDGE = 1;
  public static final byte RETURN_EDGE = 2;
  static final byte JUMP_EDGE = 3;

  /** The edge is not known before the step at its end is. */
  static final byte OPEN_EDGE = 4;

  /** Larger than any distance to the next event, so that the hot loop leaves for the slow path. */
  private static final int ALWAYS_SLOW = Integer.MAX_VALUE;

  // What the hot loop touches, kept small: a walk of Linux jumps between 100,000 steps, and how
  // many of them fit into the caches decides its speed. The rest is in Place.

  private final long pc;

  /** Instructions; {@link #ALWAYS_SLOW} in a truncated step. */
  public final int count;

  public final int function;
  public final View view;

  /** The second page of a straddler, else null. */
  public final View secondView;

  /**
   * FIXED: the step at {@link StepEnd#target}; BRANCH: at {@link StepEnd#link}; null until walked.
   */
  public Step next;

  /** BRANCH: the step at {@link StepEnd#target}. Of a call: the step that it returns to. */
  public Step taken;

  /** By the next {@link Path#BITS} bits; null until the step is hot. */
  public Path[] paths;

  /** Times that the hot loop came here and found no {@link #paths}, or none to be kept. */
  public int heat;

  public final StepEnd place;
  public final byte kind;
  public final boolean calls;

  /** The node ends with a jump (not a branch, not by falling through). */
  final boolean jump;

  /** The walk's {@link PieceConsumer} is told of it; it is never hidden inside a {@link Path}. */
  public boolean watched;

  public byte nextEdge;
  public byte takenEdge;

  /** Null unless blocks are counted. */
  private StepCount counts;

  /** The listener's note about this step as a function's entry. */
  private Object note;

  /**
   * The part of a step that the hot loop seldom needs.
   *
   * @param hashFactor the running hash after the step is {@code hash * hashFactor + hashTerm}
   */
  public record StepEnd(
      Node node, long site, long target, long link, long hashFactor, long hashTerm) {}

  Step(View view, View secondView, Node node, int function) {
    this.view = view;
    this.secondView = secondView;
    this.function = function;
    this.pc = node.pc();
    long factor = 1;
    long term = 0;
    long address = node.pc();
    for (int i = 0; i < node.count(); i++) {
      factor *= VerifyHash.P;
      term = VerifyHash.step(term, address, node.bits(i));
      address += node.length(i);
    }
    if (node.end() == Node.End.UNKNOWN) {
      count = ALWAYS_SLOW;
      kind = FIXED;
      jump = false;
      calls = false;
      place = new StepEnd(node, 0, 0, 0, factor, term);
      return;
    }
    TraceRule rule = node.rule();
    count = node.count();
    kind =
        switch (rule.leaves()) {
          case NOTHING -> FIXED;
          case BRANCH -> BRANCH;
          case TARGET -> rule.pops() ? RETURN : INDIRECT;
          case TRAP_RETURN -> TRAP_RETURN;
          case TRAP -> TRAP;
        };
    jump = node.end() == Node.End.FLOW && kind != BRANCH;
    calls = rule.pushes();
    place = new StepEnd(node, rule.site(), rule.target(), rule.link(), factor, term);
  }

  /** The node; of a truncated step, as far as it is known. */
  public Node node() {
    return place.node;
  }

  /** Virtual address of its first instruction. */
  public long pc() {
    return pc;
  }

  /** Physical address of its first instruction. */
  public long physical() {
    return view.physicalPage + (pc() & View.PAGE_MASK);
  }

  /** Physical address of the second page that it has bytes in; -1 where all are in one page. */
  public long secondPhysicalPage() {
    return secondView == null ? -1 : secondView.physicalPage;
  }

  /**
   * The physical page that its first instruction is in; in the bits that a page's address does not
   * need, which program's it was then: {@link FunctionMap#tenant}. Negative where the page is not
   * known.
   */
  public long page() {
    return view.page();
  }

  /** The function of the first instruction, as {@link FunctionMap} says. */
  public int function() {
    return function;
  }

  /** The counts of the step; made when first asked for. */
  public StepCount counts() {
    if (counts == null) {
      counts = new StepCount();
    }
    return counts;
  }

  /** The cost that a piece consumer gave the step; -1 before. */
  public long cost() {
    return counts == null ? -1 : counts.cost;
  }

  /** Keeps what the step costs, for the piece consumer that asks for it again. */
  public void cost(long value) {
    counts().cost = value;
  }

  /** Whether it ends with a jump whose target the code does not say, and that is no return. */
  public boolean computed() {
    return kind == INDIRECT;
  }

  /** Whether it ends before bytes that no record has announced: how it ends is not known. */
  public boolean truncated() {
    return place.node.end() == Node.End.UNKNOWN;
  }

  /** Whether it ends with a conditional branch, which leaves one bit. */
  public boolean branches() {
    return kind == BRANCH;
  }

  /** Whether it ends with a return, by the link-register hints. */
  public boolean returns() {
    return kind == RETURN;
  }

  /** Whether it ends with a call of any kind, which pushes {@link #link}. */
  public boolean calls() {
    return calls;
  }

  /** Whether its end leaves a target: an indirect jump, call or return, or a return from a trap. */
  public boolean leavesTarget() {
    return kind == RETURN || kind == INDIRECT || kind == TRAP_RETURN;
  }

  /** Whether it ends with a return from a trap. */
  public boolean returnsFromTrap() {
    return kind == TRAP_RETURN;
  }

  /** Address of its last instruction; 0 of a truncated one. */
  public long site() {
    return place.site;
  }

  /** Where a branch goes when it is taken, or where a fixed end always goes; else 0. */
  public long target() {
    return place.target;
  }

  /** Address after its last instruction: fall-through of a branch, link of a call. */
  public long link() {
    return place.link;
  }

  /** The edge to a step by this one's node end (not for returns from traps). */
  public byte edgeTo(int toFunction) {
    if (calls) {
      return CALL_EDGE;
    }
    if (kind == RETURN) {
      return RETURN_EDGE;
    }
    if (function != toFunction || (jump && function == FunctionMap.NONE)) {
      return JUMP_EDGE;
    }
    return NO_EDGE;
  }

  /** The object that a listener left here by {@link #note(Object)}, or null. */
  public Object note() {
    return note;
  }

  /** Leaves something for the listener to find when it meets the step again. */
  public void note(Object value) {
    note = value;
  }
}
