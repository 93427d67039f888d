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

  /**
   * Says in words where two results of {@link #read} differ: a name, the first value, the other.
   */
  List<String> differences(long[] first, long[] second);

  /** Says in words where two harts differ in what instructions in a region can change. */
  List<String> coreDifferences(Hart first, Hart second);

  /** Copies what instructions in a region can change from one hart to another. */
  void copy(Hart from, Hart to);
}
