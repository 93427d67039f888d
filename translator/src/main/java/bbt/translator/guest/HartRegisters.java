package bbt.translator.guest;

import bbt.translator.hart.Hart;
import java.util.ArrayList;
import java.util.List;

/** Reads, compares and copies the registers of harts. */
public interface HartRegisters {
  /** A hart with registers alone, to keep values in. */
  Hart newHart();

  /**
   * A hash of what instructions in a region can change: two states that differ in one register
   * never have the same one.
   */
  long hash(Hart hart);

  /**
   * The values of all registers, those of control, too, in an order of its own.
   *
   * @param hart one of a machine
   */
  long[] read(Hart hart);

  /**
   * Says in words where two results of {@link #read} differ: a name, the first value, the other.
   */
  default List<String> differences(long[] first, long[] second) {
    List<String> found = new ArrayList<>();
    for (int i = 0; i < first.length; i++) {
      if (first[i] != second[i]) {
        found.add("%s 0x%x / 0x%x".formatted(name(i), first[i], second[i]));
      }
    }
    return found;
  }

  /** The name of the register whose value {@link #read} has at an index. */
  String name(int index);

  /** Says in words where two harts differ in what instructions in a region can change. */
  List<String> coreDifferences(Hart first, Hart second);

  /** Copies what instructions in a region can change from one hart to another. */
  void copy(Hart from, Hart to);
}
