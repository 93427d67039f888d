package bbt.packets;

/** The unit of guest time, in traces and in the machine that writes them: ticks of its timebase. */
public final class GuestTime {
  /** The rate of QEMU's virt machine: 10 MHz. */
  public static final long TICKS_PER_SECOND = 10_000_000;

  public static final long NANOS_PER_TICK = 1_000_000_000 / TICKS_PER_SECOND;

  private GuestTime() {}

  /** Ticks in seconds. */
  public static double seconds(double ticks) {
    return ticks / TICKS_PER_SECOND;
  }
}
