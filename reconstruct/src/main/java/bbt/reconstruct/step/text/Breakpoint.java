package bbt.reconstruct.step.text;

import bbt.reconstruct.cursor.SearchTarget;

/** A place to stop at when running. */
public final class Breakpoint {
  public final int number;
  public final String text;
  public final SearchTarget target;

  /** Stop at every so many-th hit, in either direction. */
  public final long every;

  public boolean enabled = true;

  /** Gone once it was hit. */
  public final boolean temporary;

  /** Hits since it was set, over all runs. */
  public long hits;

  public Breakpoint(int number, String text, SearchTarget target, long every, boolean temporary) {
    this.number = number;
    this.text = text;
    this.target = target;
    this.every = every;
    this.temporary = temporary;
  }
}
