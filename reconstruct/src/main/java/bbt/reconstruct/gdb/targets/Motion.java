package bbt.reconstruct.gdb.targets;

/**
 * A request to go on: run or step, forwards or backwards.
 *
 * @param kind until a stop; or until one hart has executed an instruction, or left a range
 * @param backwards towards the beginning of the run
 * @param hart the one that steps; any when running
 * @param alone whether what other harts come to is no stop: gdb takes them for held
 * @param from of {@link Kind#RANGE}: addresses from here on
 * @param to of {@link Kind#RANGE}: and below this
 */
public record Motion(Kind kind, boolean backwards, int hart, boolean alone, long from, long to) {
  /** Kinds of motion. */
  public enum Kind {
    RUN,
    STEP,
    RANGE
  }

  public static Motion run(boolean backwards) {
    return new Motion(Kind.RUN, backwards, 0, false, 0, 0);
  }

  /** Runs to a stop of one hart. */
  public static Motion runAlone(int hart) {
    return new Motion(Kind.RUN, false, hart, true, 0, 0);
  }

  public static Motion step(int hart, boolean backwards) {
    return new Motion(Kind.STEP, backwards, hart, false, 0, 0);
  }

  /** Steps at least once, and on while the pc is in the range. */
  public static Motion range(int hart, long from, long to) {
    return new Motion(Kind.RANGE, false, hart, false, from, to);
  }

  /** Returns this motion with the events of other harts ignored. */
  public Motion asAlone() {
    return new Motion(kind, backwards, hart, true, from, to);
  }

  /** Whether the events of another hart are no stop. */
  boolean ignores(int other) {
    return alone && other != hart;
  }

  /** Whether a stepping hart that has executed an instruction and is at an address goes on. */
  boolean staysAt(long pc) {
    return kind == Kind.RANGE
        && Long.compareUnsigned(pc, from) >= 0
        && Long.compareUnsigned(pc, to) < 0;
  }
}
