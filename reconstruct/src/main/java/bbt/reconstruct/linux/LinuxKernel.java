package bbt.reconstruct.linux;

import bbt.reconstruct.names.KernelFunctions;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Knows the functions of a Linux kernel: it names the entry point of each system call after it. */
public final class LinuxKernel implements KernelFunctions {
  /**
   * Prefixes of the entry points in Linux' tables: with the name that Linux has for an
   * architecture, with {@code se}, and {@code sys_} alone, by generation.
   */
  private static final Pattern ENTRY =
      Pattern.compile("(__(riscv|arm64|x64|ia32|s390x?|se)_(compat_)?)?sys_");

  /** {@code init/main.c}, in the order in which it calls them. */
  private static final Map<String, String> MILESTONES =
      Map.ofEntries(
          Map.entry("start_kernel", "the kernel's own C code begins"),
          Map.entry("setup_arch", "memory and devices of the machine are looked for"),
          Map.entry("mm_core_init", "memory can be allocated"),
          Map.entry("sched_init", "the scheduler is made"),
          Map.entry("time_init", "the clock is set up"),
          Map.entry("console_init", "the console is opened"),
          Map.entry("rest_init", "the first tasks are made"),
          Map.entry("smp_init", "the other harts are started"),
          Map.entry("do_basic_setup", "drivers and the rest are initialised"),
          Map.entry("wait_for_initramfs", "the initramfs is waited for"),
          Map.entry("free_initmem", "code and data of the boot are freed"),
          Map.entry("run_init_process", "the first program is loaded"));

  @Override
  public String systemCall(String function) {
    Matcher entry = ENTRY.matcher(function);
    return entry.lookingAt() ? function.substring(entry.end()) : null;
  }

  /** Whether the function is {@code panic}, as in many small kernels, too. */
  @Override
  public boolean panics(String function) {
    return function.equals("panic");
  }

  @Override
  public String milestone(String function) {
    return MILESTONES.get(function);
  }

  @Override
  public boolean callsInitcalls(String function) {
    return function.equals("do_one_initcall");
  }

  @Override
  public boolean isInitcall(String function) {
    return !function.equals("initcall_blacklisted")
        && !function.startsWith("do_trace_initcall_")
        && !function.equals("_printk");
  }
}
