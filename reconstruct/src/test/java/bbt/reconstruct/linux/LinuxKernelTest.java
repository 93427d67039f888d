package bbt.reconstruct.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Which functions of a Linux kernel serve system calls, and which one it calls to panic. */
class LinuxKernelTest {
  private final LinuxKernel kernel = new LinuxKernel();

  @Test
  void eachGenerationsEntryPointsAreKnown() {
    assertEquals("openat", kernel.systemCall("__riscv_sys_openat"));
    assertEquals("openat", kernel.systemCall("__riscv_compat_sys_openat"));
    assertEquals("openat", kernel.systemCall("__arm64_sys_openat"));
    assertEquals("openat", kernel.systemCall("__se_sys_openat"));
    assertEquals("openat", kernel.systemCall("__se_compat_sys_openat"));
    assertEquals("ni_syscall", kernel.systemCall("sys_ni_syscall"));
    assertNull(kernel.systemCall("do_sys_openat2"));
    assertNull(kernel.systemCall("__do_sys_openat"));
    assertNull(kernel.systemCall("__traceiter_sys_enter"));
  }

  @Test
  void aPanicIsAFunctionOfThatName() {
    assertTrue(kernel.panics("panic"));
    assertFalse(kernel.panics("panic_timeout"));
  }
}
