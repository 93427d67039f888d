package bbt.ptg.guest;

/**
 * A register as gdb knows it.
 *
 * @param number gdb's
 * @param name gdb's
 * @param bits that gdb is told
 * @param type gdb's: {@code int}, {@code code_ptr}
 * @param group gdb's, or null for none
 * @param feature what part of the target description it belongs to
 * @param place where the machine has it
 * @param index its number there
 */
public record GdbRegister(
    int number,
    String name,
    int bits,
    String type,
    String group,
    String feature,
    Place place,
    int index) {
  /** The places that hold a register's value. */
  public enum Place {
    GENERAL,
    FLOATING,
    CONTROL,
    PC,
    PRIVILEGE
  }
}
