package bbt.reconstruct.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file's key depends on all its bytes. */
class FileKeyTest {
  @TempDir private Path folder;

  private String key(byte[] bytes) throws IOException {
    return FileKey.of(Files.write(folder.resolve("file"), bytes));
  }

  @Test
  void oneBitAnywhereIsAnotherFile() throws IOException {
    byte[] bytes = new byte[700_000];
    new Random(1).nextBytes(bytes);
    String key = key(bytes);
    assertEquals(key, key(bytes));
    for (int at : new int[] {0, 1000, 5000, 262_143, 262_144, 300_000, 699_999}) {
      byte[] other = bytes.clone();
      other[at] ^= 1;
      assertNotEquals(key, key(other), "byte " + at);
    }
    assertNotEquals(key, key(Arrays.copyOf(bytes, bytes.length - 1)), "cut");
  }
}
