package bbt.reconstruct.listing;

import bbt.reconstruct.replay.StepRecorder;
import java.util.List;

/**
 * The content of a line: an instruction or node, a trap or another event. One object for all lines,
 * since there are millions.
 */
final class Line {
  /** Instructions of all harts before. */
  long count;

  /** Whether the trace knows the time; without it {@link #time} and {@link #delta} say nothing. */
  boolean timed;

  /** Guest time in nanoseconds. */
  long time;

  /** Nanoseconds since the line before. */
  long delta;

  int hart;

  /** The privilege mode: its number and its letter. */
  int privilege;

  String mode;

  /** The task's name; empty where it has none. */
  String task;

  /** -1 where it is not known. */
  int pid;

  long address;

  /**
   * The instruction of the line, or the last one of its node, with where the line's address is. A
   * line of an exception uses the label alone.
   */
  CodeText code;

  /** How many instructions the line stands for. */
  int instructions;

  /** 1: the branch at the end was taken; 0: it was not; -1: there was none. */
  int branch;

  /** Whether {@link #next} is to be said: the code does not say where the jump leads. */
  boolean jumps;

  long next;
  String nextLabel;

  List<StepRecorder.Changed> changed = List.of();
  List<StepRecorder.Data> data = List.of();
}
