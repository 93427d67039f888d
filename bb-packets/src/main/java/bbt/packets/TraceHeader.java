package bbt.packets;

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
 * (instructions of a hart's turn, with several harts), {@code machine.seed}, {@code
 * machine.rtc-base} (seconds), {@code machine.insns-per-second}, {@code machine.time} (virtual or
 * host), {@code trace.mode} (raw or compact), {@code trace.verify} (true or false), {@code
 * trace.context} (linux; auto, which chose linux; or stack), {@code trace.input} (notes: whatever
 * input reached the guest is in notes of the key "input").
 */
public final class TraceHeader {
  private final SortedMap<String, String> entries;

  public TraceHeader(Map<String, String> entries) {
    for (Map.Entry<String, String> e : entries.entrySet()) {
      if (e.getKey().isEmpty() || e.getKey().matches("(?s).*[=\n].*")) {
        throw new IllegalArgumentException("header key: " + e.getKey());
      }
    }
    this.entries = Collections.unmodifiableSortedMap(new TreeMap<>(entries));
  }

  /** All entries, sorted by key. */
  public SortedMap<String, String> entries() {
    return entries;
  }

  /** The value of a key, or the given one if it is absent. */
  public String get(String key, String otherwise) {
    return entries.getOrDefault(key, otherwise);
  }

  public Mode mode() {
    return get("trace.mode", "compact").equals("raw") ? Mode.RAW : Mode.COMPACT;
  }

  /**
   * Number of harts.
   *
   * @throws IllegalArgumentException if the header says something that is no number of harts
   */
  public int harts() {
    String said = get("machine.harts", "1");
    try {
      int harts = Integer.parseInt(said);
      if (harts >= 1 && harts <= PacketFormat.MAX_HARTS) {
        return harts;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IllegalArgumentException(
        "machine.harts="
            + said
            + " in the header is no number from 1 to "
            + PacketFormat.MAX_HARTS);
  }

  /** Instructions of a hart's usual turn; 0 with one hart. */
  public long quantum() {
    return Long.parseLong(get("machine.quantum", "0"));
  }

  /** Whether exception packets and the end carry the running hash. */
  public boolean verify() {
    return get("trace.verify", "false").equals("true");
  }
}
