package bbt.reconstruct.analysis;

import bbt.reconstruct.profile.HartProfile;
import bbt.reconstruct.trace.HartTotals;

/**
 * The figures of one hart in a report.
 *
 * @param profile its instructions, exceptions and switches, as far as they are selected
 * @param totals its frames and packets in the whole file
 * @param idleShare part of the guest time in which it executed nothing, 0 to 1; -1 when not known:
 *     the trace was cut, its clock was the host's, or not all that it did is selected
 */
public record HartRow(HartProfile profile, HartTotals totals, double idleShare) {
  static HartRow of(HartProfile profile, HartTotals totals, double capacity) {
    double idle = capacity <= 0 ? -1 : Math.clamp(1 - profile.instructions() / capacity, 0, 1);
    return new HartRow(profile, totals, idle);
  }

  public int number() {
    return profile.number();
  }

  public long instructions() {
    return profile.instructions();
  }
}
