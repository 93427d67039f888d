package bbt.translator.device;

import bbt.packets.GuestTime;
import bbt.translator.state.Fields;

/**
 * The Android emulator's real-time clock (device tree binding {@code google,goldfish-rtc}): time
 * and one alarm in nanoseconds since 1970. It follows the machine's clock from a fixed base
 * (docs/determinism.md 10).
 *
 * <pre>
 *  0x00 time low (reading it latches high)  0x04 time high     0x08 alarm low (writing it arms)
 *  0x0C alarm high   0x10 interrupt enable  0x14 clear alarm   0x18 alarm armed   0x1C clear interrupt
 * </pre>
 */
public final class GoldfishRtc implements Device {
  /** Size of the register window in bytes. */
  public static final long SIZE = 0x1000;

  private final TimeBase time;
  private final InterruptLine line;
  private long offset;
  private long latched;
  private long alarm;
  private long alarmHigh;
  private boolean armed;
  private boolean enabled;
  private boolean pending;

  /**
   * @param baseSeconds what the clock says at tick 0, in seconds since 1970
   */
  public GoldfishRtc(TimeBase time, InterruptLine line, long baseSeconds) {
    this.time = time;
    this.line = line;
    this.offset = baseSeconds * 1_000_000_000L;
  }

  @Override
  public String name() {
    return "rtc";
  }

  private long now() {
    return offset + time.ticks() * GuestTime.NANOS_PER_TICK;
  }

  /** The tick at which the alarm goes off, or {@link TimeBase#NEVER}. */
  public long deadline() {
    if (!armed) {
      return TimeBase.NEVER;
    }
    return Math.ceilDiv(alarm - offset, GuestTime.NANOS_PER_TICK);
  }

  /** Lets the alarm go off if it is due. */
  public void update() {
    if (armed && now() >= alarm) {
      armed = false;
      pending = true;
      line.set(enabled);
    }
  }

  /** Sets the clock, which may bring the alarm nearer. */
  private void set(long nanos) {
    offset += nanos - now();
    update();
    time.deadlineChanged();
  }

  @Override
  public long load(long at, int size) {
    return switch ((int) at) {
      case 0x00 -> {
        latched = now();
        yield latched & 0xFFFF_FFFFL;
      }
      case 0x04 -> latched >>> 32;
      case 0x08 -> alarm & 0xFFFF_FFFFL;
      case 0x0C -> alarm >>> 32;
      case 0x10 -> enabled ? 1 : 0;
      case 0x18 -> armed ? 1 : 0;
      default -> 0;
    };
  }

  @Override
  public void store(long at, int size, long value) {
    long v = value & 0xFFFF_FFFFL;
    switch ((int) at) {
      case 0x00 -> set(now() & 0xFFFF_FFFF_0000_0000L | v);
      case 0x04 -> set(v << 32 | now() & 0xFFFF_FFFFL);
      case 0x08 -> {
        alarm = alarmHigh << 32 | v;
        armed = true;
        update();
        time.deadlineChanged();
      }
      case 0x0C -> alarmHigh = v;
      case 0x10 -> {
        enabled = (v & 1) != 0;
        line.set(enabled && pending);
      }
      case 0x14 -> armed = false;
      case 0x1C -> {
        pending = false;
        line.set(false);
      }
      default -> {}
    }
  }

  /** Saves or loads what the guest can notice of it, for a snapshot. */
  public void state(Fields f) {
    offset = f.of(offset);
    latched = f.of(latched);
    alarm = f.of(alarm);
    alarmHigh = f.of(alarmHigh);
    armed = f.of(armed);
    enabled = f.of(enabled);
    pending = f.of(pending);
  }
}
