package bbt.translator.arm64.cpu;

import bbt.translator.state.Fields;

/**
 * The event register of one processor, and its wait for an event (manual, "Wait for Event mechanism
 * and Send event"). An event is sent by a processor (SEV, SEVL), by a return from an exception,
 * where a reservation is lost to somebody else, and by the stream of events that CNTKCTL_EL1 makes
 * of the virtual count.
 *
 * <p>Where there is one processor nobody else sends it events, and a wait ends at once, as the
 * manual permits. Where there are more, a processor that waits with a reservation loses it as soon
 * as another one has its turn, and goes on behind that.
 */
final class EventRegister {
  // Fields of CNTKCTL_EL1.

  private static final int STREAM = 1 << 2;
  private static final int FALLING = 1 << 3;
  private static final int BIT_SHIFT = 4;

  private final A64Cpu cpu;
  private boolean set;

  /** Whether the processor has executed a WFE that has not ended. */
  private boolean waiting;

  /** The count at which the register was cleared last: what the stream sent before is over. */
  private long cleared;

  EventRegister(A64Cpu cpu) {
    this.cpu = cpu;
  }

  /** An event is sent to this processor. */
  void send() {
    set = true;
  }

  /** WFE: the event that there is ends the wait, or the next one will. */
  void await() {
    if (cpu.cluster().length == 1) {
      return;
    }
    if (arrived()) {
      clear();
    } else {
      waiting = true;
      cpu.platform.waitForInterrupt(cpu);
    }
  }

  /** Whether the processor waits for an event. */
  boolean waiting() {
    return waiting;
  }

  /** Whether there is an event. */
  boolean arrived() {
    return set || Long.compareUnsigned(streamed(cleared), cpu.timer.count()) <= 0;
  }

  /** The wait has ended. */
  void awake() {
    if (waiting) {
      waiting = false;
      clear();
    }
  }

  private void clear() {
    set = false;
    cleared = cpu.timer.count();
  }

  /** The tick at which the stream will end the wait; -1 (unsigned): never. */
  long next() {
    long count = waiting ? streamed(cleared) : -1;
    return count == -1 ? -1 : GenericTimer.tick(count);
  }

  /** The count behind another one at which the stream sends an event; -1 (unsigned): never. */
  private long streamed(long behind) {
    long control = cpu.control.get(A64Register.CNTKCTL_EL1);
    if ((control & STREAM) == 0) {
      return -1;
    }
    long half = 1L << (control >>> BIT_SHIFT & 15);
    long first = (control & FALLING) != 0 ? 0 : half;
    return (behind - first & -2 * half) + 2 * half + first;
  }

  void reset() {
    set = false;
    waiting = false;
    cleared = 0;
  }

  void state(Fields f) {
    set = f.of(set);
    waiting = f.of(waiting);
    cleared = f.of(cleared);
  }
}
