package bbt.reconstruct.diff.align;

import bbt.reconstruct.profile.ProfileFrame;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Merges the functions of a program that have no symbol and that nothing ever called: where a
 * program went on after a fork, in a signal's handler or behind it. Such a place is no function,
 * only where the kernel let the program go on, which is chance; so all of a program are taken for
 * one, in both runs. Where a program starts is called by nobody, either, but is always the same
 * place: it stays.
 */
public final class Uncalled {
  /** The name of the merged function, behind a program's name. */
  public static final String TITLE = ", entered without a call";

  /** Names of functions that stay, as A calls them. */
  private final Set<String> kept = new HashSet<>();

  private Uncalled() {}

  /** One run: its frames by number, and which of them something called. */
  public record Run(List<ProfileFrame> frames, IntPredicate called) {}

  /**
   * Adds them to what stands for another function.
   *
   * @param others what stands for a function of B, from {@link FrameKeys#rebuilt}; it is added to
   * @return what stands for a function of A
   */
  public static Map<ProfileFrame, ProfileFrame> merge(
      Run a, Run b, Map<ProfileFrame, ProfileFrame> others) {
    Uncalled uncalled = new Uncalled();
    Map<ProfileFrame, ProfileFrame> inA = new HashMap<>();
    uncalled.keep(a, Map.of());
    uncalled.keep(b, others);
    uncalled.replace(a, inA);
    uncalled.replace(b, others);
    return inA;
  }

  private void keep(Run run, Map<ProfileFrame, ProfileFrame> others) {
    Set<String> started = new HashSet<>();
    for (int i = 0; i < run.frames().size(); i++) {
      ProfileFrame f = run.frames().get(i);
      if (nameless(f) && (started.add(f.program()) || run.called().test(i))) {
        kept.add(others.getOrDefault(f, f).name());
      }
    }
  }

  private void replace(Run run, Map<ProfileFrame, ProfileFrame> others) {
    for (ProfileFrame f : run.frames()) {
      if (nameless(f) && !kept.contains(others.getOrDefault(f, f).name())) {
        others.put(f, new ProfileFrame(f.kind(), f.program() + TITLE, f.program(), 0, 0));
      }
    }
  }

  /**
   * Whether a function of a user program has no name; what the kernel enters without a call are its
   * handlers.
   */
  private static boolean nameless(ProfileFrame f) {
    return f.kind() == ProfileFrame.Kind.USER && FrameKeys.nameless(f);
  }
}
