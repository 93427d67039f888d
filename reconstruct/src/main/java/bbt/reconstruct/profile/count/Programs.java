package bbt.reconstruct.profile.count;

/** Names the user programs of a walk, by number. */
public interface Programs {
  /** The name of a program. */
  String name(int program);

  /** The name of a program's code at an address that is in no function. */
  String nameless(int program, long address);
}
