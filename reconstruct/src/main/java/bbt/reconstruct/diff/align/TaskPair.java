package bbt.reconstruct.diff.align;

import bbt.reconstruct.profile.TaskProfile;

/**
 * A task of A and the corresponding one of B; one of them is null where there is none.
 *
 * @param a of A, or null
 * @param b of B, or null
 */
public record TaskPair(TaskProfile a, TaskProfile b) {
  /** Name and pid; both names or pids where they differ. */
  public String title() {
    if (a != null && b != null && !a.name().equals(b.name()) && a.pid() >= 0 && b.pid() >= 0) {
      return a.title() + ", in B " + b.title();
    }
    if (a == null || b == null || a.pid() == b.pid() || a.pid() < 0 || b.pid() < 0) {
      return a != null ? a.title() : b.title();
    }
    return a.name() + " (pid " + a.pid() + ", in B " + b.pid() + ")";
  }
}
