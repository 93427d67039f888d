package bbt.samples.conformance.fuzz.privileged;

import bbt.samples.conformance.fuzz.kind.Difference;
import bbt.samples.conformance.fuzz.kind.EpisodeLog;
import bbt.samples.conformance.fuzz.kind.Explained;
import bbt.samples.conformance.fuzz.run.GuestRam;
import bbt.translator.riscv.cpu.Cause;
import java.util.List;

/**
 * The log that the harness leaves in memory, from {@link Layout#LOG} on.
 *
 * <pre>
 *   mark, 64 bytes   +0 1         +8 number of the episode
 *   trap, 64 bytes   +0 vector    +8 cause   +16 epc   +24 tval   +32 status   +40 s10 (what was
 *                    read)        +48 interrupts pending   +56 s8 (landings)
 *   dump             +0 0         +64 x1 to x31 (8 bytes each; 0 for the harness's own), CSRs,
 *                    fcsr, f0 to f31, a sum for each page that changes
 *   end              +0 2
 * </pre>
 *
 * <p>The vector is the link of the entry that was taken: it says which table and which entry.
 */
final class TrapLog {
  static final int CAUSE = 8;
  static final int EPC = 16;
  static final int TVAL = 24;
  static final int STATUS = 32;
  static final int SEEN = 40;
  static final int PENDING = 48;
  static final int LANDINGS = 56;

  /** The bits of an address that stay the same where its page is mapped a second time. */
  private static final long PAGE_OFFSET = 0xFFF;

  private static final EpisodeLog.Form FORM =
      new EpisodeLog.Form(
          (int) (Layout.LOG - Layout.RAM), (int) Layout.LOG_BYTES, DumpFields.bytes());
  private static final String[] TRAP_FIELDS = {
    "vector",
    "cause",
    "epc",
    "tval",
    "status",
    "s10 (what was read)",
    "pending interrupts",
    "s8 (landings)"
  };

  private TrapLog() {}

  /** Episodes that came to their dump. */
  static int dumps(GuestRam ram) {
    return EpisodeLog.dumps(FORM, ram);
  }

  /**
   * The first difference of each episode that nothing explains, and the explained ones before it.
   * What an explained one led to (a handler's register that is read later) is explained by it.
   */
  static List<Difference> compare(GuestRam expected, GuestRam found) {
    EpisodeLog.Comparison comparison =
        new EpisodeLog.Comparison() {
          @Override
          public Difference record(int episode, int trap, EpisodeLog theirs, EpisodeLog ours) {
            return TrapLog.record(episode, trap, theirs, ours);
          }

          @Override
          public Difference dump(int episode, EpisodeLog theirs, EpisodeLog ours) {
            return DumpFields.compare(episode, theirs, ours);
          }
        };
    return EpisodeLog.compare(FORM, expected, found, comparison, true);
  }

  private static Difference record(int episode, int trap, EpisodeLog theirs, EpisodeLog ours) {
    for (int i = 0; i < TRAP_FIELDS.length; i++) {
      long mask = mask(i);
      long expected = theirs.field(8 * i) & mask;
      long found = ours.field(8 * i) & mask;
      if (expected != found) {
        String what =
            "trap %d, %s, after epc 0x%x".formatted(trap, TRAP_FIELDS[i], theirs.field(EPC));
        return new Difference(
            episode,
            what,
            Long.toHexString(expected),
            Long.toHexString(found),
            theirs.field(EPC) == ours.field(EPC) ? explanation(theirs, ours) : null);
      }
    }
    return null;
  }

  /** Returns the known explanation of two different records of the same instruction, or null. */
  private static Explained explanation(EpisodeLog theirs, EpisodeLog ours) {
    int expected = (int) theirs.field(CAUSE);
    int found = (int) ours.field(CAUSE);
    long theirValue = theirs.field(TVAL);
    long ourValue = ours.field(TVAL);
    boolean atomic = (instruction(theirs) & 0x7F) == 0x2F;
    if (expected == Cause.BREAKPOINT
        && found == expected
        && breakpoint(theirs)
        && breakpoint(ours)) {
      return Explained.EBREAK_TVAL;
    }
    boolean alias = ((theirValue ^ theirs.field(EPC)) & PAGE_OFFSET) == 0;
    if (expected == Cause.BREAKPOINT && found == expected && breakpoint(ours) && alias) {
      return Explained.EBREAK_TVAL_ALIAS;
    }
    if (atomic && expected == Cause.LOAD_ACCESS && found == Cause.STORE_ACCESS) {
      return Explained.AMO_ACCESS_FAULT;
    }
    if (atomic && (found == Cause.LOAD_MISALIGNED || found == Cause.STORE_MISALIGNED)) {
      return Explained.ATOMIC_MISALIGNED;
    }
    boolean access = found == Cause.LOAD_ACCESS || found == Cause.STORE_ACCESS;
    if (access && expected == found && ourValue - theirValue > 0 && ourValue - theirValue < 8) {
      return (theirValue & 1) == 0 ? Explained.ACCESS_FAULT_TVAL : null;
    }
    return null;
  }

  /** The instruction that trapped, if it stands in the image. */
  private static int instruction(EpisodeLog log) {
    long epc = log.field(EPC);
    long physical = epc >= Layout.RAM + Layout.USER_ALIAS ? epc - Layout.USER_ALIAS : epc;
    return physical >= Layout.HARNESS && physical < Layout.IMAGE_END
        ? (int) log.ram().get((int) (physical - Layout.RAM))
        : 0;
  }

  private static boolean breakpoint(EpisodeLog log) {
    return log.field(TVAL) == 0 || log.field(TVAL) == log.field(EPC);
  }

  private static long mask(int field) {
    return switch (8 * field) {
      case STATUS -> DumpFields.STATUS_MASK;
      case PENDING -> DumpFields.INTERRUPTS_MASK;
      default -> -1;
    };
  }
}
