package bbt.packets;

/**
 * A note beside the flow of instructions that takes effect at a retired count: code that was seen,
 * a page that was mapped, a task that was named, time that was skipped.
 */
public sealed interface SidebandRecord {
  /** Address space of mappings that hold in all of them. */
  int GLOBAL = -1;

  /** The instruction at this count is the first that may need the record. */
  long retired();

  /** The number of things in it that take memory one by one. */
  default int items() {
    return 1;
  }

  /**
   * Instruction bytes of one 64-byte line of physical memory, first executed (or executed with
   * other bytes than announced before) from this count on, in execution order. They hold until
   * announced anew.
   *
   * @param line physical address, multiple of 64
   * @param mask bit i: halfword i of the line is given
   * @param halfwords the given ones, ascending
   */
  record Code(long retired, long line, int mask, short[] halfwords) implements SidebandRecord {
    /** Bytes of a line of code, the unit of CODE records. */
    public static final int LINE = 64;
  }

  /**
   * A virtual page shows a physical page. Look up the address space itself first, {@link #GLOBAL}
   * second; the last record for a key holds.
   *
   * @param addressSpace serial number; 0 = no translation; {@link #GLOBAL}
   * @param virtualPage address, multiple of 4096
   * @param physicalPage address, multiple of 4096
   */
  record Mapping(long retired, int addressSpace, long virtualPage, long physicalPage)
      implements SidebandRecord {}

  /**
   * The guest's name of a task.
   *
   * @param task as in {@link Packet.Switch#task}
   * @param pid process id, -1 when not known
   */
  record Task(long retired, long task, int pid, String name) implements SidebandRecord {}

  /** Guest time jumped forward while every hart waited. */
  record Time(long retired, long ticks) implements SidebandRecord {}

  /**
   * Names of code addresses, sorted by address.
   *
   * @param image whose names they are: {@code kernel}, a program's name
   * @param addressSpace where the addresses hold, or {@link #GLOBAL}
   * @param names an empty one ends the function before it
   */
  record Symbols(long retired, String image, int addressSpace, long[] addresses, String[] names)
      implements SidebandRecord {
    @Override
    public int items() {
      return 1 + names.length;
    }
  }

  /** A free-form fact: a build-id, a program's path. */
  record Note(long retired, String key, String value) implements SidebandRecord {}
}
