package bbt.translator.device;

import bbt.packets.GuestTime;
import bbt.translator.state.Fields;

/**
 * The PL031 real-time clock (Arm DDI 0224, chapter 3), which counts seconds.
 *
 * <pre>
 *  00 data   04 match   08 load   0C control   10 mask   14 raw   18 masked   1C clear   FE0 ids
 * </pre>
 */
public final class Pl031 implements Device {
  /** Size of the register window in bytes. */
  public static final long SIZE = 0x1000;

  /** PeriphID and PCellID, a byte each. */
  private static final int[] IDENTIFICATION = {0x31, 0x10, 0x14, 0x00, 0x0D, 0xF0, 0x05, 0xB1};

  private final TimeBase time;
  private final InterruptLine line;

  /** Seconds since 1970 that the clock shows at tick 0, modulo 2^32. */
  private long offset;

  private long match;
  private long load;
  private boolean enabled;
  private boolean pending;

  /** Whether the match is still to come. */
  private boolean armed;

  /**
   * @param baseSeconds what the clock says at tick 0, in seconds since 1970
   */
  public Pl031(TimeBase time, InterruptLine line, long baseSeconds) {
    this.time = time;
    this.line = line;
    this.offset = baseSeconds & 0xFFFF_FFFFL;
  }

  @Override
  public String name() {
    return "rtc";
  }

  private long now() {
    return offset + time.ticks() / GuestTime.TICKS_PER_SECOND & 0xFFFF_FFFFL;
  }

  /** The tick at which it matches, or {@link TimeBase#NEVER}. */
  public long deadline() {
    if (!armed) {
      return TimeBase.NEVER;
    }
    long second = time.ticks() / GuestTime.TICKS_PER_SECOND;
    return (second + (match - now() & 0xFFFF_FFFFL)) * GuestTime.TICKS_PER_SECOND;
  }

  /** Notes a match that has come. */
  public void update() {
    if (armed && now() == match) {
      armed = false;
      pending = true;
      line.set(enabled);
    }
  }

  @Override
  public long load(long at, int size) {
    return switch ((int) at) {
      case 0x00 -> now();
      case 0x04 -> match;
      case 0x08 -> load;
      case 0x0C -> 1;
      case 0x10 -> enabled ? 1 : 0;
      case 0x14 -> pending ? 1 : 0;
      case 0x18 -> pending && enabled ? 1 : 0;
      default ->
          at >= 0xFE0 && at < 0x1000 && (at & 3) == 0
              ? IDENTIFICATION[(int) (at - 0xFE0) >>> 2]
              : 0;
    };
  }

  @Override
  public void store(long at, int size, long value) {
    long v = value & 0xFFFF_FFFFL;
    switch ((int) at) {
      case 0x04 -> {
        match = v;
        armed = true;
        update();
        time.deadlineChanged();
      }
      case 0x08 -> {
        load = v;
        offset = offset + v - now() & 0xFFFF_FFFFL;
        update();
        time.deadlineChanged();
      }
      case 0x10 -> enabled = (v & 1) != 0;
      case 0x1C -> pending = pending && (v & 1) == 0;
      default -> {} // the others are read-only
    }
    line.set(pending && enabled);
  }

  /** Saves or loads what the guest can notice of it, for a snapshot. */
  public void state(Fields f) {
    offset = f.of(offset);
    match = f.of(match);
    load = f.of(load);
    enabled = f.of(enabled);
    pending = f.of(pending);
    armed = f.of(armed);
  }
}
