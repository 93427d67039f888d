package bbt.reconstruct.cursor;

import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.ptg.guest.Node;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.names.CodeAddress;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.walk.graph.Step;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** Creates the targets that the stepper's verbs search for. */
public final class Targets {
  /** Answers that one target keeps at most. */
  private static final int KNOWN_NODES = 1 << 20;

  private Targets() {}

  /** A test of a node that was executed whole, with its place in the log. */
  interface NodeTest {
    boolean test(SegmentLog log, int entry, Step step);
  }

  /** Any stop. */
  public static SearchTarget any() {
    return new SearchTarget() {
      @Override
      boolean at(SegmentLog log, int entry, int offset) {
        return true;
      }
    };
  }

  /** An instruction at one of some addresses, executed or attempted. */
  public static SearchTarget addresses(Collection<Long> addresses) {
    return new Addresses(addresses, Map.of(), null);
  }

  /**
   * An instruction at one of some places of code, executed or attempted.
   *
   * @param places that one word means: of one program, or of any
   */
  public static SearchTarget code(TraceMap map, List<CodeAddress> places) {
    Map<Long, Set<Long>> pages = new HashMap<>();
    for (CodeAddress place : places) {
      if (place.pages() != null) {
        pages.computeIfAbsent(place.address(), k -> new HashSet<>()).addAll(place.pages());
      }
    }
    // The same name may be the kernel's, too: there any page will do.
    places.stream().filter(p -> p.pages() == null).forEach(p -> pages.remove(p.address()));
    SearchTarget all =
        new Addresses(places.stream().map(CodeAddress::address).toList(), pages, map.symbols());
    String program = places.getFirst().program();
    boolean called = program != null && places.getFirst().pages() == null;
    return called ? all.inProgram(map, program) : all;
  }

  /** Instructions at some addresses. */
  private static final class Addresses extends SearchTarget {
    private final long[] sorted;

    /**
     * The {@linkplain Step#page pages} meant, of those addresses where other programs have other
     * code.
     */
    private final Map<Long, Set<Long>> pages;

    private final TraceSymbols symbols;

    Addresses(Collection<Long> addresses, Map<Long, Set<Long>> pages, TraceSymbols symbols) {
      this.sorted = addresses.stream().mapToLong(Long::longValue).sorted().distinct().toArray();
      this.pages = pages;
      this.symbols = symbols;
    }

    private boolean is(long pc, LongSupplier page) {
      if (Arrays.binarySearch(sorted, pc) < 0) {
        return false;
      }
      Set<Long> its = pages.get(pc);
      return its == null || its.contains(page.getAsLong());
    }

    private boolean attempted(long epc, int addressSpace, long clock) {
      return is(epc, () -> symbols.page(addressSpace, epc, clock));
    }

    @Override
    BitSet segments(TraceMap map) {
      return segmentsWith(map, sorted);
    }

    @Override
    boolean counts() {
      return true;
    }

    @Override
    Predicate<Node> watch() {
      return node -> touches(sorted, node);
    }

    @Override
    int hits(Step step, int instructions, int hart, long task) {
      int hits = 0;
      for (int i = 0; i < instructions; i++) {
        hits += is(step.node().address(i), step::page) ? 1 : 0;
      }
      return hits;
    }

    @Override
    boolean trap(Packet.Exception packet, int hart, long task, int addressSpace, long clock) {
      return attempts(packet) && attempted(packet.epc(), addressSpace, clock);
    }

    /** An interrupt comes in front of an instruction, which is not attempted before it is over. */
    private static boolean attempts(Packet.Exception packet) {
      return packet.kind() != ExceptionKind.INTERRUPT;
    }

    @Override
    boolean maybe(SegmentLog log, int entry) {
      Step step = log.step(entry);
      return step == null
          ? log.mark(entry).packet() instanceof Packet.Exception packet
              && log.mark(entry).kind() == LogMark.Kind.TRAP
              && attempts(packet)
          : touches(sorted, step.node());
    }

    @Override
    boolean at(SegmentLog log, int entry, int offset) {
      Step step = log.step(entry);
      return step != null
          ? is(step.node().address(offset), step::page)
          : attempted(
              log.mark(entry).from(), log.stateBefore(entry).addressSpace(), log.clockAt(entry));
    }
  }

  private static BitSet segmentsWith(TraceMap map, long[] addresses) {
    BitSet all = new BitSet();
    for (long each : addresses) {
      all.or(map.segmentsWith(each));
    }
    return all;
  }

  /** Whether one of the addresses, ascending, is in a node. */
  private static boolean touches(long[] sorted, Node node) {
    int at = Arrays.binarySearch(sorted, node.pc());
    int index = at >= 0 ? at : -at - 1;
    return index < sorted.length && sorted[index] - node.pc() < node.size();
  }

  /** A place where something is missing in the trace. */
  public static SearchTarget gaps() {
    return new SearchTarget() {
      @Override
      boolean maybe(SegmentLog log, int entry) {
        LogMark mark = log.mark(entry);
        return mark != null && mark.kind() == LogMark.Kind.GAP;
      }

      @Override
      boolean at(SegmentLog log, int entry, int offset) {
        return true;
      }
    };
  }

  /** The last instruction of a node that was executed whole. */
  static SearchTarget nodeEnd(NodeTest test) {
    return new SearchTarget() {
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
  public static SearchTarget calls() {
    return nodeEnd((log, entry, step) -> step.calls());
  }

  /** A return instruction. */
  public static SearchTarget returns() {
    return nodeEnd((log, entry, step) -> step.returns());
  }

  /** A conditional branch. */
  public static SearchTarget branches() {
    return nodeEnd((log, entry, step) -> step.branches());
  }

  /** A conditional branch that went this way. */
  public static SearchTarget branches(boolean taken) {
    return nodeEnd(
        (log, entry, step) -> step.branches() && (log.pcAfter(entry) == step.target()) == taken);
  }

  /** The first stop of each packet: a trap itself; of other packets the stop behind them. */
  public static SearchTarget packets() {
    SearchTarget behind = behind(mark -> mark.packet() != null);
    SearchTarget traps = traps(cause -> true);
    return new SearchTarget() {
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
  public static SearchTarget switches() {
    return behind(mark -> mark.kind() == LogMark.Kind.SWITCH);
  }

  /** An instruction that passes a test. */
  public static SearchTarget instructions(InstructionTest test) {
    return new SearchTarget() {
      /** Nodes asked about, since each is executed many times. */
      private final Map<Node, Boolean> known = new IdentityHashMap<>();

      @Override
      boolean counts() {
        return true;
      }

      @Override
      Predicate<Node> watch() {
        return node -> hits(node, node.count(), InstructionTest.ANYWHERE) > 0;
      }

      private boolean passes(Step step) {
        if (known.size() > KNOWN_NODES) {
          known.clear();
        }
        return known.computeIfAbsent(step.node(), its -> hits(its, its.count(), page(step)) > 0);
      }

      private int hits(Node node, int instructions, long page) {
        int hits = 0;
        for (int i = 0; i < instructions; i++) {
          hits += test.test(node.address(i), node.bits(i), page) ? 1 : 0;
        }
        return hits;
      }

      @Override
      int hits(Step step, int instructions, int hart, long task) {
        return hits(step.node(), instructions, page(step));
      }

      @Override
      boolean maybe(SegmentLog log, int entry) {
        Step step = log.step(entry);
        return step != null && passes(step);
      }

      @Override
      boolean at(SegmentLog log, int entry, int offset) {
        Step step = log.step(entry);
        return test.test(step.node().address(offset), step.node().bits(offset), page(step));
      }
    };
  }

  /**
   * Finds instructions by a slow test that accepts few: beyond the segment where a search begins it
   * is asked once of all code that the trace holds, and then only of what it accepted.
   */
  public static SearchTarget rare(InstructionTest test) {
    SearchTarget near = instructions(test);
    return new SearchTarget() {
      private SearchTarget found;

      private SearchTarget found(TraceMap map) {
        if (found == null) {
          Set<Long> addresses = new HashSet<>();
          map.instructions(
              (pc, bits, page) -> {
                if (test.test(pc, bits, page)) {
                  addresses.add(pc);
                }
              });
          found = addresses(addresses);
        }
        return found;
      }

      @Override
      BitSet segments(TraceMap map) {
        return found(map).segments(map);
      }

      @Override
      boolean counts() {
        return true;
      }

      @Override
      Predicate<Node> watch() {
        return found.watch();
      }

      @Override
      int hits(Step step, int instructions, int hart, long task) {
        return near.hits(step, instructions, hart, task);
      }

      @Override
      boolean maybe(SegmentLog log, int entry) {
        return near.maybe(log, entry) && (found == null || found.maybe(log, entry));
      }

      @Override
      boolean at(SegmentLog log, int entry, int offset) {
        return near.at(log, entry, offset);
      }
    };
  }

  /** A test of an instruction. */
  public interface InstructionTest {
    /** Some page or other. */
    long ANYWHERE = -1;

    /**
     * Whether the instruction with this encoding passes at this address.
     *
     * @param page that is shown there ({@link Step#page}); or {@link #ANYWHERE}: whether it passes
     *     in any
     */
    boolean test(long pc, int bits, long page);
  }

  private static long page(Step step) {
    return step.page();
  }

  /** The first instruction of a node, a trap, a gap, the end. */
  public static SearchTarget nodeStart() {
    return new SearchTarget() {
      @Override
      boolean at(SegmentLog log, int entry, int offset) {
        return offset == 0;
      }
    };
  }

  /** An exception or interrupt whose cause, as the packet has it, fits. */
  public static SearchTarget traps(LongPredicate causes) {
    return traps(causes, kind -> true);
  }

  /**
   * An exception or interrupt whose cause and kind, as the packet has them, fit. A call of firmware
   * has its function in place of a cause.
   */
  public static SearchTarget traps(LongPredicate causes, Predicate<ExceptionKind> kinds) {
    return new SearchTarget() {
      @Override
      BitSet segments(TraceMap map) {
        BitSet all = new BitSet();
        map.segmentsOfCauses()
            .forEach(
                (cause, segments) -> {
                  if (causes.test(cause)) {
                    all.or(segments);
                  }
                });
        return all;
      }

      @Override
      boolean counts() {
        return true;
      }

      @Override
      boolean trap(Packet.Exception packet, int hart, long task, int addressSpace, long clock) {
        return causes.test(packet.cause()) && kinds.test(packet.kind());
      }

      @Override
      boolean maybe(SegmentLog log, int entry) {
        LogMark mark = log.mark(entry);
        return mark != null && mark.kind() == LogMark.Kind.TRAP;
      }

      @Override
      boolean at(SegmentLog log, int entry, int offset) {
        Packet.Exception packet = (Packet.Exception) log.mark(entry).packet();
        return causes.test(packet.cause()) && kinds.test(packet.kind());
      }
    };
  }

  /** The first stop behind a mark that fits. */
  static SearchTarget behind(Predicate<LogMark> fits) {
    return new SearchTarget() {
      @Override
      boolean maybe(SegmentLog log, int entry) {
        for (int i = entry - 1; i >= 0; i--) {
          LogMark mark = log.mark(i);
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
  public static SearchTarget taskBegins(Collection<Long> tasks) {
    SearchTarget behind =
        behind(
            mark ->
                (mark.kind() == LogMark.Kind.SWITCH
                        || mark.kind() == LogMark.Kind.TURN
                        || mark.kind() == LogMark.Kind.START)
                    && tasks.contains(mark.state().task()));
    return new SearchTarget() {
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
}
