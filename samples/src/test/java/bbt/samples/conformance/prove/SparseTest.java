package bbt.samples.conformance.prove;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies files with holes. */
final class SparseTest {
  @TempDir private Path folder;

  @Test
  void theCopyIsTheSame() throws IOException {
    byte[] bytes = new byte[1_000_003];
    Arrays.fill(bytes, 200_000, 200_003, (byte) 1);
    bytes[65_535] = 2;
    for (int size : new int[] {0, 1, 65_536, 70_000, 300_000, bytes.length}) {
      Path from = Files.write(folder.resolve("from" + size), Arrays.copyOf(bytes, size));
      Path to = folder.resolve("to" + size);
      Sparse.copy(from, to);
      assertEquals(-1, Files.mismatch(from, to), "size " + size);
    }
  }
}
