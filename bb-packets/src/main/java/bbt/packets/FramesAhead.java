package bbt.packets;

import bbt.packets.bytes.PacketFormat;
import bbt.packets.bytes.TraceFormatException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Decodes the frames that a {@link TraceReader} will come to next, on a thread of its own. It knows
 * nothing of damage: a frame that is not as it should be is not there, and the reader reads it
 * itself.
 */
final class FramesAhead implements AutoCloseable {
  /** Frames that are kept at most, and the bytes of their content. */
  private static final int FRAMES = 32;

  private static final long BYTES = 1 << 24;

  private final TraceReader reader;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread made = new Thread(task, "frames ahead");
            made.setDaemon(true);
            return made;
          });

  /** The frames that are being decoded, in the order of the file. */
  private final Deque<Coming> coming = new ArrayDeque<>();

  private long bytes;

  /** Where to look for the next frame; -1 where nothing is known of what comes. */
  private long next = -1;

  /** Where the reader was when it asked last. */
  private long asked;

  /** A frame that is being decoded; null in the end if it cannot be. */
  private record Coming(long offset, long bytes, Future<Decoded> result) {}

  /** A frame, and the chunk that it was. */
  record Decoded(TraceReader.RawChunk chunk, Frame frame) {}

  FramesAhead(TraceReader reader) {
    this.reader = reader;
  }

  /** The frame at an offset, which the reader has come to; null if there is none. */
  Decoded at(long offset) throws IOException {
    if (offset < asked) {
      drop(); // the reader went back
    }
    asked = offset;
    while (!coming.isEmpty() && coming.peek().offset < offset) {
      Coming passed = coming.remove();
      passed.result.cancel(false);
      bytes -= passed.bytes;
    }
    if (coming.isEmpty()) {
      next = Math.max(next, offset);
    }
    fill();
    if (coming.isEmpty() || coming.peek().offset != offset) {
      return null;
    }
    Coming first = coming.remove();
    bytes -= first.bytes;
    try {
      return first.result.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } catch (ExecutionException e) {
      return null; // the reader finds out what it is
    }
  }

  private void drop() {
    coming.forEach(each -> each.result.cancel(false));
    coming.clear();
    bytes = 0;
    next = -1;
  }

  private void fill() throws IOException {
    while (coming.size() < FRAMES && bytes < BYTES && next >= 0) {
      TraceReader.RawChunk chunk = reader.head(next);
      if (chunk.damage != null) {
        next = -1; // the end of the file, or something that the reader has to look at
        return;
      }
      if (chunk.type == PacketFormat.FRAME && reader.isArchived(chunk)) {
        next = -1; // only the reader has what it is decoded from
        return;
      }
      if (chunk.type == PacketFormat.FRAME) {
        byte[] stored = reader.bytes(chunk.offset + PacketFormat.CHUNK_HEADER, chunk.storedLength);
        coming.add(
            new Coming(
                chunk.offset, chunk.contentLength, thread.submit(() -> decode(chunk, stored))));
        bytes += chunk.contentLength;
      }
      next = chunk.end();
    }
  }

  private Decoded decode(TraceReader.RawChunk chunk, byte[] stored) throws TraceFormatException {
    reader.unpack(chunk, stored);
    return chunk.damage != null ? null : new Decoded(chunk, FrameDecoder.decode(chunk));
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
