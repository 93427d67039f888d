package bbt.reconstruct.walk;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.TraceReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Rebuilds the execution of a whole trace: feeds a {@link Walker} with the chunks of a file. Damage
 * stays local: what cannot be read or does not agree becomes a {@link Problem}, and the walk goes
 * on at the next frame.
 */
public final class Reconstruction {
  private final TraceReader reader;
  private final Walker walker;
  private Consumer<Chunk> observer = chunk -> {};
  private LongConsumer progress = offset -> {};
  private final List<Problem> problems = new ArrayList<>();
  private Chunk.End end;
  private long rebuilt;

  /**
   * Makes one.
   *
   * @param reader at the trace's start; stays open
   * @param pieces null when nobody wants them
   */
  public Reconstruction(
      TraceReader reader, FunctionMap functions, FlowListener listener, PieceConsumer pieces) {
    this.reader = reader;
    this.walker = new Walker(functions, listener, pieces);
  }

  /** Is shown every chunk before it is walked. */
  public Reconstruction observer(Consumer<Chunk> everyChunk) {
    observer = everyChunk;
    return this;
  }

  /** Is told the file offset now and then. */
  public Reconstruction progress(LongConsumer fileOffset) {
    progress = fileOffset;
    return this;
  }

  /**
   * Reads the trace to its end.
   *
   * @throws IOException if the file cannot be read (damage is a {@link Problem} instead)
   */
  public Reconstruction run() throws IOException {
    for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
      observer.accept(chunk);
      switch (chunk) {
        case Frame frame -> walk(frame);
        case Chunk.Sideband sideband -> {
          if (sideband.checkpoint()) {
            walker.checkpoint(sideband.records());
          } else {
            walker.sideband(sideband.records());
          }
        }
        case Chunk.End last -> end(last);
        case Chunk.Damage damage -> {
          problems.add(new Problem(damage.offset(), damage.truncated(), damage.message()));
          walker.gap();
        }
      }
      progress.accept(reader.offset());
    }
    walker.finish();
    boolean cutSaid = !problems.isEmpty() && problems.getLast().cut();
    if (end == null && !cutSaid) {
      problems.add(
          new Problem(
              reader.size(),
              true,
              "the file ends after a whole frame, but without its end record"));
    }
    return this;
  }

  private void walk(Frame frame) {
    if (frame.hart() != 0) {
      problems.add(
          new Problem(
              frame.offset(), false, "frame of hart " + frame.hart() + ": one hart is supported"));
      return;
    }
    long before = frame.startRetired();
    try {
      walker.walk(frame);
      rebuilt += frame.endRetired() - before;
    } catch (WalkException e) {
      rebuilt += Math.max(0, Math.min(walker.retired(), frame.endRetired()) - before);
      problems.add(new Problem(frame.offset(), false, e.getMessage()));
      walker.gap();
    }
  }

  private void end(Chunk.End last) {
    end = last;
    if (!problems.isEmpty()) {
      return;
    }
    if (walker.retired() != last.retired()) {
      problems.add(
          new Problem(
              last.offset(),
              false,
              "the end record counts "
                  + last.retired()
                  + " instructions, the walk "
                  + walker.retired()));
    }
    if (reader.contentHash() != last.contentHash()) {
      problems.add(
          new Problem(
              last.offset(),
              false,
              "the end record's content hash is "
                  + String.format("%016x", last.contentHash())
                  + ", the file's "
                  + String.format("%016x", reader.contentHash())
                  + ": chunks were changed, added or left out"));
    }
    if (reader.header().verify() && walker.hashKnown() && walker.hash() != last.verifyHash()) {
      problems.add(
          new Problem(
              last.offset(),
              false,
              "the end record's verify hash is 0x"
                  + Long.toHexString(last.verifyHash())
                  + ", the walk's 0x"
                  + Long.toHexString(walker.hash())));
    }
  }

  /** Everything that was wrong, in file order; empty for a whole, consistent trace. */
  public List<Problem> problems() {
    return List.copyOf(problems);
  }

  /** The end record, or null when the trace was cut. */
  public Chunk.End end() {
    return end;
  }

  /** Instructions rebuilt. */
  public long instructions() {
    return rebuilt;
  }

  public Walker walker() {
    return walker;
  }
}
