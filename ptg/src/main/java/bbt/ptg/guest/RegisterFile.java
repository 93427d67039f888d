package bbt.ptg.guest;

import java.util.List;

/**
 * A file of registers that are alike and have numbers.
 *
 * @param name of the file, and of the object that holds it in JSON: {@code x}
 * @param bits of each register
 * @param names by number, in the order in which they are shown
 */
public record RegisterFile(String name, int bits, List<String> names) {
  /** Number of registers. */
  public int size() {
    return names.size();
  }

  /** The name of a register. */
  public String name(int number) {
    return names.get(number);
  }
}
