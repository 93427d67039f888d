package bbt.translator.console;

import bbt.translator.device.TimeBase;
import bbt.translator.net.Outside;
import bbt.translator.net.UserNetwork;
import bbt.translator.state.Fields;

/**
 * Brings what the guest's TCP peers on the host say to the guest, when the machine looks; a log of
 * it makes the run repeatable (docs/determinism.md 10).
 */
public final class NetworkInput {
  private final Outside outside;
  private final UserNetwork network;
  private final Arrivals log;
  private final InputLog.Track<Outside.Event> replay;

  /**
   * @param log where arrivals are taken down
   * @param replay arrivals to repeat; {@code outside} is then {@link Outside#NONE}; or null
   */
  public NetworkInput(Outside outside, UserNetwork network, Arrivals log, InputLog.Replay replay) {
    this.outside = outside;
    this.network = network;
    this.log = log;
    this.replay = replay == null ? null : replay.network();
  }

  /** Returns the input of a machine without a network. */
  public static NetworkInput none() {
    return new NetworkInput(Outside.NONE, null, new Arrivals(null, false), null);
  }

  /** Whether something can come at any time: idle time must pass in real time then. */
  public boolean expecting() {
    return outside.expecting();
  }

  /** Waits until something may have come or the time is over. */
  public void await(long nanos) {
    outside.await(nanos);
  }

  /** The retired count at which something logged arrives, or Long.MAX_VALUE. */
  public long nextRetired() {
    return replay == null ? Long.MAX_VALUE : replay.nextRetired();
  }

  /**
   * The tick at which something logged arrives without another instruction, or {@link
   * TimeBase#NEVER}.
   *
   * @param retired the count that has been reached
   */
  public long nextTick(long retired) {
    return replay == null ? TimeBase.NEVER : replay.nextTick(retired);
  }

  /** Delivers what is there at a node end. */
  public void event(long retired, long tick) {
    if (replay != null) {
      for (Outside.Event e = replay.take(retired, tick);
          e != null;
          e = replay.take(retired, tick)) {
        log.event(retired, tick, e);
        network.outside(e);
      }
    } else {
      outside.poll(
          n -> network.takesData(n),
          e -> {
            log.event(retired, tick, e);
            network.outside(e);
          });
    }
  }

  public void close() {
    outside.closeAll();
  }

  /** Saves or loads the state, for a snapshot. */
  public void state(Fields f) {
    if (replay != null) {
      replay.state(f);
    } else {
      f.of(0); // a repetition goes on where the run itself stood
    }
  }
}
