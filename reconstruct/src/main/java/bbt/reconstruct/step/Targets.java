package bbt.reconstruct.step;

import bbt.packets.Packet;
import bbt.ptg.graph.Node;
import bbt.reconstruct.walk.Step;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/** The targets that the stepper's verbs use. */
public final class Targets {
  private Targets() {}

  /** A test of a node that was executed whole, with its place in the log. */
  interface NodeTest {
    boolean test(SegmentLog log, int entry, Step step);
  }

  /** Any stop. */
  public static Target any() {
    return new Target() {
      @Override
      boolean at(SegmentLog log, int entry, int offset) {
        return true;
      }
    };
  }

  /** An instruction at one of some addresses, executed or attempted. */
  public static Target addresses(Collection<Long> addresses) {
    long[] sorted = addresses.stream().mapToLong(Long::longValue).sorted().toArray();
    return new Target() {
      @Override
      BitSet segments(TraceMap map) {
        BitSet all = new BitSet();
        for (long each : sorted) {
          all.or(map.segmentsWith(each));
        }
        return all;
      }

      @Override
      Predicate<Node> watch() {
        return this::hits;
      }

      private boolean hits(Node node) {
        int at = Arrays.binarySearch(sorted, node.pc());
        int index = at >= 0 ? at : -at - 1;
        return index < sorted.length && sorted[index] - node.pc() < node.size();
      }

      @Override
      boolean trap(Packet.Exception packet) {
        return Arrays.binarySearch(sorted, packet.epc()) >= 0;
      }

      @Override
      boolean maybe(SegmentLog log, int entry) {
        Step step = log.step(entry);
        return step == null ? log.mark(entry).kind() == Mark.Kind.TRAP : hits(step.node());
      }

      @Override
      boolean at(SegmentLog log, int entry, int offset) {
        Step step = log.step(entry);
        long pc = step != null ? step.node().address(offset) : log.mark(entry).from();
        return Arrays.binarySearch(sorted, pc) >= 0;
      }
    };
  }

  /** An instruction between two addresses, the second exclusive. */
  public static Target range(long from, long to) {
    return new Target() {
      @Override
      Predicate<Node> watch() {
        return this::hits;
      }

      private boolean hits(Node node) {
        return node.pc() < to && node.endAddress() > from;
      }

      @Override
      boolean maybe(SegmentLog log, int entry) {
        Step step = log.step(entry);
        return step != null && hits(step.node());
      }

      @Override
      boolean at(SegmentLog log, int entry, int offset) {
        long pc = log.step(entry).node().address(offset);
        return pc >= from && pc < to;
      }
    };
  }

  /** The last instruction of a node that was executed whole. */
  static Target nodeEnd(NodeTest test) {
    return new Target() {
      @Override
      boolean maybe(SegmentLog log, int entry) {
        Step step = log.step(entry);
        return step != null
            && !step.truncated()
            && log.executed(entry) == step.node().count()
            && test.test(log, entry, step);
      }

      @Override
      boolean at(SegmentLog log, int entry, int offset) {
        return offset == log.step(entry).node().count() - 1;
      }
    };
  }

  /** A call instruction. */
  public static Target calls() {
    return nodeEnd((log, entry, step) -> step.calls());
  }

  /** A return instruction. */
  public static Target returns() {
    return nodeEnd((log, entry, step) -> step.returns());
  }

  /** A conditional branch. */
  public static Target branches() {
    return nodeEnd((log, entry, step) -> step.branches());
  }

  /** A conditional branch that went this way. */
  public static Target branches(boolean taken) {
    return nodeEnd(
        (log, entry, step) -> step.branches() && (log.pcAfter(entry) == step.target()) == taken);
  }

  /** The first stop of a packet. */
  public static Target packets() {
    Target behind = behind(mark -> mark.packet() != null);
    Target traps = traps(packet -> true);
    return new Target() {
      @Override
      boolean maybe(SegmentLog log, int entry) {
        return traps.maybe(log, entry) || behind.maybe(log, entry);
      }

      @Override
      boolean at(SegmentLog log, int entry, int offset) {
        return offset == 0;
      }
    };
  }

  /** The first stop behind a change of task or address space. */
  public static Target switches() {
    return behind(mark -> mark.kind() == Mark.Kind.SWITCH);
  }

  /** An instruction whose node a test accepts, and which itself passes another. */
  public static Target instructions(Predicate<Node> nodes, InstructionTest test) {
    return new Target() {
      @Override
      Predicate<Node> watch() {
        return nodes;
      }

      @Override
      boolean maybe(SegmentLog log, int entry) {
        Step step = log.step(entry);
        return step != null && nodes.test(step.node());
      }

      @Override
      boolean at(SegmentLog log, int entry, int offset) {
        return test.test(log.step(entry).node(), offset);
      }
    };
  }

  /** A test of one instruction of a node. */
  public interface InstructionTest {
    /** Whether instruction {@code index} of the node passes. */
    boolean test(Node node, int index);
  }

  /** The first instruction of a node, a trap, a gap, the end. */
  public static Target nodeStart() {
    return new Target() {
      @Override
      boolean at(SegmentLog log, int entry, int offset) {
        return offset == 0;
      }
    };
  }

  /** An exception or interrupt whose packet fits. */
  public static Target traps(Predicate<Packet.Exception> fits) {
    return new Target() {
      @Override
      BitSet segments(TraceMap map) {
        BitSet all = new BitSet();
        map.segmentsOfCauses().values().forEach(all::or);
        return all;
      }

      @Override
      boolean maybe(SegmentLog log, int entry) {
        Mark mark = log.mark(entry);
        return mark != null && mark.kind() == Mark.Kind.TRAP;
      }

      @Override
      boolean at(SegmentLog log, int entry, int offset) {
        return fits.test((Packet.Exception) log.mark(entry).packet());
      }
    };
  }

  /** An exception or interrupt of one cause, as the packet has it. */
  public static Target cause(long cause) {
    Target all = traps(packet -> packet.cause() == cause);
    return new Target() {
      @Override
      BitSet segments(TraceMap map) {
        return map.segmentsOfCauses().getOrDefault(cause, new BitSet());
      }

      @Override
      boolean maybe(SegmentLog log, int entry) {
        return all.maybe(log, entry);
      }

      @Override
      boolean at(SegmentLog log, int entry, int offset) {
        return all.at(log, entry, offset);
      }
    };
  }

  /** The first stop behind a mark that fits. */
  static Target behind(Predicate<Mark> fits) {
    return new Target() {
      @Override
      boolean maybe(SegmentLog log, int entry) {
        for (int i = entry - 1; i >= 0; i--) {
          Mark mark = log.mark(i);
          if (mark == null) {
            return false;
          }
          if (fits.test(mark)) {
            return true;
          }
          if (mark.kind().stop) {
            return false;
          }
        }
        return false;
      }

      @Override
      boolean at(SegmentLog log, int entry, int offset) {
        return offset == 0;
      }
    };
  }

  /** The first stop of a task's turn: the task before was another, or it is of another hart. */
  public static Target taskBegins(Collection<Long> tasks) {
    Target behind =
        behind(
            mark ->
                (mark.kind() == Mark.Kind.SWITCH
                        || mark.kind() == Mark.Kind.TURN
                        || mark.kind() == Mark.Kind.START)
                    && tasks.contains(mark.state().task()));
    return new Target() {
      @Override
      BitSet segments(TraceMap map) {
        BitSet all = new BitSet();
        tasks.forEach(task -> all.or(map.segmentsOfTask(task)));
        return all;
      }

      @Override
      boolean maybe(SegmentLog log, int entry) {
        return entry > 2 && behind.maybe(log, entry);
      }

      @Override
      boolean at(SegmentLog log, int entry, int offset) {
        return behind.at(log, entry, offset);
      }
    };
  }

  /** One of several. */
  public static Target either(List<Target> targets) {
    return new Target() {
      @Override
      BitSet segments(TraceMap map) {
        BitSet all = new BitSet();
        for (Target each : targets) {
          BitSet its = each.segments(map);
          if (its == null) {
            return null;
          }
          all.or(its);
        }
        return all;
      }

      @Override
      Predicate<Node> watch() {
        Predicate<Node> all = node -> false;
        for (Target each : targets) {
          Predicate<Node> its = each.watch();
          if (its == null) {
            return null;
          }
          all = all.or(its);
        }
        return all;
      }

      @Override
      boolean trap(Packet.Exception packet) {
        return targets.stream().anyMatch(each -> each.trap(packet));
      }

      @Override
      boolean maybe(SegmentLog log, int entry) {
        for (Target each : targets) {
          if (each.maybe(log, entry)) {
            return true;
          }
        }
        return false;
      }

      @Override
      boolean at(SegmentLog log, int entry, int offset) {
        for (Target each : targets) {
          if (each.maybe(log, entry) && each.at(log, entry, offset)) {
            return true;
          }
        }
        return false;
      }
    };
  }
}
