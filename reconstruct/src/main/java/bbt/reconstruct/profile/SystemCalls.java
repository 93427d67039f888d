package bbt.reconstruct.profile;

import bbt.ptg.Guests;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which function serves a system call. The trace has no registers, so no number; but Linux names
 * the entry point of each call after it.
 */
final class SystemCalls {
  /** Prefixes of the entry points in Linux' tables, by generation; the first that fits is cut. */
  private static final List<String> PREFIXES =
      Stream.concat(
              Guests.ALL.stream().flatMap(guest -> guest.systemCallPrefixes().stream()),
              Stream.of("__se_compat_sys_", "__se_sys_", "sys_"))
          .toList();

  private SystemCalls() {}

  static boolean isService(String function) {
    return PREFIXES.stream().anyMatch(function::startsWith);
  }

  /** The system call by the name of the function that served it: {@code openat}. */
  static String name(String function) {
    for (String prefix : PREFIXES) {
      if (function.startsWith(prefix)) {
        return function.substring(prefix.length());
      }
    }
    return function;
  }
}
