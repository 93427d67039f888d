package bbt.reconstruct.walk.hart;

import bbt.packets.SidebandRecord;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.graph.CodeMap;
import java.util.ArrayList;
import java.util.List;

/**
 * The queue of the sideband records that belong to the frame being walked, in the order of their
 * counts. When the walk comes to a record's count, the record takes effect: code and mappings go to
 * the {@link CodeMap}, all others to the listener.
 */
final class Records {
  private final CodeMap code;
  private final FlowListener listener;
  private List<SidebandRecord> list = List.of();
  private int position;

  Records(CodeMap code, FlowListener listener) {
    this.code = code;
    this.listener = listener;
  }

  /** Adds the records of a chunk; a frame may have several, and all hold until they are applied. */
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

  /** Forgets the records that wait. */
  void clear() {
    list = List.of();
    position = 0;
  }

  /** Count of the next record, {@link Long#MAX_VALUE} when there is none. */
  long nextCount() {
    return position < list.size() ? list.get(position).retired() : Long.MAX_VALUE;
  }

  /** The next one; there must be one. */
  SidebandRecord peek() {
    return list.get(position);
  }

  /** Applies the next one, whatever its count is; there must be one. */
  void applyNext() {
    apply(list.get(position++));
  }

  /** Applies those up to a count, inclusive. */
  void applyDue(long retired) {
    while (nextCount() <= retired) {
      applyNext();
    }
  }

  /** Applies all that are left. */
  void applyAll() {
    while (nextCount() != Long.MAX_VALUE) {
      applyNext();
    }
  }

  /** Applies one that does not wait here. */
  void apply(SidebandRecord item) {
    code.time(item.retired());
    if (item instanceof SidebandRecord.Code || item instanceof SidebandRecord.Mapping) {
      code.apply(item);
    } else {
      listener.note(item);
    }
  }
}
