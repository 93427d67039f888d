package bbt.samples.guests.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.samples.guests.debian.Manifest;
import org.junit.jupiter.api.Test;

/** A kernel's debugging package is named after its release. */
class KernelDebugTest {
  private static String release(String packageName) {
    return KernelDebug.release(new Manifest.Source(packageName, "7.2.12-1", 1, ""));
  }

  @Test
  void releases() {
    assertEquals("7.2.12+deb14-riscv64", release("linux-binary-7.2.12+deb14-riscv64"));
    assertEquals("6.12.57+deb13-riscv64", release("linux-image-6.12.57+deb13-riscv64"));
    assertEquals("", release("busybox-static"));
    assertEquals("", release("linux-image-riscv64"));
  }
}
