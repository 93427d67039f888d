package bbt.reconstruct.diff.align;

import bbt.reconstruct.profile.ProfileFrame;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds functions again that a compiler made a copy of under another name: {@code f} in one build
 * is {@code f.constprop.0} or {@code f.isra.0} in the other. Only where one function alone is
 * called so in either build.
 */
public final class Clones {
  /** What GCC and Clang append to the names of functions that they changed. */
  private static final Pattern SUFFIX =
      Pattern.compile(
          "(\\.(constprop|isra|part|cold|lto_priv|llvm|specialized|argprom)(\\.[0-9]+)*)+$");

  private Clones() {}

  private record Base(ProfileFrame.Kind kind, String program, String name) {}

  /**
   * Adds them to what stands for another function.
   *
   * @param others what stands for a function of B; it is added to
   */
  public static void add(
      List<ProfileFrame> a, List<ProfileFrame> b, Map<ProfileFrame, ProfileFrame> others) {
    Map<Base, ProfileFrame> inA = alone(a, names(b));
    alone(b, names(a))
        .forEach(
            (base, frame) -> {
              ProfileFrame its = inA.get(base);
              if (its != null) {
                others.putIfAbsent(frame, its);
              }
            });
  }

  private static Set<Base> names(List<ProfileFrame> frames) {
    return frames.stream()
        .map(f -> new Base(f.kind(), f.program(), f.name()))
        .collect(Collectors.toSet());
  }

  /** By their names without suffix, the functions that the other run does not have. */
  private static Map<Base, ProfileFrame> alone(List<ProfileFrame> frames, Set<Base> others) {
    Map<Base, ProfileFrame> found = new HashMap<>();
    Set<Base> twice = new HashSet<>();
    for (ProfileFrame f : frames) {
      if (f.kind().isFunction() && !FrameKeys.nameless(f)) {
        Base base = new Base(f.kind(), f.program(), SUFFIX.matcher(f.name()).replaceFirst(""));
        ProfileFrame before = found.put(base, f);
        if (before != null && !before.name().equals(f.name())) {
          twice.add(base);
        }
      }
    }
    found.keySet().removeAll(twice);
    found.values().removeIf(f -> others.contains(new Base(f.kind(), f.program(), f.name())));
    return found;
  }
}
