package bbt.translator.machine;

import bbt.translator.state.Fields;
import java.nio.file.Path;

/**
 * A snapshot of a machine of one hart, from which others of the same configuration go on. Memory is
 * mapped from its file, so going on takes no time.
 *
 * @param ram file of the guest's memory, by {@link Machine#snapshot}; it must not change
 * @param clock instructions that were retired
 * @param state of all parts but memory
 * @param knowledge what a recorder knows of the guest's system
 * @param rom content of the boot ROM
 */
public record MachineSnapshot(Path ram, long clock, byte[] state, byte[] knowledge, byte[] rom) {
  /** The snapshot as bytes, without the memory. */
  public byte[] toBytes() {
    Fields f = Fields.writer();
    f.of(clock);
    f.of(state);
    f.of(knowledge);
    f.of(rom);
    return f.toBytes();
  }

  /**
   * Reads what {@link #toBytes} made.
   *
   * @param ram file of the guest's memory
   * @throws IllegalStateException if it is none
   */
  public static MachineSnapshot of(Path ram, byte[] bytes) {
    Fields f = Fields.reader(bytes);
    long clock = f.of(0L);
    byte[] state = f.of(new byte[0]);
    byte[] knowledge = f.of(new byte[0]);
    byte[] rom = f.of(new byte[0]);
    f.end();
    return new MachineSnapshot(ram, clock, state, knowledge, rom);
  }
}
