package bbt.reconstruct.edit;

import bbt.packets.Chunk;
import bbt.packets.ExceptionKind;
import bbt.packets.Frame;
import bbt.packets.FrameStart;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.PieceConsumer;
import bbt.reconstruct.walk.graph.Step;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * Turns what a walk tells into {@link Event}s. A node is told only when it is known where its end
 * led: with what is told next.
 */
final class WalkTeller implements FlowListener, PieceConsumer {
  private final Consumer<Event> out;
  private final Hart[] harts;
  private Reconstruction walk;

  /** The hart that is walked. */
  private int current;

  /** The hart whose turn was told; -1 between two turns. */
  private int told = -1;

  /** The state of a hart. */
  private static final class Hart {
    /** Count up to which it was told, the node that waits included. */
    private long retired;

    private long ahead;
    private Step step;
    private int count;
    private boolean taken;

    /** Where its last jump led. */
    private long led;

    /** Records that hold from a later count on. */
    private final Deque<SidebandRecord> notes = new ArrayDeque<>();
  }

  WalkTeller(int harts, Consumer<Event> out) {
    this.out = out;
    this.harts = new Hart[harts];
    for (int i = 0; i < harts; i++) {
      this.harts[i] = new Hart();
    }
  }

  /** Sets the walk; called before it begins. */
  void of(Reconstruction itsWalk) {
    walk = itsWalk;
  }

  /** The trace begins with this frame, which is not walked: only its reset is told. */
  void begin(Frame first) {
    FrameStart at = first.start();
    start(at.retired(), at.pc(), at.privilege(), at.addressSpace(), at.task());
    if (first.packets().getFirst() instanceof Packet.Exception reset
        && reset.kind() == ExceptionKind.RESET) {
      exception(reset);
      tell(new Event.Stop(current, reset.retired(), reset.pc()), reset.retired());
    } else {
      tell(new Event.Stop(current, at.retired(), at.pc()), at.retired());
    }
  }

  /** Ends the covered part: from here on only records are told. */
  void leave() {
    stop(walk.walker(current).retired(), true);
  }

  private void tell(Event event, long retired) {
    begin();
    notes(current, retired);
    out.accept(event);
  }

  /** Tells the records that hold up to a count. */
  private void notes(int hart, long retired) {
    Deque<SidebandRecord> notes = harts[hart].notes;
    while (!notes.isEmpty() && notes.peek().retired() <= retired) {
      out.accept(new Event.Note(hart, notes.remove()));
    }
  }

  /** Tells that a turn begins, if it was not told yet. */
  private void begin() {
    if (harts.length > 1 && told != current) {
      endTurn();
      told = current;
      out.accept(new Event.Turn(current, harts[current].ahead));
    }
  }

  private void endTurn() {
    if (told >= 0) {
      notes(told, harts[told].retired);
      out.accept(new Event.TurnEnd(told, harts[told].retired, walk.walker(told).pc()));
      told = -1;
    }
  }

  /** The node that waits leads to an address. */
  private void complete(long next, int privilege) {
    Hart hart = harts[current];
    if (hart.step != null) {
      Step step = hart.step;
      hart.step = null;
      long from = hart.retired - hart.count;
      tell(new Event.Piece(current, from, step, 0, hart.count, hart.taken, next, privilege), from);
    }
  }

  /** Tells what has been walked of the hart, gaps included. */
  private void pause() {
    Hart hart = harts[current];
    complete(walk.walker(current).pc(), -1);
    long reached = walk.walker(current).retired();
    if (reached != hart.retired) {
      begin();
      hart.retired = reached;
    }
  }

  @Override
  public void hart(int number) {
    if (number != current) {
      pause();
      current = number;
    }
  }

  @Override
  public void turn(long clock, long retired) {
    harts[current].ahead = clock - retired;
    begin(); // even if nothing is executed in it: all traces of a run have the same turns
  }

  /** Cuts all harts at an epoch. */
  void epoch(Chunk chunk) {
    if (chunk instanceof Chunk.Epoch epoch && epoch.clock() > 0) {
      pause();
      endTurn();
      out.accept(new Event.Epoch(epoch.ticks()));
    }
  }

  @Override
  public void piece(Step step, int count) {
    complete(step.pc(), -1);
    Hart hart = harts[current];
    hart.step = step;
    hart.count = count;
    hart.taken = false;
    hart.retired += count;
  }

  @Override
  public void call(long retired, Step from, Step to, long target, long link) {
    harts[current].led = target;
  }

  @Override
  public void ret(long retired, Step from, Step to, long target) {
    harts[current].led = target;
  }

  @Override
  public void jump(long retired, Step from, Step to, long target) {
    harts[current].led = target;
  }

  /** Where the node that waits led, where what follows does not say it. */
  private long led() {
    Hart hart = harts[current];
    Step step = hart.step;
    if (step == null || step.leavesTarget()) {
      return hart.led;
    }
    return step.branches() && !hart.taken ? step.link() : step.target();
  }

  @Override
  public void branch(Step step, boolean taken) {
    harts[current].taken = taken;
  }

  @Override
  public void trapReturn(long retired, long target, int privilege) {
    complete(target, privilege);
  }

  @Override
  public void exception(Packet.Exception packet) {
    // Nothing leads to where a hart is reset.
    complete(packet.kind() == ExceptionKind.RESET ? led() : packet.epc(), -1);
    tell(new Event.Trap(current, packet), packet.retired());
  }

  @Override
  public void contextSwitch(Packet.Switch packet) {
    complete(packet.pc(), -1);
    tell(new Event.Switch(current, packet), packet.retired());
  }

  @Override
  public void note(SidebandRecord item) {
    harts[current].notes.add(item);
  }

  @Override
  public void start(long retired, long pc, int privilege, int addressSpace, long task) {
    harts[current].retired = retired;
    tell(new Event.Start(current, retired, pc, privilege, addressSpace, task), retired);
  }

  @Override
  public void stop(long retired, boolean gap) {
    complete(walk.walker(current).pc(), -1);
    if (gap) {
      tell(new Event.Stop(current, retired, walk.walker(current).pc()), retired);
    }
  }

  /** Ends the events: the walk is over. */
  void finish(Chunk.End end) {
    pause();
    for (int i = 0; i < harts.length; i++) {
      current = i;
      for (SidebandRecord item : harts[i].notes) {
        begin();
        out.accept(new Event.Note(i, item));
      }
    }
    endTurn();
    out.accept(new Event.End(end));
  }
}
