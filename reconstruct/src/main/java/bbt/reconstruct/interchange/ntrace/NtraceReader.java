package bbt.reconstruct.interchange.ntrace;

import bbt.reconstruct.interchange.FollowException;
import bbt.reconstruct.interchange.FormatParameters;
import bbt.reconstruct.interchange.InterchangeException;
import bbt.reconstruct.interchange.Misfits;
import bbt.reconstruct.interchange.build.ForeignReader;
import bbt.reconstruct.interchange.build.ImportedHart;
import bbt.reconstruct.interchange.code.GuestProgram;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/** Reads a file of messages. */
public final class NtraceReader implements ForeignReader {
  private static final int IDLE = 0xFF;
  private static final int ENDS = 0b11;
  private static final int RESERVED = 0b10;

  /** Bytes; a longer message is damage. */
  private static final int LONGEST = 64;

  private final byte[] file;
  private final int sourceWidth;
  private final int usualPrivilege;
  private final boolean extended;

  /**
   * Creates the reader of a file.
   *
   * @param parameters values of {@link NtraceParameter} by name
   * @throws InterchangeException as {@link FormatParameters#with}
   */
  public NtraceReader(byte[] file, Map<String, String> parameters) throws InterchangeException {
    this.file = file;
    FormatParameters<NtraceParameter> values =
        FormatParameters.with(NtraceParameter.class, parameters);
    this.sourceWidth = values.of(NtraceParameter.SOURCE_WIDTH);
    this.usualPrivilege = values.of(NtraceParameter.PRIVILEGE);
    this.extended = values.of(NtraceParameter.EXTEND_ADDRESS) != 0;
  }

  /** A message where it stands; null where there is none, but damage. */
  private interface MessageUser {
    void message(int offset, NexusMessage message);
  }

  private void forEach(MessageUser user) {
    int at = 0;
    while (at < file.length) {
      if ((file[at] & 0xFF) == IDLE) {
        at++;
        continue;
      }
      int end = at;
      boolean sound = true;
      while (sound && end < file.length && (file[end] & ENDS) != ENDS) {
        sound = (file[end] & ENDS) != RESERVED && end - at < LONGEST;
        end++;
      }
      sound &= end < file.length;
      user.message(at, sound ? new NexusMessage(file, at, end + 1, extended) : null);
      // Behind damage the next message is sought behind the next end of one.
      while (end < file.length && (file[end] & ENDS) != ENDS) {
        end++;
      }
      at = end + 1;
    }
  }

  @Override
  public SortedSet<Integer> sources() throws InterchangeException {
    SortedSet<Integer> sources = new TreeSet<>();
    forEach(
        (offset, message) -> {
          try {
            if (message != null && message.fixed(6) == TransferCode.SYNC) {
              sources.add((int) message.fixed(sourceWidth));
            }
          } catch (FollowException e) {
            // Told when it is read.
          }
        });
    if (sources.isEmpty()) {
      throw new InterchangeException(
          "there is no message of N-Trace in it from which it could be followed");
    }
    return sources;
  }

  @Override
  public void read(
      int source, GuestProgram program, ImportedHart hart, Misfits misfits, LongConsumer progress) {
    NtraceDecoder decoder = new NtraceDecoder(program, hart, usualPrivilege);
    forEach(
        (offset, message) -> {
          progress.accept(offset);
          try {
            if (message == null) {
              throw new FollowException("a message without a sound end");
            }
            int code = (int) message.fixed(6);
            if (message.fixed(sourceWidth) == source) {
              decoder.message(code, message);
            }
          } catch (FollowException e) {
            misfits.add(offset, e.getMessage());
            decoder.lose();
          }
        });
  }
}
