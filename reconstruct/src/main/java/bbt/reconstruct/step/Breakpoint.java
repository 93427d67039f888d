package bbt.reconstruct.step;

import bbt.reconstruct.cursor.Target;

/** A place to stop at when running. */
final class Breakpoint {
  final int number;
  final String text;
  final Target target;

  /** Stop at every so many-th hit, in either direction. */
  final long every;

  boolean enabled = true;

  /** Gone once it was hit. */
  final boolean temporary;

  /** Hits since it was set, over all runs. */
  long hits;

  Breakpoint(int number, String text, Target target, long every, boolean temporary) {
    this.number = number;
    this.text = text;
    this.target = target;
    this.every = every;
    this.temporary = temporary;
  }
}
