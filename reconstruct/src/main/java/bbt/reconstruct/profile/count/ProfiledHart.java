package bbt.reconstruct.profile.count;

import bbt.packets.ExceptionKind;
import bbt.reconstruct.profile.HartProfile;
import bbt.reconstruct.profile.Timeline;
import bbt.reconstruct.profile.TreeBuilder;
import bbt.reconstruct.select.SelectionScope;
import bbt.reconstruct.walk.flow.Rounds;

/** The profiler's state of one hart, whether or not it is the one that is walked now. */
final class ProfiledHart implements Rounds.Numbers {
  final int number;

  int privilege;
  int addressSpace;

  /** The program whose functions the current mode executes. */
  Program program;

  /** The function that instructions count for, since {@link #mark}. */
  Function current;

  /** The node of {@link #current} in the tree. */
  int node = TreeBuilder.ROOT;

  long mark;

  /** The count since when the hart has been in its task and its mode. */
  long segment;

  /** The retired count since when the hart has been in its task and its mode. */
  long segmentRaw;

  /** The mode of the present segment. */
  Timeline.Mode mode = Timeline.Mode.KERNEL;

  // ---- selection

  /** Whether the hart itself is selected. */
  final boolean selected;

  /** Whether the present instructions are selected, if they are in the window. */
  boolean on = true;

  /** Retired count up to which instructions have been looked at. */
  long raw;

  /** Selected instructions up to {@link #raw}. */
  private long count;

  /** Common clock minus retired count. */
  long clockOffset;

  // ---- cycles

  /** Selected cycles so far. */
  long cycles;

  /** Cycles that functions have been given. */
  long cycleMark;

  /** Cycles that tasks have been given. */
  long cycleSegment;

  /** Retired count behind the last piece. */
  long pieceAt;

  // ---- totals

  long totalCycles;

  long instructions;
  long switches;
  final long[] exceptions = new long[ExceptionKind.values().length];

  ProfiledHart(int number, boolean selected, Program program, Function current) {
    this.number = number;
    this.selected = selected;
    this.program = program;
    this.current = current;
  }

  /** Selected instructions before a retired count. */
  long settle(long retired, SelectionScope scope) {
    if (retired > raw) {
      if (on) {
        count += scope.overlap(raw + clockOffset, retired + clockOffset);
      }
      raw = retired;
    }
    return count;
  }

  @Override
  public long[] get() {
    return new long[] {
      mark,
      segment,
      segmentRaw,
      raw,
      count,
      cycles,
      cycleMark,
      cycleSegment,
      pieceAt,
      totalCycles,
      instructions
    };
  }

  @Override
  public void set(long[] values) {
    mark = values[0];
    segment = values[1];
    segmentRaw = values[2];
    raw = values[3];
    count = values[4];
    cycles = values[5];
    cycleMark = values[6];
    cycleSegment = values[7];
    pieceAt = values[8];
    totalCycles = values[9];
    instructions = values[10];
  }

  HartProfile profile() {
    return new HartProfile(number, instructions, totalCycles, switches, exceptions);
  }
}
