package bbt.translator.ir;

import bbt.ptg.guest.RegisterFile;
import java.util.stream.IntStream;

/**
 * One register of a guest: an integer register, a floating-point register, or, where the width is
 * one bit, a flag. A guest's room makes one object of each, so that equal registers are the same
 * object.
 */
public final class Register {
  /** Widest register that the type admits. */
  private static final int MAX_BITS = 128;

  private final RegisterFile file;
  private final int index;
  private final boolean floating;

  private Register(RegisterFile file, int index, boolean floating) {
    this.file = file;
    this.index = index;
    this.floating = floating;
  }

  /**
   * The registers of a file.
   *
   * @param floating whether they hold floating-point numbers mostly
   */
  public static Register[] of(RegisterFile file, boolean floating) {
    if (file.bits() < 1 || file.bits() > MAX_BITS) {
      throw new IllegalArgumentException("registers " + file.name() + ": " + file.bits() + " bits");
    }
    return IntStream.range(0, file.size())
        .mapToObj(i -> new Register(file, i, floating))
        .toArray(Register[]::new);
  }

  /** The file that it is in. */
  public RegisterFile file() {
    return file;
  }

  /** The register's number in the file. */
  public int index() {
    return index;
  }

  /** The register's width. */
  public int bits() {
    return file.bits();
  }

  /** Whether it holds floating-point numbers mostly. */
  public boolean floating() {
    return floating;
  }

  /** The name of the file and the index, such as {@code x5}. */
  @Override
  public String toString() {
    return file.name() + index;
  }
}
