package bbt.reconstruct.export;

import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.profile.CallTree;

/**
 * The number that a format with one number for each stack counts: instructions, or cycles by a cost
 * model.
 */
enum Measure {
  INSTRUCTIONS("instructions") {
    @Override
    long self(CallTree tree, int node) {
      return tree.self(node);
    }

    @Override
    long inclusive(CallTree tree, int node) {
      return tree.inclusive(node);
    }
  },
  CYCLES("cycles") {
    @Override
    long self(CallTree tree, int node) {
      return tree.cycles(node);
    }

    @Override
    long inclusive(CallTree tree, int node) {
      return tree.inclusiveCycles(node);
    }
  };

  private final String unit;

  Measure(String unit) {
    this.unit = unit;
  }

  /** Cycles where a cost model was given. */
  static Measure of(Report report) {
    return report.costs() == null ? INSTRUCTIONS : CYCLES;
  }

  String unit() {
    return unit;
  }

  /** The number of the frame itself. */
  abstract long self(CallTree tree, int node);

  /** The number of the frame and everything below it. */
  abstract long inclusive(CallTree tree, int node);
}
