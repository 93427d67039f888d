package bbt.reconstruct.walk;

import bbt.ptg.graph.Node;
import bbt.ptg.graph.TraceRule;
import bbt.ptg.graph.VerifyHash;

/** A node at a place, with links to the steps that followed it. See the package's glossary. */
public final class Step {
  // What the end of the node asks of the trace: TraceRule.Leaves, flattened for the hot switch.
  static final int FIXED = 0;
  static final int BRANCH = 1;
  static final int RETURN = 2;
  static final int INDIRECT = 3;
  static final int TRAP_RETURN = 4;
  static final int TRAP = 5;

  // Edges.
  static final int NO_EDGE = 0;
  static final int CALL_EDGE = 1;
  static final int RETURN_EDGE = 2;
  static final int JUMP_EDGE = 3;

  /** Larger than any distance to the next event, so that the hot loop leaves for the slow path. */
  private static final int ALWAYS_SLOW = Integer.MAX_VALUE;

  final View view;

  /** The second page of a straddler, else null. */
  final View secondView;

  final Node node;
  final int function;

  /** Instructions; {@link #ALWAYS_SLOW} in a truncated step. */
  final int count;

  final int kind;

  /** The node ends with a jump (not a branch, not by falling through). */
  final boolean jump;

  final boolean calls;
  final long site;
  final long target;
  final long link;

  /** FIXED: the step at {@link #target}; BRANCH: at {@link #link}. Null until first walked. */
  Step next;

  /** BRANCH: the step at {@link #target}. */
  Step taken;

  int nextEdge;
  int takenEdge;

  /** The running hash after this step is {@code hash * hashFactor + hashTerm}. */
  final long hashFactor;

  final long hashTerm;

  /** For the listener: what it found out about this step as a function's entry. */
  private Object note;

  Step(View view, View secondView, Node node, int function) {
    this.view = view;
    this.secondView = secondView;
    this.node = node;
    this.function = function;
    boolean truncated = node.end() == Node.End.UNKNOWN;
    this.count = truncated ? ALWAYS_SLOW : node.count();
    long factor = 1;
    long term = 0;
    long address = node.pc();
    for (int i = 0; i < node.count(); i++) {
      factor *= VerifyHash.P;
      term = VerifyHash.step(term, address, node.bits(i));
      address += node.length(i);
    }
    this.hashFactor = factor;
    this.hashTerm = term;
    if (truncated) {
      kind = FIXED;
      jump = false;
      calls = false;
      site = 0;
      target = 0;
      link = 0;
      return;
    }
    TraceRule rule = TraceRule.of(node);
    this.kind =
        switch (rule.leaves()) {
          case NOTHING -> FIXED;
          case BRANCH -> BRANCH;
          case TARGET -> rule.pops() ? RETURN : INDIRECT;
          case TRAP_RETURN -> TRAP_RETURN;
          case TRAP -> TRAP;
        };
    this.jump = node.end() == Node.End.FLOW && kind != BRANCH;
    this.calls = rule.pushes();
    this.site = rule.site();
    this.target = rule.target();
    this.link = rule.link();
  }

  /** The node; of a truncated step, as far as it is known. */
  public Node node() {
    return node;
  }

  /** Virtual address of its first instruction. */
  public long pc() {
    return node.pc();
  }

  /** Physical address of its first instruction. */
  public long physical() {
    return view.physicalPage + (node.pc() & View.PAGE_MASK);
  }

  /** What the {@link FunctionMap} says of its first instruction. */
  public int function() {
    return function;
  }

  boolean truncated() {
    return node.end() == Node.End.UNKNOWN;
  }

  /** Whether another step may keep a link to this one. */
  boolean linkable() {
    return !truncated() && secondView == null;
  }

  /** The edge to a step by this one's node end (not for returns from traps). */
  int edgeTo(int toFunction) {
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

  /** What a listener left here by {@link #note(Object)}, or null. */
  public Object note() {
    return note;
  }

  /** Leaves something for the listener to find when it meets the step again. */
  public void note(Object value) {
    note = value;
  }
}
