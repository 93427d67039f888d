package bbt.reconstruct.interchange.etrace;

import bbt.reconstruct.interchange.FollowException;
import bbt.reconstruct.interchange.InterchangeException;
import bbt.reconstruct.interchange.Misfits;
import bbt.reconstruct.interchange.build.ForeignReader;
import bbt.reconstruct.interchange.build.ImportedHart;
import bbt.reconstruct.interchange.code.GuestProgram;
import bbt.reconstruct.interchange.etrace.EtraceParameters.Parameter;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/** Reads a file of encapsulated packets. */
public final class EtraceReader implements ForeignReader {
  private static final int LENGTH = 0x1F;
  private static final int EXTENDED = 0x80;

  private final byte[] file;
  private final EtraceParameters parameters;

  public EtraceReader(byte[] file, EtraceParameters parameters) {
    this.file = file;
    this.parameters = parameters;
  }

  /** A packet where it stands. */
  private interface PacketUser {
    void packet(int source, int offset, int from, int to);
  }

  /** Goes over all packets; returns the offset of one that is cut off, or -1. */
  private int forEach(PacketUser user) {
    int sourceBytes = parameters.of(Parameter.SOURCE_WIDTH) / 8;
    int at = 0;
    while (at < file.length) {
      int header = file[at] & 0xFF;
      int length = header & LENGTH;
      if (length == 0) {
        at++; // idle, or for alignment
        continue;
      }
      int stamp = (header & EXTENDED) != 0 ? parameters.of(Parameter.TIMESTAMP_BYTES) : 0;
      int payload = at + 1 + sourceBytes + stamp;
      if (payload + length > file.length) {
        return at;
      }
      int source = 0;
      for (int i = 0; i < sourceBytes; i++) {
        source |= (file[at + 1 + i] & 0xFF) << 8 * i;
      }
      user.packet(source, at, payload, payload + length);
      at = payload + length;
    }
    return -1;
  }

  @Override
  public SortedSet<Integer> sources() throws InterchangeException {
    SortedSet<Integer> sources = new TreeSet<>();
    forEach((source, offset, from, to) -> sources.add(source));
    if (sources.isEmpty()) {
      throw new InterchangeException("there is no packet of E-Trace in it");
    }
    return sources;
  }

  @Override
  public void read(
      int wanted, GuestProgram program, ImportedHart hart, Misfits misfits, LongConsumer progress) {
    EtraceDecoder decoder = new EtraceDecoder(parameters, program, hart);
    int cut =
        forEach(
            (source, offset, from, to) -> {
              if (source != wanted) {
                return;
              }
              progress.accept(offset);
              try {
                decoder.packet(file, from, to);
              } catch (FollowException e) {
                misfits.add(offset, e.getMessage());
                decoder.lose();
              }
            });
    if (cut >= 0) {
      misfits.add(cut, "the file ends in the middle of a packet");
    }
  }
}
