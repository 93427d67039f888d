package bbt.translator.device;

import java.util.ArrayList;
import java.util.List;

/**
 * The physical address map outside RAM. The memory layer asks {@link #covers} first; an address
 * that no device covers is an access fault. A few windows, searched in order: MMIO is rare.
 */
public final class Bus {
  private record Window(long base, long size, Device device) {}

  private final List<Window> windows = new ArrayList<>();
  private Window last = new Window(0, 0, null);

  /** The device that is being accessed, or null. */
  private Device active;

  /** Maps {@code device} at [base, base + size). */
  public void map(long base, long size, Device device) {
    windows.add(new Window(base, size, device));
  }

  /** Whether the whole access lies in one device's window. */
  public boolean covers(long physical, int size) {
    return find(physical, size) != null;
  }

  /** Reads a device register; the address must be covered. Zero-extended. */
  public long load(long physical, int size) {
    Window w = require(physical, size);
    return w.device.load(physical - w.base, size);
  }

  /** Writes a device register; the address must be covered. */
  public void store(long physical, int size, long value) {
    Window w = require(physical, size);
    long v = size == 8 ? value : value & ((1L << (8 * size)) - 1);
    active = w.device;
    try {
      w.device.store(physical - w.base, size, v);
    } finally {
      active = null;
    }
  }

  /** The device into which a store is going on, which may write memory meanwhile; else null. */
  public Device active() {
    return active;
  }

  private Window require(long physical, int size) {
    Window w = find(physical, size);
    if (w == null) {
      throw new IllegalArgumentException("no device at 0x" + Long.toHexString(physical));
    }
    return w;
  }

  private Window find(long physical, int size) {
    if (holds(last, physical, size)) {
      return last;
    }
    for (int i = 0; i < windows.size(); i++) {
      Window w = windows.get(i);
      if (holds(w, physical, size)) {
        last = w;
        return w;
      }
    }
    return null;
  }

  private static boolean holds(Window w, long physical, int size) {
    return Long.compareUnsigned(physical - w.base, w.size - size) <= 0 && w.size >= size;
  }
}
