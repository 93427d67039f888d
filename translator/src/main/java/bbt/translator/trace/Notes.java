package bbt.translator.trace;

import bbt.packets.SidebandRecord;
import java.util.HashMap;
import java.util.Map;

/** Notes on their way from the guest's thread to the writer's. */
final class Notes {
  private final Map<Integer, SidebandRecord.Note> waiting = new HashMap<>();
  private int next;

  /** Leaves one; the number under which it waits. */
  synchronized int add(SidebandRecord.Note note) {
    waiting.put(next, note);
    return next++;
  }

  /** Takes one away. */
  synchronized SidebandRecord.Note take(int number) {
    return waiting.remove(number);
  }
}
