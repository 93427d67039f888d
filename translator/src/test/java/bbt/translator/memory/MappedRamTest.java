package bbt.translator.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory that is mapped from a file begins with its content, and does not change the file. */
final class MappedRamTest {
  private static final long SIZE = 1 << 20;

  @TempDir Path folder;

  @Test
  void beginsAsTheOtherWasAndGoesItsOwnWay() throws IOException {
    Path file = folder.resolve("memory");
    Ram first = new Ram(SIZE);
    first.write64(Ram.BASE + 0x5008, 0x1122334455667788L);
    first.write8(Ram.BASE + SIZE - 1, 7);
    first.save(file);
    first.release();
    byte[] before = Files.readAllBytes(file);
    assertEquals(SIZE, before.length);

    Ram second = Ram.of(file, Ram.BASE, SIZE);
    assertEquals(0x1122334455667788L, second.read64(Ram.BASE + 0x5008));
    assertEquals(7, second.read8(Ram.BASE + SIZE - 1));
    assertEquals(0, second.read64(Ram.BASE));
    second.noteFilled();
    assertArrayEquals(new int[] {5, 255}, second.takeWritten());
    second.write64(Ram.BASE, 1);
    second.release();
    assertArrayEquals(before, Files.readAllBytes(file));
  }

  @Test
  void aFileOfAnotherSizeIsRefused() throws IOException {
    Path file = Files.write(folder.resolve("memory"), new byte[4096]);
    assertThrows(IOException.class, () -> Ram.of(file, Ram.BASE, SIZE));
  }
}
