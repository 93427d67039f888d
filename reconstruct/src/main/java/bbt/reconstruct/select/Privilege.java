package bbt.reconstruct.select;

import java.util.Set;

/** Privileges as a user names them. */
public enum Privilege {
  /** S and M mode. */
  KERNEL(Set.of(1, 3)),
  USER(Set.of(0)),
  U(Set.of(0)),
  S(Set.of(1)),
  M(Set.of(3));

  private final Set<Integer> levels;

  Privilege(Set<Integer> levels) {
    this.levels = levels;
  }

  /** The architecture's numbers: 0 U, 1 S, 3 M. */
  public Set<Integer> levels() {
    return levels;
  }
}
