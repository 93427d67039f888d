package bbt.ptg.guest;

/**
 * A register as gdb knows it.
 *
 * @param number gdb's
 * @param name gdb's
 * @param bits that gdb is told: up to 64, or 128
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
    /** The upper 64 bits of a floating-point register that has 128. */
    UPPER,
    CONTROL,
    PC,
    PRIVILEGE
  }

  /**
   * The upper half of a register of 128 bits; the register itself stands for the lower one then.
   */
  public GdbRegister upper() {
    return new GdbRegister(number, name, Long.SIZE, type, group, feature, Place.UPPER, index);
  }

  /** Bytes that it takes in packets. */
  public int bytes() {
    return bits / Byte.SIZE;
  }
}
