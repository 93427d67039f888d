package bbt.reconstruct.diff.find;

import bbt.ptg.guest.CodeForms;
import bbt.ptg.guest.Node;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The code that one of two compared runs has executed so far, in the order of its addresses. */
final class SeenCode {
  /** Bytes before an instruction in which what it uses is set. */
  private static final long FAR = 1 << 13;

  private final Map<Integer, TreeMap<Long, Node>> spaces = new HashMap<>();

  /** Adds a node that was executed in an address space. */
  void add(int addressSpace, Node node) {
    spaces.computeIfAbsent(addressSpace, k -> new TreeMap<>()).put(node.pc(), node);
  }

  /**
   * A reader of forms that knows what stands before an instruction in its function. Compilers set a
   * register before they use it, and what a call in between does to it, the callee undoes.
   *
   * @param from where the function begins
   */
  CodeForms forms(int addressSpace, Node node, int index, long from) {
    CodeForms forms = node.guest().forms();
    long to = node.address(index);
    TreeMap<Long, Node> code = spaces.get(addressSpace);
    long next = Math.max(from, to - FAR);
    if (code != null && next < to) {
      for (Node each : code.subMap(next, to).values()) {
        next = read(forms, each, next, to);
      }
    }
    read(forms, node, next, to);
    return forms;
  }

  /** Reads a node's instructions from an address on; returns where it ended. */
  private static long read(CodeForms forms, Node node, long from, long to) {
    long next = from;
    for (int i = 0; i < node.count(); i++) {
      long pc = node.address(i);
      if (pc >= next && pc < to) {
        forms.next(pc, node.bits(i));
        next = pc + node.length(i);
      }
    }
    return next;
  }
}
