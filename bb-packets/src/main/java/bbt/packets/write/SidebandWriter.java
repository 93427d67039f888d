package bbt.packets.write;

import bbt.packets.KnownCode;
import bbt.packets.SidebandCodec;
import bbt.packets.SidebandRecord;
import bbt.packets.bytes.ByteSink;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Writes the sideband of the open frame. Writes only what a reader does not know yet: code
 * halfwords that were never executed or executed with other bytes, mappings that changed, names
 * that changed. Records must come in the order of their counts.
 */
public final class SidebandWriter {
  private final ByteSink records = new ByteSink(1 << 14);
  private final ByteSink snapshot = new ByteSink(1 << 10);
  private final KnownCode known = new KnownCode();
  private final Map<Long, SidebandRecord.Task> tasks = new TreeMap<>();
  private long lastRetired;
  private final int volume;
  private final Runnable full;
  private Consumer<SidebandRecord> names = item -> {};

  // Code of one line that is still being collected.
  private long line = -1;
  private int mask;
  private final short[] halfwords = new short[32];
  private long lineRetired;
  private long lineLast;

  /**
   * Creates a writer without records.
   *
   * @param volume bytes of records at which {@code full} is called; it writes what {@link #records}
   *     holds and calls {@link #open}
   */
  SidebandWriter(int volume, Runnable full) {
    this.volume = volume;
    this.full = full;
  }

  /** Sets who is told of the names of tasks and functions that are written. */
  public void onNames(Consumer<SidebandRecord> listener) {
    names = listener;
  }

  void open(long retired) {
    records.clear();
    lastRetired = retired;
  }

  ByteSink close() {
    flushLine();
    return records;
  }

  /** The finished records since {@link #open}. */
  ByteSink records() {
    return records;
  }

  /** Count of the last of them. */
  long lastRetired() {
    return lastRetired;
  }

  private void append(SidebandRecord item) {
    SidebandCodec.writeRecord(records, item, lastRetired);
    lastRetired = item.retired();
    if (records.size() >= volume) {
      full.run();
    }
  }

  /** About the bytes that a checkpoint would hold. */
  long weight() {
    return known.weight();
  }

  ByteSink checkpoint(long retired) {
    snapshot.clear();
    for (SidebandRecord item : known.snapshot(retired)) {
      SidebandCodec.writeRecord(snapshot, item, retired);
    }
    for (SidebandRecord.Task t : tasks.values()) {
      SidebandCodec.writeRecord(
          snapshot, new SidebandRecord.Task(retired, t.task(), t.pid(), t.name()), retired);
    }
    return snapshot;
  }

  void add(SidebandRecord item) {
    flushLine();
    append(item);
  }

  /**
   * Two bytes of an instruction that retires.
   *
   * @param retired count before that instruction
   * @param physical even physical address
   * @param value 0..0xFFFF
   */
  public void code(long retired, long physical, int value) {
    if (known.halfword(physical) == value) {
      return;
    }
    known.setHalfword(physical, value);
    long itsLine = physical & -SidebandRecord.Code.LINE;
    int bit = 1 << ((int) (physical & SidebandRecord.Code.LINE - 1) >>> 1);
    if (itsLine != line || retired > lineLast + 1 || (mask & bit) != 0) {
      flushLine();
      line = itsLine;
      lineRetired = retired;
    }
    mask |= bit;
    halfwords[Integer.numberOfTrailingZeros(bit)] = (short) value;
    lineLast = retired;
  }

  private void flushLine() {
    if (mask == 0) {
      return;
    }
    short[] given = new short[Integer.bitCount(mask)];
    int next = 0;
    for (int i = 0; i < 32; i++) {
      if ((mask >>> i & 1) != 0) {
        given[next++] = halfwords[i];
      }
    }
    SidebandRecord.Code code = new SidebandRecord.Code(lineRetired, line, mask, given);
    mask = 0;
    line = -1;
    append(code);
  }

  /**
   * A virtual page is about to be executed from.
   *
   * @param global the mapping holds in every address space
   * @see SidebandRecord.Mapping
   */
  public void mapping(
      long retired, int addressSpace, long virtualPage, long physicalPage, boolean global) {
    if (known.translate(addressSpace, virtualPage) == physicalPage) {
      return;
    }
    boolean forAll = global && !known.hasOwn(addressSpace, virtualPage);
    int key = forAll ? SidebandRecord.GLOBAL : addressSpace;
    known.map(key, virtualPage, physicalPage);
    add(new SidebandRecord.Mapping(retired, key, virtualPage, physicalPage));
  }

  /** An address space is gone for good. */
  void forget(int addressSpace) {
    known.forget(addressSpace);
  }

  /** Names a task. */
  public void task(long retired, long task, int pid, String name) {
    SidebandRecord.Task old = tasks.get(task);
    if (old == null || old.pid() != pid || !old.name().equals(name)) {
      SidebandRecord.Task item = new SidebandRecord.Task(retired, task, pid, name);
      tasks.put(task, item);
      add(item);
      names.accept(item);
    }
  }

  /**
   * The halfword that was announced last at a physical address, or -1.
   *
   * @param physical even
   */
  public int announced(long physical) {
    return known.halfword(physical);
  }

  /**
   * Names of functions, or facts about them.
   *
   * @param item {@link SidebandRecord.Symbols} or {@link SidebandRecord.Note}
   */
  public void names(SidebandRecord item) {
    add(item);
    names.accept(item);
  }

  /** A free-form fact that holds from here on. */
  public void note(long retired, String key, String value) {
    add(new SidebandRecord.Note(retired, key, value));
  }

  /** Guest time jumped. */
  public void time(long retired, long ticks) {
    add(new SidebandRecord.Time(retired, ticks));
  }
}
