package bbt.reconstruct.map;

import bbt.reconstruct.walk.SegmentWalk;

/**
 * A stretch of the trace that can be walked alone: a frame, or with several harts an epoch.
 *
 * @param offset where its chunks begin in the file
 * @param body offset of its frame, or of the epoch that it begins with
 * @param start what a walk needs to begin here
 * @param packets by hart: packets before it
 */
public record TraceSegment(long offset, long body, SegmentWalk.Start start, long[] packets) {
  /** Instructions of all harts before it. */
  public long clock() {
    return start.clock();
  }
}
