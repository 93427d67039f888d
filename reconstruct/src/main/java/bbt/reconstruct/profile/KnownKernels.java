package bbt.reconstruct.profile;

import bbt.reconstruct.linux.LinuxKernel;
import bbt.reconstruct.names.KernelFunctions;
import java.util.List;
import java.util.Objects;

/** The operating systems whose functions are known: the one place that lists them. */
final class KnownKernels {
  private static final List<KernelFunctions> ALL = List.of(new LinuxKernel());

  private KnownKernels() {}

  /** The system call that a function serves; null if it serves none. */
  static String systemCall(String function) {
    return ALL.stream()
        .map(system -> system.systemCall(function))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** Whether it is the function that a kernel calls when it panics. */
  static boolean panics(String function) {
    return ALL.stream().anyMatch(system -> system.panics(function));
  }
}
