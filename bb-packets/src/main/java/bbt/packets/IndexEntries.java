package bbt.packets;

import java.io.IOException;

/**
 * The index of a trace, entry by entry. Equal {@linkplain #hash hashes} mean equal executions, and
 * those of the entries are cumulative, so that the first chunk in which two traces differ is found
 * by binary search.
 */
public interface IndexEntries {
  /** Number of entries. */
  int count() throws IOException;

  /**
   * An entry.
   *
   * @param number in the order of the file, 0 to {@link #count} - 1
   */
  TraceIndex.Entry entry(int number) throws IOException;

  /**
   * Hash over all chunks of the execution: those between HEADER and END. Nothing of it depends on
   * how the run was configured.
   */
  long hash();

  /** File offset of the end record; -1 in a trace that was cut. */
  long endOffset();
}
