package bbt.translator.machine;

import bbt.translator.device.TimeBase;
import bbt.translator.runtime.Cpu;

/**
 * What happens while the hart waits for an interrupt (rules.md 9): virtual time jumps to the next
 * timer or to the next look at piped input; at an interactive terminal and with the host's clock it
 * passes in real time.
 */
final class Idle {
  /** A wait in real time is cut into pieces so that stop requests are seen. */
  private static final long MAX_WAIT_NANOS = 50_000_000;

  private final Cpu cpu;
  private final Clock clock;
  private final ConsolePort port;
  private final ConsoleInput input;
  private final PowerState power;

  Idle(Cpu cpu, Clock clock, ConsolePort port, ConsoleInput input, PowerState power) {
    this.cpu = cpu;
    this.clock = clock;
    this.port = port;
    this.input = input;
    this.power = power;
  }

  /**
   * Lets time pass once; the caller then brings lines up to date and looks whether the hart wakes.
   *
   * @param deadline tick of the next timer, or {@link TimeBase#NEVER}
   */
  void pass(long deadline) {
    if (input.interactive() || clock.host()) {
      realTime(deadline);
      return;
    }
    long now = clock.ticks();
    long target = Math.min(deadline, input.nextTick());
    if (target == TimeBase.NEVER) {
      power.end(
          ExitReason.IDLE_FOREVER,
          0,
          input.ended()
              ? "the guest waits, no timer is set and the input has ended"
              : "the guest waits, no timer is set and it does not listen for input");
      return;
    }
    clock.skip(Math.max(0, target - now));
    input.event(cpu.retired(), clock.ticks());
  }

  private void realTime(long deadline) {
    long now = clock.ticks();
    long untilDeadline = deadline == TimeBase.NEVER ? Long.MAX_VALUE : deadline - now;
    if (!input.interactive() && untilDeadline == Long.MAX_VALUE) {
      power.end(
          ExitReason.IDLE_FOREVER, 0, "the guest waits, no timer is set and no input can come");
      return;
    }
    long start = System.nanoTime();
    long wait =
        untilDeadline > MAX_WAIT_NANOS / TimeBase.NANOS_PER_TICK
            ? MAX_WAIT_NANOS
            : Math.max(0, untilDeadline) * TimeBase.NANOS_PER_TICK;
    port.await(wait);
    if (!clock.host()) {
      long elapsed = (System.nanoTime() - start) / TimeBase.NANOS_PER_TICK;
      clock.skip(Math.min(elapsed, Math.max(0, untilDeadline)));
    }
    input.event(cpu.retired(), clock.ticks());
  }
}
