package bbt.translator.trace;

import bbt.packets.Chunk;
import bbt.packets.ExceptionKind;
import bbt.packets.write.EventWriter;
import bbt.packets.write.MachineWriter;
import bbt.ptg.guest.TraceRule;
import bbt.ptg.guest.TrapCauses;
import bbt.translator.memory.HostMemory;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

/**
 * Turns raw records into canonical steps: the writer thread's inner loop.
 *
 * <p>A path that has been seen before and closes neither packet nor frame costs one look-up in a
 * flat table and one append of its bits; nothing is allocated. Everything else goes node by node:
 * the first time a path is seen (its code is announced then), paths near a cut, markers.
 */
final class Canonicalizer {
  // How a path ends: what has to be done with the start of the next record.
  private static final int NEXT = 0;
  private static final int CALL = 1;
  private static final int RETURN = 2;
  private static final int INDIRECT = 3;
  private static final int INDIRECT_CALL = 4;
  private static final int RETURN_CALL = 5;
  private static final int TRAP_RETURN = 6;

  /** Longs per row of {@link #table}: bits, facts, start pc, site (of a call: link). */
  private static final int STRIDE = 4;

  private static final int BITS = 0;
  private static final int FACTS = 1;
  private static final int START = 2;
  private static final int SITE = 3;

  // Facts: instructions in bits 19..0, branch bits in 26..20, end in 31..28; above them one bit for
  // each hart that has announced the path's code.
  private static final int COUNT_SHIFT = 20;
  private static final int END_SHIFT = 28;
  private static final int MAX_INSTRUCTIONS = (1 << COUNT_SHIFT) - 1;
  private static final int MAX_BRANCHES = 63;
  private static final int HART_SHIFT = 32;

  private final MachineWriter machine;

  /** The stream of the hart whose records these are. */
  private EventWriter out;

  /** Its bit among the facts. */
  private long known;

  private final PathTable paths;
  private final Queue<GuestSystem.Remark> remarks;
  private final TrapCauses causes;
  private final Ending ending;
  private final boolean verify;

  /** Decides what is recorded; null: all, until the user switches it off. */
  private RecordingGate gate;

  private final RecordingSwitch switching;

  /** The gate's view of the hart whose records these are; null where all is recorded. */
  private RecordingGate.HartView view;

  /** By row: the places in which all of its nodes start, or {@link #MIXED}. */
  private long[] masks = new long[1 << 12];

  private static final long MIXED = Long.MIN_VALUE;

  /**
   * By id: the index of its row; 0 for an id that has none. Most ids are never seen, and the rows
   * of those that are stand close together.
   */
  private int[] rows = new int[1 << 14];

  /** The first row knows nothing. */
  private long[] table = new long[(1 << 12) * STRIDE];

  private int tableEnd = STRIDE;

  /** Link addresses of indirect calls, by row. */
  private long[] links = new long[1 << 12];

  /** The end of the last path if its target is still open, else NEXT. */
  private int pending = NEXT;

  private long pendingSite;
  private long pendingLink;
  private long pathsSeen;

  // The path that is being looked at node by node.
  private final Walk walk = new Walk();

  private Chunk.End end;

  Canonicalizer(
      MachineWriter machine,
      PathTable paths,
      Queue<GuestSystem.Remark> remarks,
      TrapCauses causes,
      Ending ending,
      boolean verify,
      TraceScope scope,
      RecordingSwitch switching) {
    this.machine = machine;
    this.out = machine.current();
    this.known = 1L << HART_SHIFT;
    this.paths = paths;
    this.remarks = remarks;
    this.causes = causes;
    this.ending = ending;
    this.verify = verify;
    this.switching = switching;
    if (!scope.isAll()) {
      choose(scope);
    }
  }

  /** Sets the scope that says from here on what is recorded. */
  private void choose(TraceScope scope) {
    gate = new RecordingGate(scope, machine.harts(), switching);
    for (int i = 0; i < machine.harts(); i++) {
      EventWriter hart = machine.hart(i);
      hart.sideband()
          .onNames(
              said -> {
                if (gate.learn(said)) {
                  Arrays.fill(masks, MIXED);
                }
              });
      RecordingGate.HartView its = gate.hart(i);
      its.privilege = hart.privilege();
      its.space = hart.addressSpace();
      its.task = hart.task();
      gate.moved(its);
      if (hart == out) {
        view = its;
      }
    }
  }

  /** Consumes records; the last one must be whole. */
  void consume(long from, long to) {
    long at = from;
    while (at < to) {
      int word = HostMemory.getInt(at);
      at += 4;
      if (word >= 0) {
        if (gate == null) {
          path(word);
        } else {
          select(word);
        }
      } else {
        at = marker(-word, at);
      }
    }
  }

  private void path(int id) {
    if (id < rows.length) {
      long[] t = table;
      int row = rows[id];
      long fact = t[row + FACTS];
      if ((fact & known) != 0) {
        int facts = (int) fact;
        if (pending != NEXT) {
          resolve(t[row + START]);
        }
        int branches = facts >>> COUNT_SHIFT & 0x7F;
        int instructions = facts & MAX_INSTRUCTIONS;
        // What leaves no event closes nothing, however long ago the frame should have been closed.
        if (branches == 0 || out.fits(branches, instructions)) {
          out.append(t[row + BITS], branches, instructions);
          int ending = facts >>> END_SHIFT;
          if (ending != NEXT) {
            if (ending == CALL) {
              out.call(t[row + SITE]);
            } else {
              pending = ending;
              pendingSite = t[row + SITE];
              pendingLink = links[row / STRIDE];
            }
          }
          return;
        }
      }
    }
    slowPath(id);
  }

  /** A path of a trace that does not have all of the run. */
  private void select(int id) {
    if (view.quiet) {
      executed();
      return;
    }
    int row = id < rows.length ? rows[id] : 0;
    if (row == 0 || masks[row / STRIDE] == MIXED) {
      slowPath(id);
      return;
    }
    int instructions = (int) table[row + FACTS] & MAX_INSTRUCTIONS;
    long start = table[row + START];
    if (pending != NEXT) {
      resolve(start);
    }
    if (covered(start, masks[row / STRIDE])) {
      path(id);
    } else {
      view.skipped += instructions;
    }
  }

  /** Whether a node that is entered now is recorded; the trace is told where that changes. */
  private boolean covered(long pc, long mask) {
    boolean covered = gate.covers(view, mask);
    if (covered && view.away) {
      comeBack(pc);
    } else if (!covered && !view.away) {
      view.away = true;
      out.leave(pc);
    }
    return covered;
  }

  /** Records again from here on. */
  private void comeBack(long pc) {
    absent(pc);
    out.enter(pc);
    view.away = false;
  }

  /** A quiet hart has executed something: the gap has begun where it became quiet. */
  private void executed() {
    if (!view.away) {
      if (gate.covers(view, gate.places(view.next))) {
        throw new IllegalStateException("what is executed at " + hex(view.next) + " is recorded");
      }
      view.away = true;
      out.leave(view.next);
    }
  }

  private void absent(long pc) {
    out.absent(view.skipped, pc, view.privilege, view.space, view.task);
    view.skipped = 0;
  }

  /** The hart's state is another one. */
  private void moved(int privilege, int space, long task) {
    if (view != null) {
      view.privilege = privilege;
      view.space = space;
      view.task = task;
      gate.moved(view);
    }
  }

  /**
   * Whether a packet is written that leads from one state to another: where what was executed
   * before it is recorded, or what follows.
   *
   * @param from where it comes from
   * @param to where execution goes on
   */
  private boolean written(long from, long to, int privilege, int space, long task) {
    if (view == null) {
      return true;
    }
    int oldPrivilege = view.privilege;
    int oldSpace = view.space;
    long oldTask = view.task;
    moved(privilege, space, task);
    if (view.away && gate.covers(view, gate.places(to))) {
      view.privilege = oldPrivilege;
      view.space = oldSpace;
      view.task = oldTask;
      comeBack(from);
      moved(privilege, space, task);
    }
    return !view.away;
  }

  /** The open target is where the next record starts. */
  private void resolve(long target) {
    int ending = pending;
    pending = NEXT;
    switch (ending) {
      case RETURN -> out.ret(pendingSite, target);
      case INDIRECT -> out.indirect(pendingSite, target);
      case INDIRECT_CALL -> out.indirectCall(pendingSite, target, pendingLink);
      case RETURN_CALL -> out.retCall(pendingSite, target, pendingLink);
      case TRAP_RETURN ->
          throw new IllegalStateException(
              "no record of where the return from a trap leads, at " + hex(pendingSite));
      default -> {}
    }
  }

  private void slowPath(int id) {
    Object owner = paths.owner(id);
    int number = paths.number(id);
    walk.begin();
    if (owner instanceof NodePath node) {
      walk.step(node, number == 1);
    } else {
      ((RegionPaths) owner).expand(number, walk);
    }
    walk.remember(id);
    pathsSeen++;
  }

  /** Executes the steps of a path one by one and collects what they add up to. */
  private final class Walk implements RegionPaths.Sink {
    private boolean simple;
    private boolean first;
    private long start;
    private long taken;
    private int branches;
    private long instructions;
    private int ending;
    private long site;
    private long link;

    /** The places that all of its nodes are in, or {@link #MIXED}; whether all are recorded. */
    private long mask;

    private boolean recorded;

    void begin() {
      simple = true;
      recorded = true;
      first = true;
      taken = 0;
      branches = 0;
      instructions = 0;
      ending = NEXT;
    }

    @Override
    public void node(int baseId, boolean wasTaken) {
      step((NodePath) paths.owner(baseId), wasTaken);
    }

    @Override
    public void partial(int baseId, int retired) {
      enter((NodePath) paths.owner(baseId), retired);
      simple = false;
    }

    void step(NodePath path, boolean wasTaken) {
      if (ending != NEXT || path.straddles()) {
        simple = false;
      }
      boolean at = enter(path, path.node.count());
      instructions += path.node.count();
      TraceRule rule = path.rule();
      ending = NEXT;
      switch (rule.leaves()) {
        case NOTHING -> {
          if (rule.pushes()) {
            if (at) {
              out.call(rule.link());
            }
            ending = CALL;
            site = rule.link();
          }
        }
        case BRANCH -> {
          if (at) {
            out.branch(wasTaken, wasTaken ? rule.target() : rule.link());
          }
          if (branches < MAX_BRANCHES) {
            taken |= (wasTaken ? 1L : 0L) << branches;
          }
          branches++;
        }
        case TARGET -> {
          ending = targetEnding(rule);
          open(rule, at);
        }
        case TRAP_RETURN -> {
          ending = TRAP_RETURN;
          open(rule, at);
        }
        case TRAP -> {
          // A call that firmware served: a FIRMWARE record follows and says where it goes on.
        }
      }
    }

    private int targetEnding(TraceRule rule) {
      if (rule.pops()) {
        return rule.pushes() ? RETURN_CALL : RETURN;
      }
      return rule.pushes() ? INDIRECT_CALL : INDIRECT;
    }

    private void open(TraceRule rule, boolean recorded) {
      site = rule.site();
      link = rule.link();
      if (recorded) {
        pending = ending;
        pendingSite = site;
        pendingLink = link;
      }
    }

    /** Enters a node and executes its first instructions; says whether they are recorded. */
    private boolean enter(NodePath path, int retired) {
      long pc = path.node.pc();
      if (pending != NEXT) {
        resolve(pc);
      }
      boolean at = true;
      long its = 0;
      if (gate != null) {
        its = gate.places(pc);
        gate.reached(pc, its);
        at = covered(pc, its);
        recorded &= at;
      }
      if (first) {
        first = false;
        start = pc;
        mask = gate != null && gate.triggers(its) ? MIXED : its;
      } else if (mask != its) {
        mask = MIXED;
      }
      if (at) {
        path.announce(out.sideband(), out.retired(), retired);
        out.retire(retired);
      } else {
        view.skipped += retired;
      }
      return at;
    }

    /** Keeps what the path adds up to for the fast way, if it is of a form that has one. */
    void remember(int id) {
      if (!simple
          || first
          || branches > MAX_BRANCHES
          || instructions > MAX_INSTRUCTIONS
          || instructions == 0) {
        return;
      }
      if (id >= rows.length) {
        rows = Arrays.copyOf(rows, Math.max(rows.length * 2, id + 1));
      }
      int row = rows[id];
      if (row == 0) {
        row = tableEnd;
        tableEnd += STRIDE;
        rows[id] = row;
      }
      if (row == table.length) {
        table = Arrays.copyOf(table, row * 2);
        links = Arrays.copyOf(links, table.length / STRIDE);
        masks = Arrays.copyOf(masks, links.length);
      }
      table[row + BITS] = taken;
      table[row + START] = start;
      table[row + SITE] = site;
      links[row / STRIDE] = link;
      masks[row / STRIDE] = mask;
      long facts = instructions | (long) branches << COUNT_SHIFT | (long) ending << END_SHIFT;
      table[row + FACTS] |= (recorded ? known : 0) | facts & 0xFFFFFFFFL;
    }
  }

  private long marker(int kind, long at) {
    long pc = HostMemory.getLong(at);
    if (kind == RawRecords.TRAP_RETURN) {
      int privilege = HostMemory.getInt(at + 8);
      if (view != null && view.quiet) {
        executed();
      }
      if (view != null && view.away) {
        moved(privilege, view.space, view.task);
        return at + 12;
      }
      if (pending != TRAP_RETURN) {
        throw new IllegalStateException(
            "a return from a trap without its node before it, to " + hex(pc));
      }
      pending = NEXT;
      out.trapReturn(pc, privilege);
      if (view != null) {
        moved(privilege, view.space, view.task);
      }
      return at + 12;
    }
    if (kind == RawRecords.RESET) {
      if (view != null) {
        if (view.away) {
          comeBack(pc);
        }
        moved(HostMemory.getInt(at + 16), view.space, view.task);
      }
      out.reset(pc, HostMemory.getInt(at + 16), verify ? HostMemory.getLong(at + 8) : 0);
      return at + 20;
    }
    if (kind == RawRecords.RESUME) {
      long retired = HostMemory.getLong(at + 8);
      long skipped = HostMemory.getLong(at + 16);
      long task = HostMemory.getLong(at + 24);
      int space = HostMemory.getInt(at + 32);
      int privilege = HostMemory.getInt(at + 36);
      out.resume(retired, pc, privilege, space, task);
      moved(privilege, space, task);
      if (skipped > 0) {
        out.sideband().time(retired, skipped);
      }
      return at + 40;
    }
    if (pending != NEXT) {
      resolve(pc);
    }
    switch (kind) {
      case RawRecords.PARTIAL -> {
        if (view != null && view.quiet) {
          executed();
          return at + 16;
        }
        NodePath path = (NodePath) paths.owner(HostMemory.getInt(at + 8));
        walk.begin();
        walk.enter(path, HostMemory.getInt(at + 12));
        return at + 16;
      }
      case RawRecords.REGION_PARTIAL -> {
        if (view != null && view.quiet) {
          executed();
          return at + 20;
        }
        RegionPaths region = (RegionPaths) paths.owner(HostMemory.getInt(at + 8));
        walk.begin();
        region.expandOpen(HostMemory.getInt(at + 12), HostMemory.getInt(at + 16), walk);
        return at + 20;
      }
      case RawRecords.TRAP -> {
        check(at, pc, "trap");
        long cause = HostMemory.getLong(at + 16);
        long handler = HostMemory.getLong(at + 32);
        int privilege = HostMemory.getInt(at + 48);
        if (view == null || written(pc, handler, privilege, view.space, view.task)) {
          out.exception(
              causes.kind(cause),
              handler,
              privilege,
              cause,
              pc,
              HostMemory.getLong(at + 24),
              verify ? HostMemory.getLong(at + 40) : 0);
        }
        goesOn(handler);
        return at + 52;
      }
      case RawRecords.FIRMWARE -> {
        check(at, pc, "firmware call");
        int privilege = HostMemory.getInt(at + 40);
        // Not where it is the first to be recorded again: the call itself is no part of the trace.
        if (view == null || !view.away) {
          out.exception(
              ExceptionKind.FIRMWARE,
              pc,
              privilege,
              HostMemory.getLong(at + 24),
              HostMemory.getLong(at + 16),
              0,
              verify ? HostMemory.getLong(at + 32) : 0);
        }
        if (view != null) {
          moved(privilege, view.space, view.task);
        }
        return at + 44;
      }
      case RawRecords.SWITCH -> {
        check(at, pc, "context switch");
        int gone = HostMemory.getInt(at + 52);
        if (gone >= 0) {
          machine.forget(gone);
        }
        int space = HostMemory.getInt(at + 48);
        long task = HostMemory.getLong(at + 24);
        if (view == null || written(pc, pc, view.privilege, space, task)) {
          out.contextSwitch(
              pc,
              space,
              HostMemory.getLong(at + 16),
              task,
              HostMemory.getLong(at + 32),
              HostMemory.getLong(at + 40));
        }
        goesOn(pc);
        return at + 56;
      }
      case RawRecords.MAP -> {
        out.sideband()
            .mapping(
                out.retired(),
                HostMemory.getInt(at + 24),
                HostMemory.getLong(at + 8),
                HostMemory.getLong(at + 16),
                HostMemory.getInt(at + 28) != 0);
        return at + 32;
      }
      case RawRecords.TIME -> {
        out.sideband().time(out.retired(), HostMemory.getLong(at + 8));
        return at + 16;
      }
      case RawRecords.REMARK -> {
        remarks.remove().tell(out.sideband(), out.retired());
        return at + 8;
      }
      case RawRecords.RECORDING -> {
        if (gate == null) {
          choose(TraceScope.ALL);
        }
        boolean on = HostMemory.getInt(at + 8) != 0;
        gate.switched(on);
        switching.switched(on);
        return at + 12;
      }
      case RawRecords.QUIET -> {
        check(at, pc, "gap");
        view.quiet = HostMemory.getInt(at + 16) != 0;
        goesOn(pc);
        return at + 20;
      }
      case RawRecords.TURN -> {
        count(at);
        if (view != null && view.away) {
          absent(pc);
        }
        check(at, pc, "hand-over");
        int hart = HostMemory.getInt(at + 24);
        out = machine.turn(hart, pc, HostMemory.getLong(at + 16));
        known = 1L << HART_SHIFT + hart;
        view = gate == null ? null : gate.hart(hart);
        return at + 28;
      }
      case RawRecords.END -> {
        if (view != null && view.away) {
          absent(pc);
        }
        finish(pc, HostMemory.getInt(at + 8));
        return at + 12;
      }
      default -> throw new IllegalStateException("unknown raw record " + kind);
    }
  }

  /** Where records are missing, the count that comes with one says how much was left out. */
  private void count(long at) {
    if (view != null && view.quiet) {
      view.skipped = HostMemory.getLong(at + 8) - out.retired();
      if (view.skipped > 0) {
        executed();
      }
    }
  }

  /** Nothing is executed between this and the node at an address. */
  private void goesOn(long pc) {
    if (view != null) {
      view.next = pc;
    }
  }

  /** The engines' count and the sum of what they recorded must agree, always. */
  private void check(long at, long pc, String what) {
    count(at);
    long skipped = view == null ? 0 : view.skipped;
    check(out.retired() + skipped, HostMemory.getLong(at + 8), pc, what);
  }

  private static void check(long recorded, long retired, long pc, String what) {
    if (retired != recorded) {
      throw new IllegalStateException(
          "recorded "
              + recorded
              + " instructions, retired "
              + retired
              + " at the "
              + what
              + " at "
              + hex(pc));
    }
  }

  // ---- the end

  private void finish(long pc, int exitCode) {
    for (int i = 0; i < machine.harts(); i++) {
      check(machine.hart(i).retired(), ending.retired[i], pc, "end of hart " + i);
    }
    long[] hashes = verify ? ending.verifyHashes : new long[machine.harts()];
    end = machine.finish(List.of(), hashes, exitCode, ending.reason, ending.ticks);
  }

  /**
   * What decides whether a hart may be quiet, as of now.
   *
   * @param on whether recording is switched on
   * @param wanted see {@link RecordingGate#wanted}
   */
  record Wanted(boolean on, List<TraceScope.Place.Range> wanted) {}

  /** Says it; for a run that has a scope. */
  Wanted wanted() {
    return new Wanted(gate.on(), gate.wanted());
  }

  /** Instructions that were left out. */
  long unrecorded() {
    return machine.unrecorded();
  }

  /** See {@link RecordingGate#missing}. */
  List<String> missing() {
    return gate == null ? List.of() : gate.missing();
  }

  /** Totals; null until the END record has been consumed. */
  Chunk.End end() {
    return end;
  }

  private static String hex(long address) {
    return "0x" + Long.toHexString(address);
  }
}
