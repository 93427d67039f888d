package bbt.reconstruct.names;

import bbt.packets.bytes.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The images of a process and where they were loaded; libraries may come later. */
public final class ProcessImages {
  /** Code further above the beginning of an image whose end is not known is not its. */
  private static final long REACH = 256L << 20;

  /** Code that is in no image: its addresses are offsets. */
  private static final Image NONE = new Image(0, 0, 0);

  /**
   * An image.
   *
   * @param end the first address behind it; 0 where it is not known
   * @param number 0: the program itself
   */
  record Image(long base, long end, int number) {
    private boolean holds(long pc) {
      return end == 0 ? pc >= base && pc - base < REACH : pc >= base && pc < end;
    }
  }

  /** Code that the process made, and what it calls it. */
  private record Made(long start, long end, String name) {}

  private final List<Image> images = new ArrayList<>();
  private String program;
  private final NavigableMap<Long, Made> made = new TreeMap<>();
  private int names;

  ProcessImages() {}

  /**
   * Adds images.
   *
   * @param list {@code BASE} or {@code BASE-END}, separated by commas
   * @throws NumberFormatException if it is none
   */
  void add(String list) {
    for (String each : list.split(",")) {
      int dash = each.indexOf('-');
      long base = Long.parseUnsignedLong(each, 0, dash < 0 ? each.length() : dash, 16);
      long end = dash < 0 ? 0 : Long.parseUnsignedLong(each, dash + 1, each.length(), 16);
      images.add(new Image(base, end, images.size()));
      made.subMap(base, Math.max(base, end)).clear(); // what was there before
    }
  }

  /** The file that the process executes is called so. */
  void program(String name) {
    program = name;
  }

  /**
   * The file that the process executes: one name for all processes of one file. Null where the
   * trace does not say it; then a program is called as its process.
   */
  public String program() {
    return program;
  }

  /** Whether its program may be called so: it is, or the trace does not say its name. */
  boolean is(String name) {
    return program == null || program.equals(name);
  }

  /** The image that has code at an address: one whose end is known, else the nearest below. */
  Image at(long pc) {
    Image found = NONE;
    for (Image each : images) {
      boolean better = each.end != 0 || (found.end == 0 && each.base >= found.base);
      if (each.holds(pc) && better) {
        found = each;
      }
    }
    return found;
  }

  /** Whether an address is in none of the images, though some are known. */
  boolean anonymous(long pc) {
    return !images.isEmpty() && at(pc).equals(NONE);
  }

  /**
   * The process calls code that it made so.
   *
   * @param line {@code START SIZE NAME}
   */
  void addMade(String line) {
    int first = line.indexOf(' ');
    int second = line.indexOf(' ', first + 1);
    long start = Long.parseUnsignedLong(line, 0, first, 16);
    long size = Long.parseUnsignedLong(line, first + 1, second, 16);
    String name = PrintableText.of(line.substring(second + 1));
    made.put(start, new Made(start, start + size, name));
    names++;
  }

  /** Whether code that the process named begins at an address. */
  public boolean beginsMade(long pc) {
    return made.containsKey(pc);
  }

  /** So often has the process named code. */
  public int names() {
    return names;
  }

  /**
   * The name of code that the process made, {@code NAME} or {@code NAME+0x12}; null where it gave
   * none. Where code was made anew at a place, the last name is the place's. It may be in an image,
   * as the functions are that V8 brings with it, which no symbol names.
   */
  String made(long pc) {
    Map.Entry<Long, Made> its = made.floorEntry(pc);
    if (its == null || pc >= its.getValue().end) {
      return null;
    }
    long offset = pc - its.getKey();
    return its.getValue().name + (offset == 0 ? "" : "+0x" + Long.toHexString(offset));
  }

  /** Where the process made code of a name. */
  List<Long> made(String name) {
    return made.values().stream().filter(m -> m.name.equals(name)).map(Made::start).toList();
  }

  /** The addresses that an offset in the image of a number may mean. */
  List<Long> addresses(int number, long offset) {
    List<Long> all = new ArrayList<>();
    for (Image each : images) {
      if (each.number == number && at(each.base + offset).equals(each)) {
        all.add(each.base + offset);
      }
    }
    if (number == 0 && at(offset).equals(NONE)) {
      all.add(offset);
    }
    return all;
  }
}
