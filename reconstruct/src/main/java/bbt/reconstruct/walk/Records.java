package bbt.reconstruct.walk;

import bbt.packets.SidebandRecord;
import java.util.List;

/** The sideband records of the frame being walked, in the order of their counts. */
final class Records {
  private List<SidebandRecord> list = List.of();
  private int position;

  void set(List<SidebandRecord> records) {
    list = records;
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
