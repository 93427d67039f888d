package bbt.translator.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the guest's first process is sent, read as it reads it. */
final class ProgramArchiveTest {
  private record Entry(int kind, int mode, String name, String data) {}

  private static List<Entry> read(byte[] archive) {
    ByteBuffer b = ByteBuffer.wrap(archive).order(ByteOrder.LITTLE_ENDIAN);
    List<Entry> all = new ArrayList<>();
    while (b.hasRemaining()) {
      int kind = b.getInt();
      int mode = b.getInt();
      byte[] name = new byte[b.getInt()];
      assertEquals(0, b.getInt());
      byte[] data = new byte[(int) b.getLong()];
      b.get(name).get(data);
      all.add(
          new Entry(
              kind,
              mode,
              new String(name, StandardCharsets.UTF_8),
              new String(data, StandardCharsets.UTF_8)));
    }
    return all;
  }

  private static byte[] archive() {
    return new ProgramArchive()
        .folder("/work")
        .file("/work/p", 0755, "bytes".getBytes(StandardCharsets.UTF_8))
        .link("/work/l", "p")
        .argument("./p")
        .argument("Ü 1")
        .variable("A=b")
        .standIn("/work")
        .execute("/work/p");
  }

  @Test
  void entriesStandInOrder() {
    assertEquals(
        List.of(
            new Entry(1, 0755, "/work", ""),
            new Entry(2, 0755, "/work/p", "bytes"),
            new Entry(3, 0, "/work/l", "p"),
            new Entry(4, 0, "", "./p"),
            new Entry(4, 0, "", "Ü 1"),
            new Entry(5, 0, "", "A=b"),
            new Entry(6, 0, "/work", ""),
            new Entry(7, 0, "/work/p", "")),
        read(archive()));
  }

  @Test
  void theSameCallsMakeTheSameBytes() {
    assertArrayEquals(archive(), archive());
  }
}
