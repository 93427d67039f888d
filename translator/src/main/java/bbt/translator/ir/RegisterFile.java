package bbt.translator.ir;

import java.util.stream.IntStream;

/**
 * A set of guest registers of one width, told apart by an index: integer registers, floating-point
 * registers, or, with a width of one bit, flags. A guest's room makes one object of each.
 */
public final class RegisterFile {
  /** Widest register that the type admits. */
  private static final int MAX_BITS = 128;

  private final String name;
  private final int bits;
  private final boolean floating;
  private final Register[] registers;

  /**
   * A register file.
   *
   * @param name what stands before the index in a register's name
   * @param count how many registers it has
   * @param bits width of each
   * @param floating whether they hold floating-point numbers mostly
   */
  public RegisterFile(String name, int count, int bits, boolean floating) {
    if (bits < 1 || bits > MAX_BITS) {
      throw new IllegalArgumentException("register file " + name + ": " + bits + " bits");
    }
    this.name = name;
    this.bits = bits;
    this.floating = floating;
    this.registers =
        IntStream.range(0, count).mapToObj(i -> new Register(this, i)).toArray(Register[]::new);
  }

  /** The register with an index. */
  public Register register(int index) {
    return registers[index];
  }

  /** How many registers it has. */
  public int count() {
    return registers.length;
  }

  /** Width of each register. */
  public int bits() {
    return bits;
  }

  /** Whether its registers hold floating-point numbers mostly. */
  public boolean floating() {
    return floating;
  }

  @Override
  public String toString() {
    return name;
  }
}
