package bbt.reconstruct.code;

import bbt.ptg.guest.ControlFlow;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.InstructionRow;
import bbt.ptg.guest.Node;
import bbt.ptg.guest.TraceRule;
import bbt.reconstruct.code.CodeLine.Flow;
import bbt.reconstruct.walk.graph.BlockCount;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Adds up the nodes of one function, which overlap, into lines and cuts these into blocks. */
final class FunctionCodeBuilder {
  final String name;
  final String program;

  /** The image whose symbol names the function; null where none does. */
  final String image;

  final long address;

  /** The guest whose code it is; null before the first node. */
  private GuestIsa guest;

  /** An instruction as it is counted. */
  private static final class Line {
    final int bits;
    long executions;
    long taken;
    long target;
    Flow flow = Flow.NEXT;

    Line(int bits) {
      this.bits = bits;
    }
  }

  /** By address, in the order in which they were met. */
  private final Map<Long, List<Line>> lines = new TreeMap<>(Long::compareUnsigned);

  /** Times that an address was entered as the start of a node. */
  private final Map<Long, Long> entered = new HashMap<>();

  /** Times that execution came to an address from the instruction before it, or was cut there. */
  private final Map<Long, Long> reached = new HashMap<>();

  FunctionCodeBuilder(String name, String image, String program, long address) {
    this.image = image;
    this.name = name;
    this.program = program;
    this.address = address;
  }

  /**
   * Adds a node.
   *
   * @param bias how far above its place in the binary's file it was executed
   */
  void add(BlockCount count, long bias) {
    Node node = count.node();
    guest = node.guest();
    long[] partial = count.partial();
    entered.merge(node.pc() - bias, count.entries(), Long::sum);
    long times = count.entries();
    Line line = null;
    long at = node.pc() - bias;
    for (int i = 0; i < node.count(); i++) {
      line = line(at, node.bits(i));
      line.executions += times;
      at += node.length(i);
      if (i < partial.length) {
        times -= partial[i];
        reached.merge(at, partial[i], Long::sum);
      }
    }
    if (line != null && node.end() != Node.End.UNKNOWN) {
      end(line, node, count, bias);
    }
  }

  private void end(Line line, Node node, BlockCount count, long bias) {
    TraceRule rule = node.rule();
    line.taken += count.taken();
    Flow flow = flow(rule, node);
    if (flow == Flow.NEXT) {
      reached.merge(node.endAddress() - bias, count.executions(), Long::sum);
    }
    // The same jump may be direct in one node, and not in another that starts behind what sets its
    // base.
    if (line.target == 0) {
      line.flow = flow;
      line.target = flow == Flow.NEXT || rule.target() == 0 ? 0 : rule.target() - bias;
    }
  }

  private static Flow flow(TraceRule rule, Node node) {
    return switch (rule.leaves()) {
      case BRANCH -> Flow.BRANCH;
      case TARGET ->
          rule.pops() ? Flow.RETURN : rule.pushes() ? Flow.INDIRECT_CALL : Flow.INDIRECT_JUMP;
      case TRAP_RETURN -> Flow.TRAP_RETURN;
      case TRAP -> Flow.TRAP;
      case NOTHING ->
          rule.pushes() ? Flow.CALL : node.end() == Node.End.FLOW ? Flow.JUMP : Flow.NEXT;
    };
  }

  private Line line(long at, int bits) {
    List<Line> here = lines.computeIfAbsent(at, k -> new ArrayList<>(1));
    for (Line line : here) {
      if (line.bits == bits) {
        return line;
      }
    }
    Line line = new Line(bits);
    here.add(line);
    return line;
  }

  /** The function as it is now. */
  FunctionCode build() {
    List<Block> blocks = new ArrayList<>();
    int version = 0;
    boolean more;
    do {
      more = cut(version, blocks);
      version++;
    } while (more);
    blocks.sort(
        (a, b) -> {
          int c = Long.compareUnsigned(a.address(), b.address());
          return c != 0 ? c : Integer.compare(a.version(), b.version());
        });
    return new FunctionCode(name, program, address, blocks);
  }

  /** Adds the blocks of one version; false when no address has one after it. */
  private boolean cut(int version, List<Block> blocks) {
    List<CodeLine> open = new ArrayList<>();
    boolean more = false;
    for (Map.Entry<Long, List<Line>> entry : lines.entrySet()) {
      List<Line> here = entry.getValue();
      more |= here.size() > version + 1;
      if (here.size() <= version) {
        continue;
      }
      long at = entry.getKey();
      if (!open.isEmpty() && (open.getLast().next() != at || ends(open.getLast()) || starts(at))) {
        blocks.add(new Block(open));
        open.clear();
      }
      Line line = here.get(version);
      open.add(
          new CodeLine(
              image,
              guest,
              at,
              line.bits,
              version,
              line.executions,
              line.flow,
              line.target,
              line.taken));
    }
    if (!open.isEmpty()) {
      blocks.add(new Block(open));
    }
    return more;
  }

  /** Whether something enters there that does not come from the line before. */
  private boolean starts(long at) {
    return at == address || entered.getOrDefault(at, 0L) > reached.getOrDefault(at, 0L);
  }

  private static boolean ends(CodeLine line) {
    if (line.flow() != Flow.NEXT) {
      return true;
    }
    // A call that traps never ends a node that was executed whole, but ends a block.
    InstructionRow row = line.guest().row(line.bits());
    return row != null && row.flow() == ControlFlow.TRAP;
  }
}
