package bbt.reconstruct.map;

import bbt.packets.bytes.Problem;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Index of a trace's flow that one walk over the whole trace makes: segments, stacks, units. */
final class FlowIndex {
  final List<TraceSegment> segments = new ArrayList<>();
  final StackArchive stacks = new StackArchive();
  final CodeUnits units;

  /** By task: the segments in which a hart executed it. */
  final Map<Long, BitSet> tasks = new HashMap<>();

  /** By cause as the packet has it (firmware calls are not among them): segments with one. */
  final Map<Long, BitSet> causes = new HashMap<>();

  /** The problems of the trace, in file order. */
  List<Problem> problems = List.of();

  /** Instructions of all harts before what was walked; 0 where that is all of the trace. */
  long startClock;

  /** Instructions of all harts at the trace's end, as far as it was walked. */
  long endClock;

  FlowIndex(CodeUnits units) {
    this.units = units;
  }
}
