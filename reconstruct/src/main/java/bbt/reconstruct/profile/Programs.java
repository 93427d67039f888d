package bbt.reconstruct.profile;

/** The user programs of a walk, by number. */
public interface Programs {
  /** What one is called. */
  String name(int program);

  /** What its code at an address is called that is in no function. */
  String nameless(int program, long address);
}
