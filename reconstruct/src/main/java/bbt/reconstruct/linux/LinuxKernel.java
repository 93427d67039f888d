package bbt.reconstruct.linux;

import bbt.ptg.Guests;
import bbt.reconstruct.names.KernelFunctions;
import java.util.List;
import java.util.stream.Stream;

/** The functions of a Linux kernel: it names the entry point of each system call after it. */
public final class LinuxKernel implements KernelFunctions {
  /** Prefixes of the entry points in Linux' tables, by generation; the first that fits is cut. */
  private static final List<String> PREFIXES =
      Stream.concat(
              Guests.ALL.stream().flatMap(guest -> guest.systemCallPrefixes().stream()),
              Stream.of("__se_compat_sys_", "__se_sys_", "sys_"))
          .toList();

  @Override
  public String systemCall(String function) {
    for (String prefix : PREFIXES) {
      if (function.startsWith(prefix)) {
        return function.substring(prefix.length());
      }
    }
    return null;
  }

  /** As many small kernels call it, too. */
  @Override
  public boolean panics(String function) {
    return function.equals("panic");
  }
}
