package bbt.translator.arm64.cpu;

import bbt.packets.GuestTime;
import bbt.translator.state.Fields;

/**
 * The generic timer of one processor: the count of the machine's time, and the physical and virtual
 * timer, which compare with the same count (manual, chapter D12).
 */
public final class GenericTimer {
  /** Frequency of the count, as on QEMU. */
  static final long HERTZ = 62_500_000;

  // The count is 25/4 of the ticks.

  private static final long COUNTS = 25;
  private static final long TICKS = 4;

  static {
    if (GuestTime.TICKS_PER_SECOND * COUNTS / TICKS != HERTZ) {
      throw new AssertionError("another timebase");
    }
  }

  /** A value that the count never reaches, so that its tick need not be computed. */
  private static final long FAR = 1L << 58;

  private static final int ENABLE = 1;
  private static final int MASK = 2;
  private static final int STATUS = 4;

  /** One of the two. */
  public final class Comparator {
    private long value;
    private int control;

    /** Whether it asks for an interrupt. */
    public boolean asserted() {
      return (control & (ENABLE | MASK)) == ENABLE && reached();
    }

    private boolean reached() {
      return Long.compareUnsigned(count(), value) >= 0;
    }

    int control() {
      return control | ((control & ENABLE) != 0 && reached() ? STATUS : 0);
    }

    void control(long to) {
      control = (int) to & (ENABLE | MASK);
      cpu.expire();
    }

    long value() {
      return value;
    }

    void value(long to) {
      value = to;
      cpu.expire();
    }

    /** The value as a distance from now, 32 bits. */
    long distance() {
      return value - count() & 0xFFFF_FFFFL;
    }

    void distance(long to) {
      value(count() + (int) to);
    }

    /** The tick at which it will ask for an interrupt; -1: not by itself. */
    private long next() {
      boolean waits = (control & (ENABLE | MASK)) == ENABLE && !reached();
      return waits && Long.compareUnsigned(value, FAR) < 0 ? tick(value) : -1;
    }

    private void state(Fields f) {
      value = f.of(value);
      control = f.of(control);
    }
  }

  public final Comparator physical = new Comparator();
  public final Comparator virtual = new Comparator();
  private final A64Cpu cpu;

  GenericTimer(A64Cpu cpu) {
    this.cpu = cpu;
  }

  /** The count, exact for the instruction that reads it. */
  long count() {
    return cpu.platform.time(cpu) * COUNTS / TICKS;
  }

  /** The tick at which a count is reached. */
  static long tick(long count) {
    return Math.ceilDiv(count * TICKS, COUNTS);
  }

  /** The tick at which one of them will ask for an interrupt; -1 (unsigned): never. */
  long next() {
    long one = physical.next();
    long other = virtual.next();
    return Long.compareUnsigned(one, other) < 0 ? one : other;
  }

  void reset() {
    for (Comparator each : new Comparator[] {physical, virtual}) {
      each.value = 0;
      each.control = 0;
    }
  }

  void state(Fields f) {
    physical.state(f);
    virtual.state(f);
  }
}
