package bbt.translator.run;

import bbt.packets.GuestTime;
import bbt.translator.console.ConsoleInput;
import bbt.translator.console.ConsolePort;
import bbt.translator.console.NetworkInput;
import bbt.translator.device.TimeBase;

/**
 * Lets time pass while all harts wait for an interrupt (docs/determinism.md 9): virtual time jumps
 * to the next timer or to the next look at piped input; at an interactive terminal, with the host's
 * clock and while a TCP peer on the host may answer, it passes in real time.
 */
public final class Idle {
  /** A wait in real time is cut into pieces so that stop requests are seen. */
  private static final long MAX_WAIT_NANOS = 50_000_000;

  private static final long TURN_NANOS = 1_000_000;

  /** The number of times that something may be due at the present tick while no hart wakes. */
  private static final int STANDING = 1000;

  private final Clock clock;
  private final ConsolePort port;
  private final ConsoleInput input;
  private final NetworkInput network;
  private final PowerState power;

  /** The number of times in a row that no time has passed, at which count. */
  private int standing;

  private long stoodAt;

  public Idle(
      Clock clock, ConsolePort port, ConsoleInput input, NetworkInput network, PowerState power) {
    this.clock = clock;
    this.port = port;
    this.input = input;
    this.network = network;
    this.power = power;
  }

  /**
   * Lets time pass once; the caller then brings lines up to date and looks whether a hart wakes.
   *
   * @param deadline tick of the next timer, or {@link TimeBase#NEVER}
   */
  public void pass(long deadline) {
    long retired = clock.retired();
    long target = Math.min(deadline, Math.min(input.idleTick(retired), network.nextTick(retired)));
    if (input.interactive() || network.expecting() || clock.host()) {
      realTime(target);
      return;
    }
    if (deadline == TimeBase.NEVER
        && network.nextTick(retired) == TimeBase.NEVER
        && input.unread()) {
      power.end(
          ExitReason.IDLE_FOREVER,
          0,
          "the guest waits, no timer is set and it does not read the input that came");
      return;
    }
    long now = clock.ticks();
    if (target == TimeBase.NEVER) {
      power.end(
          ExitReason.IDLE_FOREVER,
          0,
          input.ended()
              ? "the guest waits, no timer is set and the input has ended"
              : input.repeated()
                  ? "the guest waits, no timer is set and the next input has its place behind"
                      + " instructions that it does not come to: the log is of another run"
                  : "the guest waits, no timer is set and it does not listen for input");
      return;
    }
    standing = target > now || retired != stoodAt ? 0 : standing + 1;
    stoodAt = retired;
    if (standing > STANDING) {
      power.end(
          ExitReason.IDLE_FOREVER,
          0,
          "the guest waits, and what is due at tick " + now + " is not");
      return;
    }
    clock.skip(Math.max(0, target - now));
    arrivals();
  }

  private void arrivals() {
    input.idle(clock.retired(), clock.ticks());
    network.event(clock.retired(), clock.ticks());
  }

  private void realTime(long deadline) {
    long now = clock.ticks();
    long untilDeadline = deadline == TimeBase.NEVER ? Long.MAX_VALUE : deadline - now;
    boolean expecting = network.expecting();
    if (!input.interactive() && !expecting && untilDeadline == Long.MAX_VALUE) {
      power.end(
          ExitReason.IDLE_FOREVER, 0, "the guest waits, no timer is set and no input can come");
      return;
    }
    long start = System.nanoTime();
    long wait =
        untilDeadline > MAX_WAIT_NANOS / GuestTime.NANOS_PER_TICK
            ? MAX_WAIT_NANOS
            : Math.max(0, untilDeadline) * GuestTime.NANOS_PER_TICK;
    if (!expecting) {
      port.await(wait);
    } else if (!input.interactive()) {
      network.await(wait);
    } else { // two sources: look at each in turn
      port.await(Math.min(wait, TURN_NANOS));
    }
    if (!clock.host()) {
      long elapsed = (System.nanoTime() - start) / GuestTime.NANOS_PER_TICK;
      clock.skip(Math.min(elapsed, Math.max(0, untilDeadline)));
    }
    arrivals();
  }
}
