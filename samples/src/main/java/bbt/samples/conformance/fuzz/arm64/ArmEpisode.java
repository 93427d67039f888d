package bbt.samples.conformance.fuzz.arm64;

import java.util.List;

/**
 * A piece of a case that stands for itself: the harness sets a state up, goes to a level, and runs
 * operations there; exceptions are logged and survived.
 *
 * @param number named in the log
 * @param spsr the state in which the operations begin
 * @param registers system registers to set, in order
 * @param tables descriptors to store
 * @param operations what is run; each is words of code that stand anywhere
 * @param repeats how often, at least 1
 * @param values of x0 to x23
 */
record ArmEpisode(
    int number,
    int spsr,
    List<Register> registers,
    List<Descriptor> tables,
    List<int[]> operations,
    int repeats,
    List<Long> values) {

  /** A system register, by its number in an instruction, and a value. */
  record Register(int number, long value) {}

  /**
   * An entry of a table.
   *
   * @param address physical
   */
  record Descriptor(long address, long value) {}

  /** Returns this episode with other operations. */
  ArmEpisode with(List<int[]> others) {
    return new ArmEpisode(number, spsr, registers, tables, List.copyOf(others), repeats, values);
  }

  /** Returns this episode with other descriptors. */
  ArmEpisode withTables(List<Descriptor> others) {
    return new ArmEpisode(
        number, spsr, registers, List.copyOf(others), operations, repeats, values);
  }

  /** Returns this episode run so often. */
  ArmEpisode repeated(int times) {
    return new ArmEpisode(number, spsr, registers, tables, operations, times, values);
  }
}
