package bbt.samples.guests.linux;

import bbt.translator.boot.GuestSample;
import java.io.IOException;
import java.util.function.Consumer;

/** The guest {@code linux} with a first program that is none: it ends, and the kernel panics. */
public final class PanickingLinux implements GuestSample {
  private final TestingLinux linux = new TestingLinux();

  @Override
  public String name() {
    return "linux-panic";
  }

  @Override
  public String description() {
    return "the guest linux with an init that ends at once: the kernel panics";
  }

  @Override
  public Prepared prepare(Consumer<String> progress) throws IOException {
    Prepared prepared = linux.prepare(progress);
    return new Prepared(
        prepared.kernel(), prepared.initrd(), prepared.append() + " rdinit=/bin/busybox");
  }
}
