package bbt.translator.riscv.board;

import bbt.translator.device.Device;
import bbt.translator.device.InterruptLine;
import bbt.translator.device.TimeBase;
import bbt.translator.state.Fields;

/**
 * The core-local interruptor: software interrupts and machine timers (RISC-V ACLINT specification;
 * the layout is SiFive's CLINT).
 *
 * <pre>
 *  0x0000 + 4 * hart  msip        0x4000 + 8 * hart  mtimecmp        0xBFF8  mtime
 * </pre>
 */
public final class Aclint implements Device {
  /** Size of the register window in bytes. */
  public static final long SIZE = 0x1_0000;

  private final TimeBase time;
  private final InterruptLine[] software;
  private final InterruptLine[] timer;
  private final boolean[] msip;
  private final long[] compare;

  /**
   * @param software MSIP line per hart
   * @param timer MTIP line per hart
   */
  public Aclint(TimeBase time, InterruptLine[] software, InterruptLine[] timer) {
    this.time = time;
    this.software = software.clone();
    this.timer = timer.clone();
    this.msip = new boolean[software.length];
    this.compare = new long[timer.length];
    java.util.Arrays.fill(compare, -1L);
  }

  @Override
  public String name() {
    return "aclint";
  }

  /** The earliest tick at which a machine timer expires that has not, or {@link TimeBase#NEVER}. */
  public long deadline() {
    long now = time.ticks();
    long first = TimeBase.NEVER;
    for (long c : compare) {
      if (Long.compareUnsigned(c, now) > 0 && c > 0 && c < first) {
        first = c;
      }
    }
    return first;
  }

  /** Brings the MTIP lines up to date. */
  public void update() {
    long now = time.ticks();
    for (int h = 0; h < compare.length; h++) {
      timer[h].set(Long.compareUnsigned(now, compare[h]) >= 0);
    }
  }

  @Override
  public long load(long offset, int size) {
    int at = (int) offset;
    if (at < 0x4000) {
      int hart = at >>> 2;
      return hart < msip.length && (at & 3) == 0 && msip[hart] ? 1 : 0;
    }
    int hart = (at - 0x4000) >>> 3;
    long register = at >= 0xBFF8 ? time.ticks() : hart < compare.length ? compare[hart] : 0;
    long shifted = register >>> (8 * (at & 7));
    return size == 8 ? shifted : shifted & ((1L << (8 * size)) - 1);
  }

  @Override
  public void store(long offset, int size, long value) {
    int at = (int) offset;
    if (at < 0x4000) {
      int hart = at >>> 2;
      if (hart < msip.length && (at & 3) == 0) {
        msip[hart] = (value & 1) != 0;
        software[hart].set(msip[hart]);
      }
      return;
    }
    int hart = (at - 0x4000) >>> 3;
    if (at >= 0xBFF8) {
      time.setTicks(merge(time.ticks(), at & 7, size, value));
    } else if (hart < compare.length) {
      compare[hart] = merge(compare[hart], at & 7, size, value);
    } else {
      return;
    }
    update();
    time.deadlineChanged();
  }

  private static long merge(long old, int octet, int size, long value) {
    if (size == 8) {
      return value;
    }
    int shift = 8 * octet;
    long mask = ((1L << (8 * size)) - 1) << shift;
    return (old & ~mask) | (value << shift & mask);
  }

  /** Saves or loads what the guest can notice of it, for a snapshot. */
  public void state(Fields f) {
    f.each(msip);
    f.each(compare);
  }
}
