package bbt.translator.debug;

import bbt.translator.hart.Hart;
import bbt.translator.hart.RegionExit;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Tells engines and memory which instructions and accesses a debugger wants to see: one for all
 * harts of a machine. Used on the guest's thread, or by another one while the guest stands still in
 * a call of its {@link Debugger}.
 */
public final class Probe {
  private static final Watch[] NONE = {};

  private final Debugger debugger;

  /** Sorted. */
  private long[] stops = {};

  private Watch[] watches = NONE;
  private boolean every;

  /** Knows the pc of the instruction at hand; null while regions or single steps are at work. */
  private LongSupplier place;

  /** The hart, and its retired count, that was told of last. */
  private int toldHart = -1;

  private long toldRetired;

  /** Whether the interpreter has to ask at each instruction of the page it is in. */
  private boolean attention;

  /** Creates the probe of a debugger; {@code Machine.attach} calls this. */
  public Probe(Debugger debugger) {
    this.debugger = debugger;
  }

  // ---- what to look for; whoever changes it tells the engines (Machine.stops, Machine.watches)

  /** Shows each instruction from the next one on, or only those asked for. Interpreted, slow. */
  public void everyInstruction(boolean on) {
    every = on;
  }

  /** The addresses to stop at, in place of those before. */
  public void stops(long... addresses) {
    stops = addresses.clone();
    Arrays.sort(stops);
  }

  /** The ranges to watch, in place of those before. */
  public void watches(List<Watch> ranges) {
    watches = ranges.toArray(NONE);
    toldHart = -1;
  }

  // ---- the engines' questions

  /** Whether only the interpreter may go on. */
  public boolean alone() {
    return every;
  }

  /** Whether the interpreter has to call {@link #wants} before each instruction. */
  public boolean attention() {
    return attention;
  }

  /**
   * The interpreter goes on in a page.
   *
   * @param marks {@link #stopsIn} of it
   */
  public void enter(long[] marks) {
    attention = marks != null || every;
  }

  /**
   * The stops of a page.
   *
   * @return a bit per halfword; {@code null} if there are none
   */
  public long[] stopsIn(long virtualPage) {
    long[] marks = null;
    int at = Arrays.binarySearch(stops, virtualPage);
    for (int i = at < 0 ? ~at : at; i < stops.length && stops[i] - virtualPage < 4096; i++) {
      if (marks == null) {
        marks = new long[2048 / 64];
      }
      int slot = (int) (stops[i] - virtualPage) >>> 1;
      marks[slot >>> 6] |= 1L << slot;
    }
    return marks;
  }

  /**
   * Whether the instruction at an address is to be shown.
   *
   * @param marks {@link #stopsIn} of its page
   */
  public boolean wants(long[] marks, long pc) {
    int slot = (int) pc >>> 1 & 2047;
    return every || marks != null && (marks[slot >>> 6] >>> slot & 1) != 0;
  }

  /** Shows it; see {@link Debugger#before}. */
  public boolean show(Hart cpu) {
    toldHart = -1;
    return debugger.before(cpu);
  }

  /**
   * The interpreter begins or ends its work.
   *
   * @param pc knows the address of the instruction at hand; null at the end
   */
  public void interpreting(LongSupplier pc) {
    place = pc;
  }

  // ---- the memory's questions

  /** Whether data accesses to the page of an address must take the slow path. */
  public boolean watchesPage(long address) {
    for (Watch watch : watches) {
      if (watch.inPage(address)) {
        return true;
      }
    }
    return false;
  }

  /** Whether an access within a page touches a watch. */
  public boolean isWatched(long address, int bytes, boolean store) {
    return find(address, bytes, store) != null;
  }

  private Watch find(long address, int bytes, boolean store) {
    for (Watch watch : watches) {
      if ((store ? watch.stores() : watch.loads()) && watch.touches(address, bytes)) {
        return watch;
      }
    }
    return null;
  }

  /**
   * The instruction that the interpreter executes is about to touch a watch; the count is exact.
   *
   * @throws RegionExit if the debugger changed something: the instruction must not be carried out
   */
  public void touching(Hart cpu, long address, int bytes, boolean store) {
    long retired = cpu.retired();
    if (toldHart == cpu.hartId && toldRetired == retired) {
      debugger.also(cpu, new WatchHit(find(address, bytes, store), address, bytes, store));
      return;
    }
    toldHart = cpu.hartId;
    toldRetired = retired;
    long old = cpu.pc;
    if (place != null) {
      cpu.pc = place.getAsLong();
    }
    WatchHit hit = new WatchHit(find(address, bytes, store), address, bytes, store);
    boolean changed = debugger.accessing(cpu, hit);
    attention = true; // other stops may be in force for the very next instruction
    if (changed && place != null) {
      throw RegionExit.at(~(int) cpu.partial);
    }
    cpu.pc = old;
  }
}
