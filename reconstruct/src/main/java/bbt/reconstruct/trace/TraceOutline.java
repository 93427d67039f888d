package bbt.reconstruct.trace;

import bbt.packets.Chunk;
import bbt.packets.ChunkHeader;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceReader;
import bbt.ptg.Guests;
import bbt.ptg.guest.GuestIsa;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The facts that a trace tells without being walked: how long it is, its time, its tasks. Frames
 * are passed over unread, so this takes milliseconds.
 *
 * @param guest that was traced
 * @param instructions of each hart
 * @param clock guest time
 * @param tasks every name that the guest gave to a task, in the order of the file
 */
public record TraceOutline(
    GuestIsa guest, long[] instructions, TraceClock clock, List<SidebandRecord.Task> tasks) {
  public TraceOutline {
    tasks = List.copyOf(tasks);
  }

  /** Reads the outline of a trace. */
  public static TraceOutline of(Path trace) throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      long[] instructions = new long[reader.harts()];
      TraceClock.Builder clock = new TraceClock.Builder(reader.header(), instructions.length);
      List<SidebandRecord.Task> tasks = new ArrayList<>();
      while (true) {
        ChunkHeader head = reader.peek();
        if (head != null && passed(head.kind())) {
          if (head.kind() == ChunkHeader.Kind.FRAME && head.hart() < instructions.length) {
            instructions[head.hart()] = head.endRetired();
          }
          reader.seek(head.offset() + head.bytes());
          continue;
        }
        Chunk chunk = reader.next();
        if (chunk == null) {
          break;
        }
        clock.add(chunk);
        if (chunk instanceof Chunk.Sideband sideband) {
          for (SidebandRecord item : sideband.records()) {
            if (item instanceof SidebandRecord.Task task) {
              tasks.add(task);
            }
          }
        }
      }
      return new TraceOutline(Guests.of(reader.header()), instructions, clock.build(), tasks);
    }
  }

  private static boolean passed(ChunkHeader.Kind kind) {
    return switch (kind) {
      case FRAME, CHECKPOINT, SCHEDULE, PARITY -> true;
      case HEADER, SIDEBAND, INDEX, END, EPOCH, OTHER -> false;
    };
  }

  /** Instructions of all harts. */
  public long total() {
    return Arrays.stream(instructions).sum();
  }
}
