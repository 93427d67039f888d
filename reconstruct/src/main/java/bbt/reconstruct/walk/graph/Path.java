package bbt.reconstruct.walk.graph;

import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.hart.PathMaker;

/**
 * Several steps walked as one: from a step, with the next {@value #BITS} bits known, to where
 * something else is needed. Calls may be on the way if they return on it, too; then the {@link
 * FlowListener} has said what they come to. Made by {@link PathMaker}.
 */
public class Path {
  /** Bits that select a path. */
  public static final int BITS = 8;

  /** Executions of a step after which paths from it are made: they cost a kilobyte and more. */
  public static final int HOT = 256;

  /** A path that is not worth it: the step is walked alone. */
  public static final Path NONE =
      new Path(null, null, Step.NO_EDGE, null, Integer.MAX_VALUE, 0, 1, 0, null, null, null);

  /** The step after the last one; null where that is for {@link #last} to decide. */
  public final Step end;

  /** The last step, if its end is to be told, or needs something else; else null. */
  public final Step last;

  /** If {@link #last} always leads to {@link #end}: what the listener must be told of it. */
  public final byte crossing;

  /** If that is a call: the address after it, and the step there where it is known. */
  public final boolean calling;

  public final long link;
  public final Step back;

  /** The number of instructions. */
  public final int count;

  /** Bits consumed. */
  public final short bits;

  /** Whether it may be walked wherever its first step may, and nobody need be told of it. */
  public final boolean plain;

  /** The running hash after the path is {@code hash * hashFactor + hashTerm}. */
  public final long hashFactor;

  public final long hashTerm;

  /** Views that the path touches beside the first step's page; null where there are none. */
  final View also1;

  final View also2;

  /** The summary of the calls on the path; null without calls. */
  public final CallSummary calls;

  public Path(
      Step end,
      Step last,
      byte crossing,
      Step back,
      int count,
      int bits,
      long hashFactor,
      long hashTerm,
      View also1,
      View also2,
      CallSummary calls) {
    this.end = end;
    this.last = last;
    this.crossing = crossing;
    this.calling = crossing != Step.NO_EDGE && last.calls;
    this.link = calling ? last.place.link() : 0;
    this.back = back;
    this.count = count;
    this.bits = (short) bits;
    this.hashFactor = hashFactor;
    this.hashTerm = hashTerm;
    this.also1 = also1;
    this.also2 = also2;
    this.calls = calls;
    this.plain = also1 == null && calls == null;
  }

  /** Whether the address space shows the pages that it goes through. */
  public boolean shown(View[] cache) {
    return (also1 == null || cache[also1.cacheIndex] == also1)
        && (also2 == null || cache[also2.cacheIndex] == also2);
  }

  /** A path that is counted. The others do without the fields: a walk has some 100,000 of them. */
  public static final class Counted extends Path {
    /** Times that it was walked while blocks were counted, and not yet added to their counts. */
    long uses;

    private final Step[] steps;

    /** Bit i: the branch at the end of step i is taken. */
    private final long taken;

    public Counted(Path path, Step[] steps, long taken) {
      super(
          path.end,
          path.last,
          path.crossing,
          path.back,
          path.count,
          path.bits,
          path.hashFactor,
          path.hashTerm,
          path.also1,
          path.also2,
          path.calls);
      this.steps = steps;
      this.taken = taken;
    }

    /** Adds {@link #uses} to the counts of the path's steps and clears it. */
    void spread(BlockCounter counter) {
      for (int i = 0; i < steps.length; i++) {
        counter.add(steps[i], uses, (taken >>> i & 1) != 0 ? uses : 0);
      }
      uses = 0;
    }
  }
}
