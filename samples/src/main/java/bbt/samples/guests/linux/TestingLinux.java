package bbt.samples.guests.linux;

import java.util.List;

/** {@code linux}: the kernel of Debian testing, without modules. */
public final class TestingLinux extends LinuxSample {
  public TestingLinux() {
    super(
        "linux",
        "stock Debian testing kernel, busybox, real shell work (fetches 11 MB once)",
        "testing",
        List.of());
  }
}
