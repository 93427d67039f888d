package bbt.samples.conformance.fuzz;

import bbt.samples.conformance.fuzz.arm64.ArmPrivilegedKind;
import bbt.samples.conformance.fuzz.arm64.ArmUserKind;
import bbt.samples.conformance.fuzz.kind.Kind;
import bbt.samples.conformance.fuzz.privileged.PrivilegedKind;
import bbt.samples.conformance.fuzz.run.FuzzBoard;
import bbt.samples.conformance.fuzz.user.UserKind;
import java.util.List;

/** Lists the kinds of random programs. */
public final class Kinds {
  private static final List<Kind> ALL =
      List.of(new UserKind(), new PrivilegedKind(), new ArmUserKind(), new ArmPrivilegedKind());

  private Kinds() {}

  /** Those for a board, in the order of their names' appearance in {@code --help}. */
  public static List<Kind> all(FuzzBoard board) {
    return ALL.stream().filter(kind -> kind.board() == board).toList();
  }

  /** The kind of a name; null when there is none. */
  public static Kind named(String name) {
    return ALL.stream().filter(kind -> kind.name().equals(name)).findFirst().orElse(null);
  }
}
