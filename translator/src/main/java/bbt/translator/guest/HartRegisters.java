package bbt.translator.guest;

import bbt.translator.hart.Hart;
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

  /** What differs of two results of {@link #read}, in words: a name, the first value, the other. */
  List<String> differences(long[] first, long[] second);

  /** What differs of what instructions in a region can change, in words. */
  List<String> coreDifferences(Hart first, Hart second);

  /** Gives a hart what instructions in a region can change, of another. */
  void copy(Hart from, Hart to);
}
