package bbt.reconstruct.boot;

import java.util.Comparator;
import java.util.List;

/**
 * The milestones and initcalls of a kernel's start.
 *
 * @param milestones in the order of the run; empty where no kernel is known
 * @param initcalls in the order of their ends
 */
public record BootView(List<Milestone> milestones, List<Initcall> initcalls) {
  /** The view of a trace in which no start of a known kernel was found. */
  public static final BootView NONE = new BootView(List.of(), List.of());

  public BootView {
    milestones = List.copyOf(milestones);
    initcalls = List.copyOf(initcalls);
  }

  /**
   * A milestone: a moment that tells how far the boot is.
   *
   * @param at the common clock (instructions of all harts) when it came to that
   * @param function whose first call it is; empty for the first instruction in user mode
   * @param text what that means
   * @param task number of the task that executes it ({@link
   *     bbt.reconstruct.profile.Profile#tasks()})
   */
  public record Milestone(long at, String function, String text, int task) {}

  /**
   * A function that initialises a part of the kernel.
   *
   * @param name its symbol
   * @param address of its first instruction
   * @param at the common clock at its start
   * @param instructions of its task until it returned, those of its callees and of traps included
   * @param task number of the task that executes it
   * @param nested whether its task was in another initcall then, whose instructions these are, too
   * @param returned whether it did: a boot may end before
   */
  public record Initcall(
      String name,
      long address,
      long at,
      long instructions,
      int task,
      boolean nested,
      boolean returned) {}

  /** Whether there is nothing to show. */
  public boolean isEmpty() {
    return milestones.isEmpty() && initcalls.isEmpty();
  }

  /** Instructions of all initcalls together. */
  public long instructions() {
    return initcalls.stream().filter(i -> !i.nested()).mapToLong(Initcall::instructions).sum();
  }

  /** The costliest initcalls first. */
  public List<Initcall> costliest(int most) {
    return initcalls.stream()
        .sorted(
            Comparator.comparingLong(Initcall::instructions)
                .reversed()
                .thenComparingLong(Initcall::at))
        .limit(most)
        .toList();
  }
}
