package bbt.ptg.dwarf.unit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The line table of a unit: rows in sequences of ascending addresses. */
public final class LineTable {
  static final LineTable EMPTY = new Builder(new String[0]).build();

  private final String[] files;
  private final long[] addresses;
  private final int[] fileNumbers;
  private final int[] lines;
  private final int[] columns;
  private final AddressMap<Sequence> sequences;

  /**
   * Rows of one sequence.
   *
   * @param first its first row
   * @param end behind its last row, which says where the sequence ends and nothing else
   */
  private record Sequence(int first, int end) {}

  private LineTable(Builder b, AddressMap<Sequence> sequences) {
    this.files = b.files;
    this.addresses = Arrays.copyOf(b.addresses, b.count);
    this.fileNumbers = Arrays.copyOf(b.fileNumbers, b.count);
    this.lines = Arrays.copyOf(b.lines, b.count);
    this.columns = Arrays.copyOf(b.columns, b.count);
    this.sequences = sequences;
  }

  /** Collects the rows of a table. */
  static final class Builder {
    private final String[] files;
    private long[] addresses = new long[256];
    private int[] fileNumbers = new int[256];
    private int[] lines = new int[256];
    private int[] columns = new int[256];
    private int count;
    private int sequenceStart;
    private final AddressMap.Builder<Sequence> sequences = new AddressMap.Builder<>();

    Builder(String[] files) {
      this.files = files;
    }

    void row(long address, int file, int line, int column) {
      // Of several rows of one address the last one counts.
      if (count > sequenceStart && addresses[count - 1] == address) {
        count--;
      }
      if (count == addresses.length) {
        addresses = Arrays.copyOf(addresses, 2 * count);
        fileNumbers = Arrays.copyOf(fileNumbers, 2 * count);
        lines = Arrays.copyOf(lines, 2 * count);
        columns = Arrays.copyOf(columns, 2 * count);
      }
      addresses[count] = address;
      fileNumbers[count] = file;
      lines[count] = line;
      columns[count++] = column;
    }

    void endSequence(long address) {
      if (count > sequenceStart) {
        sequences.add(addresses[sequenceStart], address, new Sequence(sequenceStart, count));
      }
      sequenceStart = count;
    }

    LineTable build() {
      return new LineTable(this, sequences.build());
    }
  }

  /** The addresses that it covers: pairs of first and end. */
  List<long[]> ranges() {
    return sequences.ranges();
  }

  /** The row that holds at an address, or -1. */
  public int row(long address) {
    Sequence sequence = sequences.at(address);
    if (sequence == null) {
      return -1;
    }
    int low = sequence.first;
    int high = sequence.end - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (Long.compareUnsigned(addresses[middle], address) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  public String file(int row) {
    return fileNamed(fileNumbers[row]);
  }

  public int line(int row) {
    return lines[row];
  }

  public int column(int row) {
    return columns[row];
  }

  /** First address of a row. */
  long address(int row) {
    return addresses[row];
  }

  public int rows() {
    return addresses.length;
  }

  /** A file by its number in this table; null if there is none. */
  public String fileNamed(long number) {
    return number >= 0 && number < files.length ? files[(int) number] : null;
  }

  /** Every file that the table names. */
  List<String> files() {
    List<String> all = new ArrayList<>();
    for (String file : files) {
      if (file != null && !all.contains(file)) {
        all.add(file);
      }
    }
    return all;
  }
}
