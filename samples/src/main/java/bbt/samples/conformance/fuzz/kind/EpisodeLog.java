package bbt.samples.conformance.fuzz.kind;

import bbt.samples.conformance.fuzz.run.GuestRam;
import java.util.ArrayList;
import java.util.List;

/**
 * The log that a harness of episodes leaves in memory, and a place in it. Records have 64 bytes and
 * begin with a tag: {@link #MARK} before an episode, with its number; {@link #DUMP} behind one,
 * with the state it left; {@link #END} behind the last one; anything else for an exception.
 */
public final class EpisodeLog {
  public static final int RECORD_BYTES = 64;

  /** Offset of a record's tag. */
  public static final int TAG = 0;

  /** Offset of the number of an episode in its mark. */
  public static final int NUMBER = 8;

  public static final int DUMP = 0;
  public static final int MARK = 1;
  public static final int END = 2;

  /**
   * Where a log is.
   *
   * @param start offset in the image's RAM
   * @param bytes room for it
   * @param dumpBytes size of a dump, with its record
   */
  public record Form(int start, int bytes, int dumpBytes) {}

  /** Compares records that stand at the same place of two logs; null for no difference. */
  public interface Comparison {
    /** Compares what are not both dumps; {@code trap} counts them from their episode's mark. */
    Difference record(int episode, int trap, EpisodeLog theirs, EpisodeLog ours);

    /** Compares two dumps. */
    Difference dump(int episode, EpisodeLog theirs, EpisodeLog ours);
  }

  private final Form form;
  private final GuestRam ram;

  /** The offset of the record that is looked at. */
  private int at;

  private EpisodeLog(Form form, GuestRam ram) {
    this.form = form;
    this.ram = ram;
    this.at = form.start;
  }

  /** Eight bytes of the record that is looked at. */
  public long field(int offset) {
    return ram.get(at + offset);
  }

  /** The memory that the log is in. */
  public GuestRam ram() {
    return ram;
  }

  private boolean inside() {
    return at + form.dumpBytes < form.start + form.bytes;
  }

  private void next() {
    at += field(TAG) == DUMP ? form.dumpBytes : RECORD_BYTES;
  }

  /** Goes to the next mark or the end. */
  private void nextEpisode() {
    while (inside() && field(TAG) != MARK && field(TAG) != END) {
      next();
    }
  }

  /** Episodes that came to their dump. */
  public static int dumps(Form form, GuestRam ram) {
    EpisodeLog log = new EpisodeLog(form, ram);
    int dumps = 0;
    boolean open = false;
    while (log.inside() && log.field(TAG) != END) {
      long tag = log.field(TAG);
      if (tag == DUMP) {
        if (!open) {
          break; // nothing more was written
        }
        dumps++;
      }
      open = tag != DUMP;
      log.next();
    }
    return dumps;
  }

  /**
   * The first difference of each episode that nothing explains, and the explained ones.
   *
   * @param follows whether all that follows an explained difference in its episode is explained by
   *     it, too
   */
  public static List<Difference> compare(
      Form form, GuestRam expected, GuestRam found, Comparison comparison, boolean follows) {
    EpisodeLog theirs = new EpisodeLog(form, expected);
    EpisodeLog ours = new EpisodeLog(form, found);
    List<Difference> differences = new ArrayList<>();
    int episode = 0;
    int trap = 0;
    Explained before = null;
    while (theirs.inside() && ours.inside()) {
      long tag = theirs.field(TAG);
      boolean together = tag == ours.field(TAG);
      if (tag == MARK && together) {
        episode = (int) theirs.field(NUMBER);
        trap = 0;
        before = null;
      }
      Difference difference =
          tag == DUMP && together
              ? comparison.dump(episode, theirs, ours)
              : comparison.record(episode, trap++, theirs, ours);
      if (difference == null) {
        if (tag == END) {
          break;
        }
      } else if (before != null) {
        differences.add(
            new Difference(
                episode, difference.what(), difference.expected(), difference.found(), before));
      } else {
        differences.add(difference);
        before = follows ? difference.explained() : null;
      }
      theirs.next();
      ours.next();
      if (difference != null && (difference.explained() == null || !together)) {
        theirs.nextEpisode();
        ours.nextEpisode();
      }
    }
    return differences;
  }
}
