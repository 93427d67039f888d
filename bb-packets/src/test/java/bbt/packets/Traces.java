package bbt.packets;

import bbt.packets.bytes.PacketFormat;
import bbt.packets.write.EventWriter;
import bbt.packets.write.MachineWriter;
import bbt.packets.write.TraceWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes and reads small traces. */
final class Traces {
  /** Small enough that a short script is cut everywhere. */
  static final PacketFormat.Limits SMALL = new PacketFormat.Limits(20, 50, 300, 2, 100, 60);

  private Traces() {}

  static byte[] write(EventScript script, Mode mode, boolean verify, boolean bulk) {
    return write(script, mode, verify, bulk, PacketFormat.VERSION);
  }

  static byte[] write(EventScript script, Mode mode, boolean verify, boolean bulk, int version) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      Map<String, String> facts =
          Map.of(
              "trace.mode",
              mode == Mode.RAW ? "raw" : "compact",
              "trace.verify",
              Boolean.toString(verify),
              "guest.append",
              "console=ttyS0");
      MachineWriter machine =
          new MachineWriter(new TraceWriter(bytes, new TraceHeader(facts, version)), SMALL);
      EventWriter out = machine.current();
      script.write(out, bulk);
      machine.finish(appendix(out.retired()), new long[] {99}, 3, "poweroff", 1234);
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<SidebandRecord> appendix(long retired) {
    return List.of(
        new SidebandRecord.Symbols(
            retired, "kernel", -1, new long[] {16, 99}, new String[] {"a", "b"}),
        new SidebandRecord.Note(retired, "build-id", "1234"));
  }

  static List<Chunk> read(byte[] bytes) {
    try {
      Path file = Files.createTempFile("trace", ".bbt");
      try {
        Files.write(file, bytes);
        try (TraceReader reader = TraceReader.open(file)) {
          List<Chunk> chunks = new ArrayList<>();
          for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
            chunks.add(chunk);
          }
          return chunks;
        }
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static <T extends Chunk> List<T> only(List<Chunk> chunks, Class<T> type) {
    return chunks.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** A frame's whole content, for comparison. */
  static String text(Frame f) {
    return f.start()
        + " "
        + f.endRetired()
        + " "
        + f.packets()
        + " "
        + f.bitCount()
        + java.util.Arrays.toString(f.words())
        + java.util.Arrays.toString(f.targets());
  }
}
