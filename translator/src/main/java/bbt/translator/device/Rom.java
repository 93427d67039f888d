package bbt.translator.device;

/** A read-only memory in the address space: what the boot ROM tells the firmware. Data only. */
public final class Rom implements Device {
  private final byte[] bytes;

  public Rom(byte[] bytes) {
    this.bytes = bytes.clone();
  }

  @Override
  public String name() {
    return "rom";
  }

  @Override
  public long load(long offset, int size) {
    long value = 0;
    for (int i = size - 1; i >= 0; i--) {
      long at = offset + i;
      value = value << 8 | (at < bytes.length ? bytes[(int) at] & 0xFF : 0);
    }
    return value;
  }

  @Override
  public void store(long offset, int size, long value) {
    // Writes to ROM have no effect.
  }
}
