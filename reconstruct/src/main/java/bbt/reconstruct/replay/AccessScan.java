package bbt.reconstruct.replay;

import bbt.reconstruct.replay.state.MachineState;
import bbt.reconstruct.replay.state.Position;
import bbt.translator.debug.Watch;
import bbt.translator.machine.Machine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Executes a traced run again, in one direction, and collects the accesses of instructions to some
 * memory. What does not touch the pages of that memory is executed at full speed.
 */
public final class AccessScan implements AutoCloseable {
  /**
   * All virtual addresses, in ranges whose lengths fit into a long. To be watched for everything
   * makes each access slow.
   */
  static final List<Watch> EVERYTHING =
      List.of(
          new Watch(0, Long.MAX_VALUE, true, true),
          new Watch(Long.MAX_VALUE, Long.MAX_VALUE, true, true),
          new Watch(-2, 2, true, true));

  /** A range of virtual addresses. */
  public record Range(long address, long bytes) {}

  /**
   * An access, or the part of it that lies in one page.
   *
   * @param clock instructions of all harts before the one that accesses
   * @param store whether it is a store, or an atomic read and write
   * @param address virtual
   * @param before what stood there; empty where that is no RAM, whose content nobody can ask for
   * @param after what stands there behind the instruction; of a load the same
   */
  public record Seen(
      long clock, int hart, boolean store, long address, int bytes, byte[] before, byte[] after) {}

  private final Replay replay;
  private final MachineState state;
  private final Scan scan;
  private List<Seen> seen = new ArrayList<>();

  /** The accesses of the instruction at hand, and where they are in RAM; -1: nowhere. */
  private final List<Seen> open = new ArrayList<>();

  private final List<Long> places = new ArrayList<>();

  /**
   * Goes to where the scan begins.
   *
   * @param clock instructions of all harts before
   * @param memory ranges of virtual addresses; empty: all memory
   */
  public AccessScan(Replay replay, long clock, List<Range> memory) throws IOException {
    this.replay = replay;
    this.state = replay.state();
    replay.goTo(Position.at(clock));
    this.scan = replay.navigator().scan();
    List<Watch> watches =
        memory.stream().map(m -> new Watch(m.address(), m.bytes(), true, true)).toList();
    scan.begin(
        new Wanted(Set.of(), watches.isEmpty() ? EVERYTHING : watches),
        this::accessing,
        this::behind);
  }

  /**
   * Executes on to the first node end at which so many instructions have retired, or to the end of
   * the run.
   *
   * @return the accesses on the way, in the order of execution; only of instructions that retired
   */
  public List<Seen> until(long clock) throws IOException {
    Machine machine = replay.navigator().machine();
    long to = Math.min(clock, replay.end().clock());
    // In the middle of a node only single steps go on.
    while (machine.hart(machine.current()).nodeStart != -1 && machine.clock() < to) {
      replay.step();
      scan.settle();
    }
    if (machine.clock() < to) {
      replay.ensure(to);
      machine.proceed(to);
      scan.settle();
    }
    List<Seen> now = seen;
    seen = new ArrayList<>();
    return now;
  }

  private void accessing(Hit hit) {
    int hart = hit.hart();
    long address = hit.access().address();
    int bytes = hit.access().bytes();
    long physical = state.translate(hart, address).orElse(-1);
    byte[] there = physical == -1 ? new byte[0] : state.readPhysical(physical, bytes);
    places.add(physical);
    open.add(new Seen(hit.at().clock(), hart, hit.access().store(), address, bytes, there, there));
  }

  private void behind() {
    boolean retired = replay.position().clock() > open.getFirst().clock();
    for (int i = 0; i < open.size() && retired; i++) {
      Seen each = open.get(i);
      if (each.store && each.before.length > 0) {
        byte[] after = state.readPhysical(places.get(i), each.bytes);
        each = new Seen(each.clock, each.hart, true, each.address, each.bytes, each.before, after);
      }
      seen.add(each);
    }
    open.clear();
    places.clear();
  }

  /** The replay may be used for other things again. */
  @Override
  public void close() {
    scan.end();
  }
}
