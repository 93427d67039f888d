package bbt.samples.conformance.fuzz.arm64;

import bbt.samples.conformance.fuzz.kind.Difference;
import bbt.samples.conformance.fuzz.kind.EpisodeLog;
import bbt.samples.conformance.fuzz.kind.Explained;
import bbt.samples.conformance.fuzz.run.GuestRam;
import java.util.ArrayList;
import java.util.List;

/**
 * The log that the harness leaves in memory, from {@link ArmLayout#LOG} on.
 *
 * <pre>
 *   mark, 64 bytes       +0 1               +8 number of the episode
 *   exception, 64 bytes  +0 16 + vector     +8 ESR_EL1   +16 ELR_EL1   +24 FAR_EL1
 *                        +32 SPSR_EL1       +40 x24 (what was read)
 *                        +48 ISR_EL1, of an interrupt its number       +56 x25
 *   dump                 +0 0               +64 x0 to x25, SP_EL1, x27; system registers, each
 *                        with 8 bytes of 0; vector registers; a sum for each data frame with 8
 *                        bytes of 0
 *   end                  +0 2
 * </pre>
 */
final class ArmLog {
  static final int SYNDROME = 8;
  static final int RETURN = 16;
  static final int ADDRESS = 24;
  static final int STATE = 32;
  static final int SEEN = 40;
  static final int PENDING = 48;
  static final int LANDING = 56;

  static final int TRAP = 16;

  private static final List<String> FIELDS =
      List.of(
          "vector",
          "ESR_EL1",
          "ELR_EL1",
          "FAR_EL1",
          "SPSR_EL1",
          "x24 (what was read)",
          "ISR_EL1 or the interrupt",
          "x25");
  private static final List<String> DUMPED = dumped();
  private static final EpisodeLog.Form FORM =
      new EpisodeLog.Form(
          (int) (ArmLayout.LOG - ArmLayout.START),
          ArmLayout.LOG_BYTES,
          EpisodeLog.RECORD_BYTES + 8 * DUMPED.size());

  private ArmLog() {}

  private static List<String> dumped() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 26; i++) {
      names.add("x" + i);
    }
    names.add("sp_el1");
    names.add("x27");
    for (String name : ArmHarness.DUMPED) {
      names.add(name);
      names.add("filler");
    }
    for (int i = 0; i < ArmHarness.VECTORS; i++) {
      names.add("v" + i);
      names.add("v" + i + ", upper half");
    }
    for (int i = 0; i < ArmLayout.FRAME_COUNT; i++) {
      names.add("data frame " + i);
      names.add("filler");
    }
    return List.copyOf(names);
  }

  private static boolean isInterrupt(EpisodeLog log) {
    long tag = log.field(EpisodeLog.TAG);
    return tag >= TRAP && (tag & 3) == 1;
  }

  /** Whether an exception writes FAR_EL1: aborts and a misaligned program counter do. */
  private static boolean hasAddress(EpisodeLog log) {
    return !isInterrupt(log) && writesAddress(log.field(SYNDROME));
  }

  /**
   * Whether an exception that is no interrupt writes FAR_EL1.
   *
   * @param syndrome what it left in ESR_EL1
   */
  static boolean writesAddress(long syndrome) {
    long exception = syndrome >>> 26;
    return exception >= 0x20 && exception <= 0x25;
  }

  /** Episodes that came to their dump. */
  static int dumps(GuestRam ram) {
    return EpisodeLog.dumps(FORM, ram);
  }

  /** The first difference of each episode that nothing explains, and the explained ones. */
  static List<Difference> compare(GuestRam expected, GuestRam found) {
    EpisodeLog.Comparison comparison =
        new EpisodeLog.Comparison() {
          @Override
          public Difference record(int episode, int trap, EpisodeLog theirs, EpisodeLog ours) {
            return ArmLog.record(episode, trap, theirs, ours);
          }

          @Override
          public Difference dump(int episode, EpisodeLog theirs, EpisodeLog ours) {
            return ArmLog.dump(episode, theirs, ours);
          }
        };
    return EpisodeLog.compare(FORM, expected, found, comparison, false);
  }

  private static Difference dump(int episode, EpisodeLog theirs, EpisodeLog ours) {
    for (int i = 0; i < DUMPED.size(); i++) {
      int offset = EpisodeLog.RECORD_BYTES + 8 * i;
      if (theirs.field(offset) != ours.field(offset)) {
        return different(episode, DUMPED.get(i) + " at the end", offset, theirs, ours, null);
      }
    }
    return null;
  }

  private static Difference record(int episode, int trap, EpisodeLog theirs, EpisodeLog ours) {
    for (int i = 0; i < FIELDS.size(); i++) {
      int offset = 8 * i;
      // An interrupt leaves the syndrome of what was before, and most leave the address.
      boolean stale =
          offset == SYNDROME && isInterrupt(theirs) || offset == ADDRESS && !hasAddress(theirs);
      if (theirs.field(offset) != ours.field(offset) && !stale) {
        String what =
            "exception %d, %s, after 0x%x with 0x%x"
                .formatted(trap, FIELDS.get(i), theirs.field(RETURN), theirs.field(SYNDROME));
        return different(episode, what, offset, theirs, ours, explanation(theirs, ours));
      }
    }
    return null;
  }

  private static Difference different(
      int episode,
      String what,
      int offset,
      EpisodeLog theirs,
      EpisodeLog ours,
      Explained explained) {
    return new Difference(
        episode,
        what,
        Long.toHexString(theirs.field(offset)),
        Long.toHexString(ours.field(offset)),
        explained);
  }

  /** Returns the known explanation of two different records of the same instruction, or null. */
  private static Explained explanation(EpisodeLog theirs, EpisodeLog ours) {
    if (theirs.field(RETURN) != ours.field(RETURN)) {
      return null;
    }
    long expected = theirs.field(SYNDROME);
    long found = ours.field(SYNDROME);
    long exception = expected >>> 26;
    if ((exception == 0x20 || exception == 0x21)
        && found >>> 26 == 0x22
        && (ours.field(RETURN) & 3) != 0) {
      return Explained.PC_ALIGNMENT;
    }
    if (exception == 0x18 && expected != found && swapped(expected) == found) {
      return Explained.MASKS_SYNDROME;
    }
    // The second page of an access is translated before the first one is found to be no RAM.
    boolean second = (ours.field(ADDRESS) & ArmLayout.PAGE - 1) == 0;
    if ((exception & ~1) == 0x24 && (expected & 0x3F) == 0x10 && (found & 0x3F) < 0x10 && second) {
      return Explained.SECOND_PAGE;
    }
    long rounded = ours.field(ADDRESS) - theirs.field(ADDRESS);
    if (expected == found
        && (exception & ~1) == 0x24
        && (expected & 0x3F) == 0x10
        && rounded > 0
        && rounded < 64) {
      return Explained.EXTERNAL_ADDRESS;
    }
    return null;
  }

  /** A syndrome with op1 and op2 in each other's place. */
  private static long swapped(long syndrome) {
    long rest = syndrome & ~(0x3FL << 14);
    return rest | (syndrome >>> 17 & 7) << 14 | (syndrome >>> 14 & 7) << 17;
  }
}
