package bbt.reconstruct.cursor;

/**
 * A place where a cursor can stop, in the order of execution. Numbers of segments and entries are
 * the trace's: the same in every process.
 */
public record CursorPosition(int segment, int entry, int offset)
    implements Comparable<CursorPosition> {
  @Override
  public int compareTo(CursorPosition other) {
    int c = Integer.compare(segment, other.segment);
    if (c == 0) {
      c = Integer.compare(entry, other.entry);
    }
    return c == 0 ? Integer.compare(offset, other.offset) : c;
  }
}
