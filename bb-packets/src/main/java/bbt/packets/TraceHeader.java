package bbt.packets;

import bbt.packets.bytes.PacketFormat;
import bbt.packets.bytes.PrintableText;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The file's first chunk: what was traced, as far as re-execution needs it, by dotted lower-case
 * keys. Nothing of the host: no time, name, path, thread count.
 *
 * <p>Keys in use: {@code guest.isa}, {@code guest.kernel.sha256}, {@code guest.kernel.build-id},
 * {@code guest.initrd.sha256}, {@code guest.bios.sha256}, {@code guest.dtb.sha256}, {@code
 * guest.append}, {@code machine.memory} (bytes), {@code machine.harts}, {@code machine.quantum}
 * (instructions of a hart's turn, with several harts), {@code machine.spin} (yields: a hart that
 * spins gives up its turn; stays, or nothing: it keeps it), {@code machine.seed}, {@code
 * machine.rtc-base} (seconds), {@code machine.insns-per-second}, {@code machine.time} (virtual,
 * host, or unknown in an imported trace), {@code trace.mode} (raw or compact), {@code trace.verify}
 * (true or false), {@code trace.context} (linux; auto, which chose linux; or stack), {@code
 * trace.input} (notes: whatever input reached the guest is in notes of the key "input"), {@code
 * trace.origin} (the format of the foreign trace that it was made of: docs/interchange.md), {@code
 * trace.origin.source}, {@code trace.ring} (bytes that the file may have: older frames give way to
 * newer ones), {@code trace.dropped} (instructions of all harts before the file's first frame),
 * {@code trace.edited} (what made the trace out of others: docs/edit.md).
 */
public final class TraceHeader {
  /** The key of {@link #origin}. */
  public static final String ORIGIN = "trace.origin";

  /** The key that says how guest time goes on: virtual, host, or {@link #NO_TIME}. */
  public static final String TIME = "machine.time";

  /** The value of {@link #TIME} where the foreign trace told no time. */
  public static final String NO_TIME = "unknown";

  /** The key of {@link #dropped}. */
  public static final String DROPPED = "trace.dropped";

  /** The key of {@link #edited}. */
  public static final String EDITED = "trace.edited";

  private final SortedMap<String, String> entries;
  private final int version;

  /** The keys whose values are numbers, each with its lowest and highest value. */
  private enum Number {
    HARTS("machine.harts", 1, PacketFormat.MAX_HARTS),
    QUANTUM("machine.quantum", 1, 1L << 62),
    MEMORY("machine.memory", 1, 1L << 56),
    SPEED("machine.insns-per-second", 1, 1L << 62),
    RING("trace.ring", 0, 1L << 62),
    DROPPED_INSTRUCTIONS(DROPPED, 0, PacketFormat.MAX_COUNT),
    SEED("machine.seed", Long.MIN_VALUE, Long.MAX_VALUE),
    RTC_BASE("machine.rtc-base", Long.MIN_VALUE, Long.MAX_VALUE);

    private final String key;
    private final long least;
    private final long most;

    Number(String key, long least, long most) {
      this.key = key;
      this.least = least;
      this.most = most;
    }

    long of(Map<String, String> entries, long otherwise) {
      String said = entries.get(key);
      if (said == null) {
        return otherwise;
      }
      try {
        long value = Long.parseLong(said);
        if (value >= least && value <= most) {
          return value;
        }
      } catch (NumberFormatException e) {
        // Said below.
      }
      String range = least == Long.MIN_VALUE ? "" : " from " + least + " to " + most;
      throw new IllegalArgumentException(key + "=" + said + " in the header is no number" + range);
    }
  }

  /**
   * Creates a header of the current version.
   *
   * @throws IllegalArgumentException if a key cannot be one, or the value of a numeric key is no
   *     number in its range; so those who ask for a number need no check of their own
   */
  public TraceHeader(Map<String, String> entries) {
    this(entries, PacketFormat.VERSION);
  }

  /** A header of a version. */
  TraceHeader(Map<String, String> entries, int version) {
    this.version = version;
    for (Map.Entry<String, String> e : entries.entrySet()) {
      if (e.getKey().isEmpty() || e.getKey().matches("(?s).*[=\n].*")) {
        throw new IllegalArgumentException("header key: " + e.getKey());
      }
    }
    for (Number number : Number.values()) {
      number.of(entries, 0);
    }
    this.entries = Collections.unmodifiableSortedMap(new TreeMap<>(entries));
  }

  /**
   * Returns this header in format version 0.3, the oldest that has an index with hashes, and no
   * parity.
   */
  public TraceHeader old() {
    return new TraceHeader(entries, PacketFormat.OLDEST_WRITTEN_VERSION);
  }

  /** Minor number of the format's version. A trace of this header is written in it, from 0.3 on. */
  public int version() {
    return version;
  }

  /** All entries, sorted by key. */
  public SortedMap<String, String> entries() {
    return entries;
  }

  /** The entries as they are shown to people; {@link #entries} has what is computed with. */
  public SortedMap<String, String> printable() {
    SortedMap<String, String> shown = new TreeMap<>();
    entries.forEach((key, value) -> shown.put(PrintableText.of(key), PrintableText.of(value)));
    return shown;
  }

  /** The value of a key, or the given one if it is absent. */
  public String get(String key, String otherwise) {
    return entries.getOrDefault(key, otherwise);
  }

  /** The format of the foreign trace that it was made of; empty for a trace that bbt recorded. */
  public String origin() {
    return get(ORIGIN, "");
  }

  /**
   * What made the trace out of others, one after the other with semicolons between: {@code cut FROM
   * TO}, {@code merge N}, {@code strip WHAT}; empty for a trace as it was recorded.
   */
  public String edited() {
    return get(EDITED, "");
  }

  public Mode mode() {
    return get("trace.mode", "compact").equals("raw") ? Mode.RAW : Mode.COMPACT;
  }

  /** Number of harts. */
  public int harts() {
    return (int) Number.HARTS.of(entries, 1);
  }

  /** Instructions of a hart's usual turn; 0 with one hart. */
  public long quantum() {
    return Number.QUANTUM.of(entries, 0);
  }

  /**
   * Whether the trace says what guest time it was. Where it does not, no time is to be told, asked
   * for or computed from {@link #instructionsPerSecond}; instructions are all that can be counted.
   */
  public boolean timed() {
    return !get(TIME, "virtual").equals(NO_TIME);
  }

  /** Instructions that take a second of guest time. */
  public double instructionsPerSecond() {
    return Number.SPEED.of(entries, 1_000_000_000);
  }

  /** Ticks of guest time that an instruction takes. */
  public double ticksPerInstruction() {
    return GuestTime.TICKS_PER_SECOND / instructionsPerSecond();
  }

  /** Bytes that the file of a ring may have; 0 of what is no ring. */
  public long ring() {
    return Number.RING.of(entries, 0);
  }

  /**
   * Instructions of all harts before the file's first frame, which a ring dropped; 0 of a trace
   * that begins with its run.
   */
  public long dropped() {
    return Number.DROPPED_INSTRUCTIONS.of(entries, 0);
  }

  /** A header of the same version and entries, but for one entry, which is added or replaced. */
  public TraceHeader with(String key, String value) {
    SortedMap<String, String> all = new TreeMap<>(entries);
    all.put(key, value);
    return new TraceHeader(all, version);
  }

  /** A header of the same version with other entries. */
  public TraceHeader with(Map<String, String> others) {
    return new TraceHeader(others, version);
  }

  /** Whether exception packets and the end carry the running hash. */
  public boolean verify() {
    return get("trace.verify", "false").equals("true");
  }
}
