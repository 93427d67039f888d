package bbt.reconstruct.diff.find;

import bbt.packets.ExceptionKind;
import bbt.packets.GuestTime;
import bbt.packets.Packet;
import bbt.packets.TraceHeader;
import bbt.ptg.guest.Node;
import bbt.ptg.guest.PrivilegeMode;
import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.trace.TraceOutline;
import bbt.reconstruct.walk.graph.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Describes the place at which two cursors stand, where the executions part. */
public final class DivergenceTeller {
  /** Items looked at behind the divergence. */
  private static final int AHEAD = 4096;

  private final int lines;
  private final FlowCursor a;
  private final FlowCursor b;
  private final FlowTeller tellerA;
  private final FlowTeller tellerB;

  /**
   * Creates a teller for the place where two cursors stand.
   *
   * @param lines most branches shown before and after
   */
  public DivergenceTeller(FlowCursor a, FlowCursor b, int lines) {
    this.a = a;
    this.b = b;
    this.lines = lines;
    this.tellerA = new FlowTeller(a);
    this.tellerB = new FlowTeller(b);
  }

  public Divergence tell(DivergenceKind kind) throws IOException {
    FlowCursor.HartPlace state = a.state();
    List<FlowCursor.Past> past = new ArrayList<>();
    a.history().forEach(past::add);
    long clock = a.clock();
    long clockB = b.clock();
    long retired = state.retired;
    int hart = a.hart();
    String task = tellerA.taskName(state.task);
    PrivilegeMode mode = a.side.symbols().guest().mode(privilege(a.item(), b.item(), state));
    double seconds = seconds(clock);
    long retiredB = b.state().retired;
    Start left = start(a, tellerA);
    Start right = start(b, tellerB);
    List<FlowLine> decided = tellerA.lines(past);
    if (kind == DivergenceKind.BRANCH && !decided.isEmpty()) {
      decided = decided.subList(0, decided.size() - 1); // the branch itself
    }
    List<FlowLine> before = tail(decided, lines);
    FlowLine last = last(past);
    String why = why(kind, past, left, right);
    List<FlowCursor.Past> aheadA = ahead(a);
    List<FlowCursor.Past> aheadB = ahead(b);
    if (kind == DivergenceKind.INTERRUPT) {
      why += later(left, right, aheadA, aheadB, retired);
    } else if (kind == DivergenceKind.GAP) {
      Edge edgeA = edge(a, left, aheadA, retired);
      Edge edgeB = edge(b, right, aheadB, retiredB);
      left = edgeA.start();
      right = edgeB.start();
      why = gap(edgeA, edgeB);
    }
    return new Divergence(
        kind,
        why,
        new Divergence.At(clock, hart, retired, seconds, task, mode.letter()),
        clockB,
        before,
        last,
        view(left, aheadA, tellerA),
        view(right, aheadB, tellerB));
  }

  /** Guest time; with several harts it is known at epochs, and between them as A has it. */
  private double seconds(long clock) throws IOException {
    TraceHeader header = a.side.header();
    boolean exact =
        header.harts() == 1 && header.get(TraceHeader.TIME, "virtual").equals("virtual");
    if (!exact) {
      return TraceOutline.of(a.side.path()).clock().secondsBefore(clock);
    }
    return clock / header.instructionsPerSecond() + GuestTime.seconds(a.ticksSkipped());
  }

  /**
   * The thing that comes next on one side.
   *
   * @param source the line of it, by the task that executes it; empty where there is none
   */
  private record Start(FlowItem item, long pc, String place, String source, String next) {
    static Start at(FlowCursor cursor, CodeContext its, long pc, String next) throws IOException {
      String place = cursor.side.name(its, pc);
      String source = place.isEmpty() ? "" : cursor.side.source(its, pc);
      return new Start(cursor.item(), pc, place, source, next);
    }

    String told() {
      return next + (place.isEmpty() ? "" : " at " + place);
    }

    /** Something that has no place in the code. */
    static Start nowhere(FlowItem item, String next) {
      return new Start(item, 0, "", "", next);
    }
  }

  private static Start start(FlowCursor cursor, FlowTeller teller) throws IOException {
    FlowItem item = cursor.item();
    CodeContext its = cursor.executor();
    return switch (item) {
      case FlowItem.Piece piece -> {
        Node node = piece.step().node();
        long pc = node.address(cursor.within());
        yield Start.at(cursor, its, pc, teller.text(its, pc, node.bits(cursor.within())));
      }
      case FlowItem.Trap trap -> {
        Packet.Exception p = trap.packet();
        String what = FlowTeller.describe(cursor.side.causes(), p);
        yield p.kind() == ExceptionKind.RESET
            ? Start.at(cursor, its.in(p.privilege()), p.pc(), what)
            : Start.at(cursor, its, p.epc(), what);
      }
      case FlowItem.Switch to ->
          Start.at(
              cursor,
              its,
              to.packet().pc(),
              "context switch to " + teller.taskName(to.packet().task()));
      case FlowItem.TrapReturn ret ->
          Start.at(cursor, its.in(ret.privilege()), ret.target(), "return from trap");
      case FlowItem.TimeSkip skip ->
          Start.nowhere(
              item,
              String.format(
                  Locale.ROOT, "guest time jumps by %.6f s", GuestTime.seconds(skip.ticks())));
      case FlowItem.Hart next -> Start.nowhere(item, "hart " + next.number() + "'s turn");
      case FlowItem.Start s ->
          Start.at(
              cursor,
              cursor.starts(s),
              s.pc(),
              (cursor.state().begun ? "recorded again at count " : "starts at count ")
                  + s.retired());
      case FlowItem.Turn turn -> throw new IllegalStateException("a turn is passed over: " + turn);
      case FlowItem.Gap gap -> Start.nowhere(item, "the next instructions are not recorded");
      case FlowItem.End end -> Start.nowhere(item, "the run ends: " + end.told());
      case null -> Start.nowhere(null, Divergence.View.CUT);
    };
  }

  /** Returns what comes next, and moves the cursor on over it. */
  private static List<FlowCursor.Past> ahead(FlowCursor cursor) throws IOException {
    List<FlowCursor.Past> ahead = new ArrayList<>();
    FlowItem item = cursor.item();
    while (item != null && ahead.size() < AHEAD) {
      // Behind a gap, and of another hart, the count is another one than that of the items before.
      long before = cursor.state().retired - cursor.within();
      ahead.add(new FlowCursor.Past(item, before, cursor.executor()));
      cursor.take();
      item = cursor.item();
    }
    return ahead;
  }

  private Divergence.View view(Start start, List<FlowCursor.Past> ahead, FlowTeller teller) {
    List<FlowLine> after = teller.lines(ahead);
    return new Divergence.View(
        start.pc(),
        start.place(),
        start.source(),
        start.next(),
        List.of(),
        after.subList(0, Math.min(lines, after.size())));
  }

  /** When the interrupt that one run takes here comes in the other, if it is soon. */
  private static String later(
      Start left,
      Start right,
      List<FlowCursor.Past> aheadA,
      List<FlowCursor.Past> aheadB,
      long retired) {
    boolean inA = isInterrupt(left);
    boolean inB = isInterrupt(right);
    if (inA == inB) {
      return ""; // two different ones
    }
    long cause = ((FlowItem.Trap) (inA ? left : right).item()).packet().cause();
    for (FlowCursor.Past past : inA ? aheadB : aheadA) {
      if (past.item() instanceof FlowItem.Hart) {
        break; // counts of another hart
      }
      if (past.item() instanceof FlowItem.Trap trap && trap.packet().cause() == cause) {
        return String.format(
            Locale.ROOT,
            "; in %s %s later",
            inA ? "B" : "A",
            NumberText.instructions(trap.packet().retired() - retired));
      }
    }
    return "";
  }

  /**
   * What comes next on a side where what was recorded begins or ends.
   *
   * @param start it, with the length of the gap if it is one
   * @param length instructions of the gap that begins or ends here; -1 if none does, 0 if the trace
   *     does not say how long it is
   * @param end where it ends
   */
  private record Edge(Start start, long length, String end) {
    boolean begins() {
      return start.item() instanceof FlowItem.Gap;
    }

    boolean ends() {
      return start.item() instanceof FlowItem.Start;
    }

    String length(String noun) {
      return length > 0 ? NumberText.counted(length, noun) : "the next " + noun + "s";
    }
  }

  private static Edge edge(
      FlowCursor cursor, Start start, List<FlowCursor.Past> ahead, long retired) {
    if (start.item() instanceof FlowItem.Start s) {
      return new Edge(start, s.retired() - retired, start.place());
    }
    if (!(start.item() instanceof FlowItem.Gap)) {
      return new Edge(start, -1, "");
    }
    FlowCursor.Past behind =
        ahead.stream()
            .skip(1)
            .filter(past -> !(past.item() instanceof FlowItem.TimeSkip))
            .findFirst()
            .orElse(null);
    if (behind == null || !(behind.item() instanceof FlowItem.Start s)) {
      return new Edge(start, 0, "");
    }
    CodeContext its =
        new CodeContext(s.addressSpace(), s.privilege(), s.task(), behind.executor().clock());
    long length = s.retired() - retired;
    Start told =
        Start.nowhere(
            start.item(),
            length == 1
                ? "1 instruction is not recorded"
                : NumberText.instructions(length) + " are not recorded");
    return new Edge(told, length, cursor.side.name(its, s.pc()));
  }

  private static String gap(Edge inA, Edge inB) {
    if (inA.begins() != inB.begins()) {
      Edge gap = inA.begins() ? inA : inB;
      Start on = (inA.begins() ? inB : inA).start();
      return "the recording of "
          + (inA.begins() ? "A" : "B")
          + " leaves out "
          + gap.length("instruction")
          + (gap.end().isEmpty() ? "" : ", up to " + gap.end())
          + "; that of "
          + (inA.begins() ? "B" : "A")
          + " does not: "
          + on.told();
    }
    if (inA.ends() && inB.ends()) {
      return "what was not recorded ends after "
          + inA.length("instruction")
          + " in A, at "
          + inA.end()
          + "; after "
          + inB.length("instruction")
          + " in B, at "
          + inB.end();
    }
    return "A: " + inA.start().told() + "; B: " + inB.start().told();
  }

  private static boolean isInterrupt(Start start) {
    return start.item() instanceof FlowItem.Trap trap && trap.packet().cause() < 0;
  }

  private static <T> List<T> tail(List<T> list, int count) {
    return list.subList(Math.max(0, list.size() - count), list.size());
  }

  /** The innermost function's place: where it goes on, or its last instruction. */
  public static ComparedTrace.Here here(FlowCursor cursor) throws IOException {
    CodeContext its = cursor.executor();
    return switch (cursor.item()) {
      case FlowItem.Piece piece ->
          new ComparedTrace.Here(its, piece.step().node().address(cursor.within()));
      case FlowItem.Trap trap when trap.packet().kind() != ExceptionKind.RESET ->
          new ComparedTrace.Here(its, trap.packet().epc());
      case FlowItem.Start start when !cursor.state().begun ->
          new ComparedTrace.Here(cursor.starts(start), start.pc());
      case null, default -> lastOf(cursor);
    };
  }

  /** The last instruction that was executed; address 0 if there is none. */
  private static ComparedTrace.Here lastOf(FlowCursor cursor) {
    ComparedTrace.Here last = new ComparedTrace.Here(cursor.executor(), 0);
    for (FlowCursor.Past past : cursor.history()) {
      if (past.item() instanceof FlowItem.Piece piece) {
        last =
            new ComparedTrace.Here(past.executor(), piece.step().node().address(piece.count() - 1));
      }
    }
    return last;
  }

  private FlowLine last(List<FlowCursor.Past> past) {
    for (FlowCursor.Past each : past.reversed()) {
      if (each.item() instanceof FlowItem.Piece piece) {
        int index = piece.count() - 1;
        Node node = piece.step().node();
        long pc = node.address(index);
        CodeContext its = each.executor();
        String text = tellerA.text(its, pc, node.bits(index));
        String place = a.side.name(its, pc);
        return new FlowLine(each.retired() + index, pc, place, text, "", a.side.source(its, pc));
      }
    }
    return null;
  }

  private String lastText(List<FlowCursor.Past> past) {
    FlowLine last = last(past);
    return last == null ? "it" : last.text() + " at " + last.place();
  }

  private String why(DivergenceKind kind, List<FlowCursor.Past> past, Start left, Start right) {
    return switch (kind) {
      case BRANCH -> {
        CodeContext its = past.getLast().executor();
        Step step = ((FlowItem.Piece) past.getLast().item()).step();
        long site = step.site();
        int bits = step.node().bits(step.node().count() - 1);
        boolean taken = left.pc() != step.link();
        yield tellerA.text(its, site, bits)
            + " at "
            + a.side.name(its, site)
            + (taken ? " is taken in A, not in B: " : " is taken in B, not in A: ")
            + a.side.symbols().guest().condition(bits, taken)
            + " in A, "
            + a.side.symbols().guest().condition(bits, !taken)
            + " in B";
      }
      case TARGET ->
          lastText(past) + " goes to " + left.place() + " in A, to " + right.place() + " in B";
      case INTERRUPT -> {
        boolean inA = isInterrupt(left);
        Start with = inA ? left : right;
        yield "a "
            + with.next()
            + " comes here in "
            + (inA ? "A, not in B" : "B, not in A")
            + ", at "
            + with.place();
      }
      case CUT -> cut(left, right);
      case CODE -> "at " + left.place() + " A executes " + left.next() + ", B " + right.next();
      default -> "A: " + left.told() + "; B: " + right.told();
    };
  }

  private static String cut(Start left, Start right) {
    if (left.item() == null && right.item() == null) {
      return "both are cut there (the runs were killed or the files are incomplete)";
    }
    boolean inA = left.item() == null;
    Start on = inA ? right : left;
    return (inA ? "A" : "B")
        + " is cut there (the run was killed or the file is incomplete); "
        + (inA ? "B" : "A")
        + " goes on: "
        + on.told();
  }

  /** Before a hart's first state it is the one that it starts in, if one of them says so. */
  private static int privilege(FlowItem left, FlowItem right, FlowCursor.HartPlace state) {
    if (state.entered) {
      return state.privilege;
    }
    return left instanceof FlowItem.Start s
        ? s.privilege()
        : right instanceof FlowItem.Start s ? s.privilege() : state.privilege;
  }
}
