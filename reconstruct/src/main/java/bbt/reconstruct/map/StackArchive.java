package bbt.reconstruct.map;

import bbt.reconstruct.stack.SavedStack;
import bbt.reconstruct.stack.TaskStacks.Key;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Stores all tasks' call stacks where segments start, each only where it may have changed. */
final class StackArchive {
  private final Map<Key, NavigableMap<Integer, SavedStack>> stacks = new HashMap<>();

  /** Segments before which all stacks were lost in a gap. */
  private final BitSet forgotten = new BitSet();

  /** Adds the stacks that changed since the segment before this one; ascending. */
  void add(int segment, Map<Key, SavedStack> changed, boolean allForgotten) {
    if (allForgotten) {
      forgotten.set(segment);
    }
    changed.forEach(
        (key, stack) -> stacks.computeIfAbsent(key, k -> new TreeMap<>()).put(segment, stack));
  }

  /** A stack before a segment. */
  SavedStack before(int segment, Key key) {
    NavigableMap<Integer, SavedStack> its = stacks.get(key);
    Map.Entry<Integer, SavedStack> last = its == null ? null : its.floorEntry(segment);
    return last == null || forgotten.previousSetBit(segment) > last.getKey()
        ? SavedStack.EMPTY
        : last.getValue();
  }

  void write(DataOutput out) throws IOException {
    MapFile.writeBits(out, forgotten);
    out.writeInt(stacks.size());
    for (Map.Entry<Key, NavigableMap<Integer, SavedStack>> task : stacks.entrySet()) {
      out.writeInt(task.getKey().hart());
      out.writeLong(task.getKey().task());
      out.writeInt(task.getValue().size());
      for (Map.Entry<Integer, SavedStack> at : task.getValue().entrySet()) {
        out.writeInt(at.getKey());
        at.getValue().write(out);
      }
    }
  }

  void read(DataInput in) throws IOException {
    forgotten.or(MapFile.readBits(in));
    int tasks = in.readInt();
    for (int i = 0; i < tasks; i++) {
      NavigableMap<Integer, SavedStack> its = new TreeMap<>();
      stacks.put(new Key(in.readInt(), in.readLong()), its);
      int count = in.readInt();
      for (int k = 0; k < count; k++) {
        its.put(in.readInt(), SavedStack.read(in));
      }
    }
  }
}
