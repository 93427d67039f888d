package bbt.ptg.guest.data;

import java.util.Set;

/** What a value that an instruction writes is made of. */
public sealed interface Source {
  /**
   * A register's value.
   *
   * @param bytes low bytes that are the register's, 1 to 8; those above are an extension
   */
  record Copy(GuestRegister from, int bytes) implements Source {}

  /**
   * The content of memory.
   *
   * @param base general register that is added to the offset; null: the offset alone
   * @param offset added to it
   * @param bytes low bytes that are memory's, 1 to 8; those above are an extension
   */
  record Load(GuestRegister base, long offset, int bytes) implements Source {}

  /** A value that the code fixes. */
  record Constant() implements Source {}

  /**
   * The result of an operation.
   *
   * @param from registers whose values it takes
   * @param memory whether it takes a value from memory, too
   */
  record Computed(Set<GuestRegister> from, boolean memory) implements Source {
    /** Keeps a copy. */
    public Computed {
      from = Set.copyOf(from);
    }
  }

  /** Something that neither registers nor memory say: the machine's own. */
  enum Machine implements Source {
    /** The content of a control register. */
    CONTROL,
    /** The answer of the firmware to a call. */
    FIRMWARE,
    /** Whether a conditional store was carried out. */
    OUTCOME
  }
}
