package bbt.ptg.guest.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page of the documents that is written from tables. */
public final class WrittenPage {
  private WrittenPage() {}

  /** Compares a page with its text; {@code -Dbbt.update=true} writes it anew. */
  public static void check(Path file, String text) throws IOException {
    if (Boolean.getBoolean("bbt.update")) {
      Files.writeString(file, text);
    }
    assertEquals(text, Files.readString(file), "run this test with -Dbbt.update=true");
  }
}
