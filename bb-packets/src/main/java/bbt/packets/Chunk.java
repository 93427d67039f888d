package bbt.packets;

import bbt.packets.bytes.ByteSink;
import bbt.packets.bytes.Problem;
import java.util.List;
import java.util.function.Predicate;

/** A chunk of a trace file, decoded; {@link TraceReader#next} returns them in file order. */
public sealed interface Chunk
    permits Frame, Chunk.Sideband, Chunk.Epoch, Chunk.Schedule, Chunk.End, Chunk.Damage {
  /** File offset of its first byte. */
  long offset();

  /**
   * Sideband of the frame that follows (or of nothing, at the end of the trace).
   *
   * @param checkpoint it repeats everything known at this count, for a reader that starts here; one
   *     that has read everything before may skip it
   * @param retired count at which the following frame starts
   * @param number which sideband chunk of its hart it is, from 1; of a checkpoint the last one
   *     before it; -1 where the trace does not say it (before version 0.4)
   * @param records by ascending count
   */
  record Sideband(
      long offset,
      boolean checkpoint,
      int hart,
      long retired,
      long number,
      List<SidebandRecord> records)
      implements Chunk {

    /**
     * The share of the bytes that some of the records take, before compression.
     *
     * @return 0 to 1; 0 without records
     */
    public double share(Predicate<SidebandRecord> some) {
      ByteSink bytes = new ByteSink(1 << 10);
      long last = retired;
      long theirs = 0;
      for (SidebandRecord each : records) {
        int before = bytes.size();
        SidebandCodec.writeRecord(bytes, each, last);
        last = each.retired();
        theirs += some.test(each) ? bytes.size() - before : 0;
      }
      return bytes.size() == 0 ? 0 : (double) theirs / bytes.size();
    }
  }

  /**
   * All frames before it end at or before its clock, all after it start there: a machine of several
   * harts can be rebuilt from here on.
   *
   * @param clock instructions retired by all harts together
   * @param ticks guest time in ticks of the timebase
   * @param retired instructions of each hart
   */
  record Epoch(long offset, long clock, long ticks, long[] retired) implements Chunk {}

  /**
   * The order in which the harts of a machine executed. The pieces of a whole trace follow each
   * other without a gap and stand before the frames that they order, as far as those reach.
   *
   * @param open the last quantum goes on in the next piece
   * @param clock instructions retired by all harts together at its start
   * @param retired the same of each hart
   * @param quanta in the order of execution
   */
  record Schedule(long offset, boolean open, long clock, long[] retired, List<Quantum> quanta)
      implements Chunk {
    /** The common clock at its end. */
    public long endClock() {
      long end = clock;
      for (Quantum q : quanta) {
        end += q.instructions();
      }
      return end;
    }
  }

  /**
   * A turn of one hart.
   *
   * @param instructions retired in it
   * @param packets of the EXCEPTION, SWITCH and GAP packets that the hart's stream has at the count
   *     at which the turn ends, how many belong to it or to earlier turns
   */
  record Quantum(int hart, long instructions, int packets) {}

  /**
   * The end of one hart's run.
   *
   * @param retired its instructions
   * @param verifyHash its final running hash, 0 without
   */
  record HartEnd(long retired, long verifyHash) {}

  /**
   * The trace is whole: written after everything else.
   *
   * @param harts by number
   * @param exitCode of the run
   * @param reason one word, why the run ended
   * @param contentHash hash over the content hashes of all chunks before it: two traces are the
   *     same when this and the header are
   * @param ticks guest time at the end, in ticks of the timebase; -1 in a file of version 0.1
   */
  record End(
      long offset,
      List<HartEnd> harts,
      int exitCode,
      String reason,
      long frames,
      long packets,
      long bits,
      long targets,
      long contentHash,
      long ticks)
      implements Chunk {
    /** The run's end in the words of every command; the guest's own code if it gave one. */
    public String told() {
      return reason + (exitCode == 0 ? "" : ", guest exit code " + exitCode);
    }

    /** Instructions of all harts. */
    public long retired() {
      return harts.stream().mapToLong(HartEnd::retired).sum();
    }
  }

  /**
   * Bytes that are no readable chunk; reading goes on behind them.
   *
   * @param length bytes until the next readable chunk or the end of the file
   * @param truncated the file ends in the middle of a chunk
   * @param apparently the header of a chunk of just that length that seems to have been there; null
   *     if there is none. It may be damaged itself.
   * @param message what was expected and found
   */
  record Damage(long offset, long length, boolean truncated, ChunkHeader apparently, String message)
      implements Chunk {
    /** The problem that made the bytes unreadable. */
    public Problem problem() {
      return truncated ? new Problem.Cut(offset, message) : new Problem.Unreadable(offset, message);
    }
  }
}
