package bbt.packets;

import java.util.List;

/** What {@link TraceReader#next} returns, in file order. */
public sealed interface Chunk permits Frame, Chunk.Sideband, Chunk.End, Chunk.Damage {
  /** File offset of its first byte. */
  long offset();

  /**
   * Sideband of the frame that follows (or of nothing, at the end of the trace).
   *
   * @param checkpoint it repeats everything known at this count, for a reader that starts here; one
   *     that has read everything before may skip it
   * @param retired count at which the following frame starts
   * @param records by ascending count
   */
  record Sideband(
      long offset, boolean checkpoint, int hart, long retired, List<SidebandRecord> records)
      implements Chunk {}

  /**
   * The trace is whole: written after everything else.
   *
   * @param retired instructions in all
   * @param verifyHash final running hash, 0 without
   * @param exitCode of the run
   * @param reason one word, why the run ended
   * @param contentHash hash over the content hashes of all chunks before it: two traces are the
   *     same when this and the header are
   */
  record End(
      long offset,
      long retired,
      long verifyHash,
      int exitCode,
      String reason,
      long frames,
      long packets,
      long bits,
      long targets,
      long contentHash)
      implements Chunk {}

  /**
   * Bytes that are no readable chunk; reading goes on behind them.
   *
   * @param length bytes until the next readable chunk or the end of the file
   * @param truncated the file ends in the middle of a chunk
   * @param message what was expected and found
   */
  record Damage(long offset, long length, boolean truncated, String message) implements Chunk {}
}
