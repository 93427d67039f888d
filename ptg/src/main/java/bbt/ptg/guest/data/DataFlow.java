package bbt.ptg.guest.data;

import java.util.List;

/**
 * What an instruction writes, and where that comes from; of an instruction that retires.
 *
 * @param writes registers that it writes: each once, none that cannot be written
 * @param stores what it stores to memory, in order; a conditional store may not be carried out
 */
public record DataFlow(List<Write> writes, List<Store> stores) {
  /** A register that is written. */
  public record Write(GuestRegister to, Source from) {}

  /**
   * A store.
   *
   * @param bytes at least 1
   * @param from the value whose low bytes are stored
   */
  public record Store(int bytes, Source from) {}

  /** That of an instruction that writes nothing. */
  public static final DataFlow NONE = new DataFlow(List.of(), List.of());

  /** Keeps copies. */
  public DataFlow {
    writes = List.copyOf(writes);
    stores = List.copyOf(stores);
  }

  /** What it writes to a register; null if it does not write there. */
  public Source written(GuestRegister register) {
    for (Write each : writes) {
      if (each.to.equals(register)) {
        return each.from;
      }
    }
    return null;
  }
}
