package bbt.reconstruct.replay.setup;

import bbt.packets.Chunk;
import bbt.packets.ChunkHeader;
import bbt.packets.NoteKeys;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceHeader;
import bbt.packets.TraceReader;
import bbt.packets.bytes.PrintableText;
import bbt.packets.bytes.TraceFormatException;
import bbt.reconstruct.cache.FileKey;
import bbt.translator.machine.Machine;
import bbt.translator.trace.RecordingSwitch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The facts of the run that a trace's chunk headers tell.
 *
 * @param key {@link FileKey} of the trace: what was checked against another file says nothing of it
 * @param retired instructions that the trace holds, by hart
 * @param total clock at which all of these have retired; more than their sum where a trace of
 *     several harts was cut before others' frames came
 * @param last clock up to which it says anything: a cut trace may hold what was announced for a
 *     frame that is lost
 * @param end null if the trace was cut
 * @param input what reached the guest, as lines of an input log
 * @param switches how the user switched recording, in order of their clocks
 */
public record TraceFacts(
    TraceHeader header,
    String key,
    long[] retired,
    long total,
    long last,
    Chunk.End end,
    List<String> input,
    List<RecordingSwitch.ByHand> switches) {
  public static TraceFacts read(Path trace) throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      long[] retired = new long[reader.harts()];
      Chunk.End end = null;
      List<String> input = new ArrayList<>();
      List<RecordingSwitch.ByHand> switches = new ArrayList<>();
      boolean noted = reader.header().get("trace.input", "").equals("notes");
      long announced = 0;
      long ordered = 0; // clock up to which turns are known
      long framed = 0; // the same before the last frame
      Chunk.Epoch epoch = null;
      while (true) {
        ChunkHeader h = reader.peek();
        if (h == null) {
          if (reader.next() == null) { // else damage, which it has passed over
            break;
          }
          continue;
        }
        switch (h.kind()) {
          case FRAME -> {
            if (h.hart() < retired.length) {
              retired[h.hart()] = Math.max(retired[h.hart()], h.endRetired());
            }
            framed = ordered;
          }
          case SIDEBAND -> {
            announced = Math.max(announced, h.endRetired());
            if (reader.next() instanceof Chunk.Sideband s) {
              if (noted) {
                input(s, input);
              }
              switches(s, switches);
            }
          }
          case SCHEDULE -> ordered = Math.max(ordered, h.endRetired());
          case END -> end = reader.next() instanceof Chunk.End e ? e : end;
          case EPOCH -> epoch = reader.next() instanceof Chunk.Epoch e ? e : epoch;
          case CHECKPOINT, HEADER, INDEX, OTHER -> {}
        }
        reader.seek(h.offset() + h.bytes());
      }
      for (int i = 0; end != null && i < Math.min(retired.length, end.harts().size()); i++) {
        retired[i] = end.harts().get(i).retired();
      }
      if (end == null && epoch != null && !input.isEmpty()) {
        // Behind it, input may have gone with the frames of a hart while another's are there.
        retired = epoch.retired().clone();
        framed = epoch.clock();
        ordered = epoch.clock();
      }
      long sum = LongStream.of(retired).sum();
      long total = end == null ? Math.max(sum, framed) : sum;
      long last = end != null ? sum : Math.max(sum, retired.length == 1 ? announced : ordered);
      return new TraceFacts(
          reader.header(), FileKey.of(trace), retired, total, last, end, input, switches);
    }
  }

  private static void input(Chunk.Sideband sideband, List<String> lines) {
    for (SidebandRecord item : sideband.records()) {
      if (item instanceof SidebandRecord.Note n && n.key().equals(Machine.INPUT_NOTE)) {
        lines.add(n.value());
      }
    }
  }

  private static void switches(Chunk.Sideband sideband, List<RecordingSwitch.ByHand> to)
      throws TraceFormatException {
    for (SidebandRecord item : sideband.records()) {
      if (item instanceof SidebandRecord.Note n && n.key().equals(NoteKeys.RECORDING)) {
        try {
          to.add(RecordingSwitch.ByHand.parse(n.value()));
        } catch (IllegalArgumentException e) {
          throw new TraceFormatException(sideband.offset(), PrintableText.of(e.getMessage()));
        }
      }
    }
  }

  /** Instructions of all harts that the trace holds. */
  public long instructions() {
    return LongStream.of(retired).sum();
  }
}
