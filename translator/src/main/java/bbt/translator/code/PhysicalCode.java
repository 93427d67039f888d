package bbt.translator.code;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * The decoded instructions of one physical page of guest memory, shared by its virtual aliases.
 *
 * <p>Where physical memory protection forbids a hart in some mode to execute parts of the page,
 * that hart and mode see it through a {@link #view} of their own: decoded apart, with traps in
 * place of the instructions in those parts.
 *
 * <p>Written by the guest thread only. A background compile reads {@link #version()} before it
 * reads memory and the guest thread compares it when the result is installed.
 */
public final class PhysicalCode {
  /** Bytes of a page. */
  public static final int PAGE_SIZE = 4096;

  /** Slots of a page: one per halfword. */
  public static final int SLOTS = PAGE_SIZE / 2;

  /** Bytes of a line, the unit in which stores into code are noticed. */
  public static final int LINE_SIZE = 64;

  /** Physical address of the page's first byte. */
  public final long physicalPage;

  /** Bytes of a slot's pre-decoded word. */
  public static final int WORD = 8;

  /** The word behind a page's last instruction: the interpreter's handler of that number. */
  public static final long PAGE_END = 1;

  /**
   * Host address of the pre-decoded words, one per slot, first byte 0 = not decoded (layout: for
   * RISC-V {@code bbt.translator.riscv.interp.Word}). Outside the Java heap, since the interpreter
   * loads each field of a word by itself. The two words from {@link #SLOTS} on (behind the page,
   * and behind a straddler) are the page's end.
   */
  public final long table;

  /**
   * What an interpreter keeps of each instruction beside its word, for one whose instructions do
   * not fit into words; null until it does. What a store changes is told by the words.
   */
  public Object[] operations;

  /** Keeps the memory behind {@link #table} alive. */
  private final MemorySegment words;

  /**
   * Encodings of the decoded slots, for verify hashes; {@code null} when nobody needs them. Kept
   * when the words are dropped: a store into its own instruction still retires as it was.
   */
  public final int[] encodings;

  private final CodeMemory memory;

  /** Bit i: bytes of line i were decoded. */
  private long decodedLines;

  private volatile int version;

  /** The slot before which the page is made to end, or -1. */
  private int end = -1;

  /** The virtual aliases, linked through {@link CodePage#nextAlias}. */
  private CodePage aliases;

  /** The page itself, of which this is a view; {@code null} if it is the page itself. */
  private final PhysicalCode whole;

  /** The parts that a view must not execute: a bit for each four bytes. Never changed in place. */
  private long[] forbidden;

  /** The views of the page, by viewer. */
  private PhysicalCode[] views = NONE;

  private static final PhysicalCode[] NONE = {};

  PhysicalCode(CodeMemory memory, long physicalPage) {
    this(memory, physicalPage, null);
  }

  private PhysicalCode(CodeMemory memory, long physicalPage, PhysicalCode whole) {
    this.memory = memory;
    this.physicalPage = physicalPage;
    this.whole = whole;
    this.encodings = memory.keepsEncodings() ? new int[SLOTS] : null;
    this.words = Arena.ofAuto().allocate((SLOTS + 2) * (long) WORD, 64);
    this.table = words.address();
    words.set(ValueLayout.JAVA_LONG, SLOTS * (long) WORD, PAGE_END);
    words.set(ValueLayout.JAVA_LONG, (SLOTS + 1) * (long) WORD, PAGE_END);
  }

  /** Changes whenever decoded bytes of the page were stored to. */
  public int version() {
    return version;
  }

  /** Whether any byte of the page was decoded since the last invalidation. */
  public boolean hasLiveCode() {
    return decodedLines != 0;
  }

  /** Whether bytes of the line at this offset (0..4095) were decoded. */
  public boolean hasLiveCode(int offset) {
    return (decodedLines >>> (offset >>> 6) & 1) != 0;
  }

  /** Keeps an instruction's word. */
  public void setWord(int slot, long word) {
    words.set(ValueLayout.JAVA_LONG, (long) slot * WORD, word);
  }

  /**
   * Ends the page before a slot, for whoever executes one instruction at a time; stores into the
   * page do not change that.
   *
   * @param slot 0..2047; -1 takes the end away again
   */
  public void endAt(int slot) {
    if (end >= 0) {
      setWord(end, 0); // to be decoded
    }
    end = slot;
    if (slot >= 0) {
      setWord(slot, PAGE_END);
    }
  }

  /** Slot of an address in its page. */
  public static int slot(long pc) {
    return (int) pc >>> 1 & SLOTS - 1;
  }

  /** Two bytes of the page, as stored now. */
  public int halfword(int slot) {
    return memory.ram().halfword(physicalPage + 2L * slot);
  }

  /**
   * Notes that an instruction was decoded; must be called before its decoded form is used.
   *
   * @param slot first halfword, 0..2047
   * @param halfwords its length; only the part inside this page counts
   */
  public void noteDecoded(int slot, int halfwords) {
    int last = Math.min(slot + halfwords - 1, SLOTS - 1);
    long lines = 1L << (slot >>> 5) | 1L << (last >>> 5);
    if ((decodedLines & lines) != lines) {
      boolean first = decodedLines == 0;
      decodedLines |= lines;
      if (whole != null) {
        whole.noteDecoded(slot, halfwords);
      } else if (first) {
        memory.pageHasCode(physicalPage);
      }
    }
  }

  /**
   * The page as somebody sees it who must not execute all of it.
   *
   * @param viewer number of a hart and mode
   * @param parts a bit for each four bytes that are forbidden; at most one set of parts for a
   *     viewer is in force at a time
   */
  PhysicalCode view(int viewer, long[] parts) {
    if (viewer >= views.length) {
      views = Arrays.copyOf(views, viewer + 1);
    }
    if (views[viewer] == null) {
      views[viewer] = new PhysicalCode(memory, physicalPage, this);
    }
    views[viewer].forbid(parts);
    return views[viewer];
  }

  private void forbid(long[] parts) {
    if (!Arrays.equals(parts, forbidden)) {
      forbidden = parts.clone();
      forget();
      for (CodePage page = aliases; page != null; page = page.nextAlias) {
        page.dropAllRegions();
      }
    }
  }

  /** Whether the two bytes of a slot must not be executed. */
  public boolean forbids(int slot) {
    return forbids(forbidden, slot);
  }

  /** Whether the two bytes of a slot must not be executed, by the bits of {@link #forbidden()}. */
  public static boolean forbids(long[] parts, int slot) {
    return parts != null && (parts[slot >>> 7] >>> (slot >>> 1) & 1) != 0;
  }

  /**
   * The parts that must not be executed, as of now: a bit for each four bytes; {@code null}:
   * nothing.
   */
  public long[] forbidden() {
    return forbidden;
  }

  /** The code page that shows this physical page at the given virtual page; made on first use. */
  public CodePage alias(long virtualPage) {
    for (CodePage page = aliases; page != null; page = page.nextAlias) {
      if (page.virtualPage == virtualPage) {
        return page;
      }
    }
    aliases = new CodePage(this, virtualPage, aliases, memory.tiering());
    aliases.stops = memory.stopsIn(virtualPage);
    return aliases;
  }

  /** Where nodes of a virtual page may start that are to be recorded: see {@link Wakes}. */
  long[] wakesIn(long virtualPage) {
    return memory.wakes().in(virtualPage);
  }

  /** What ends the quiet at such a node. */
  Region wakingRegion() {
    return memory.wakes().region();
  }

  /** Looks up the marks of each alias anew; compiles that are under way come too late. */
  void marksChanged() {
    for (CodePage page = aliases; page != null; page = page.nextAlias) {
      long[] stops = memory.stopsIn(page.virtualPage);
      boolean stopped = stops != null || page.stops != null;
      if (stopped) {
        page.stops(stops);
      }
      if (page.wakesChanged() || stopped) {
        version++;
      }
    }
    for (PhysicalCode view : views) {
      if (view != null) {
        view.marksChanged();
      }
    }
  }

  /**
   * Takes notice that bytes {@code from} to {@code to - 1} (0..4096) of the page were stored to.
   *
   * @return whether decoded bytes were among them, and so everything decoded was dropped
   */
  boolean onStore(int from, int to) {
    long lines = (-1L << (from >>> 6)) & (-1L >>> (63 - ((to - 1) >>> 6)));
    if ((decodedLines & lines) == 0) {
      return false;
    }
    stored();
    for (PhysicalCode view : views) {
      if (view != null) {
        view.stored();
      }
    }
    return true;
  }

  private void stored() {
    memory.changing(this);
    forget();
    for (CodePage page = aliases; page != null; page = page.nextAlias) {
      page.drop();
    }
  }

  /** Forgets all decoded words and regions. */
  private void forget() {
    decodedLines = 0;
    version++;
    // The handler alone: the interpreter still needs the length and the destination of the
    // instruction that stores.
    for (long slot = 0; slot < SLOTS; slot++) {
      words.set(ValueLayout.JAVA_BYTE, slot * WORD, (byte) 0);
    }
    if (end >= 0) {
      setWord(end, PAGE_END);
    }
  }
}
