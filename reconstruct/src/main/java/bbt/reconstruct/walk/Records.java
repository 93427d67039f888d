package bbt.reconstruct.walk;

import bbt.packets.SidebandRecord;
import java.util.ArrayList;
import java.util.List;

/** The sideband records of the frame being walked, in the order of their counts. */
final class Records {
  private List<SidebandRecord> list = List.of();
  private int position;

  /** Adds the records of a chunk; a frame may have several, and all hold until they are taken. */
  void add(List<SidebandRecord> records) {
    if (position == list.size()) {
      list = records;
    } else {
      List<SidebandRecord> both = new ArrayList<>(list.subList(position, list.size()));
      both.addAll(records);
      list = both;
    }
    position = 0;
  }

  /** Count of the next record, {@link Long#MAX_VALUE} when there is none. */
  long nextCount() {
    return position < list.size() ? list.get(position).retired() : Long.MAX_VALUE;
  }

  SidebandRecord peek() {
    return list.get(position);
  }

  SidebandRecord take() {
    return list.get(position++);
  }
}
