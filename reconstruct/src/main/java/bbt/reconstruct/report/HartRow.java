package bbt.reconstruct.report;

import bbt.reconstruct.trace.HartTotals;

/**
 * What one hart did.
 *
 * @param instructions rebuilt
 * @param totals its packets
 * @param idleShare part of the guest time in which it executed nothing, 0 to 1; -1 when not known:
 *     the trace was cut, or its clock was the host's
 */
public record HartRow(int number, long instructions, HartTotals totals, double idleShare) {
  static HartRow of(int number, long instructions, HartTotals totals, double capacity) {
    double idle = capacity <= 0 ? -1 : Math.clamp(1 - instructions / capacity, 0, 1);
    return new HartRow(number, instructions, totals, idle);
  }
}
