package bbt.reconstruct.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheFolderTest {
  @TempDir private Path folder;

  private Path file(String name, int bytes, Duration unused) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, new byte[bytes]);
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(unused)));
    return file;
  }

  private Set<String> left() throws IOException {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> tree = Files.walk(folder)) {
      tree.filter(Files::isRegularFile).forEach(f -> names.add(folder.relativize(f).toString()));
    }
    return names;
  }

  @Test
  void thoseUsedLongestAgoGoWhenThereAreTooManyBytes() throws IOException {
    file("a.index", 40, Duration.ofHours(4));
    file("b.index", 40, Duration.ofHours(3));
    Path keep = file("c.index", 40, Duration.ofHours(5));
    file("d/d.index", 40, Duration.ofHours(1));
    file("history", 400, Duration.ofDays(400));
    CacheFolder.used(folder.resolve("a.index"));
    new CacheFolder(folder, ".index", 120).trim(keep);
    assertEquals(Set.of("a.index", "c.index", "d/d.index", "history"), left());
  }

  /** Another process writes its entry beside: the file has one name, then another. */
  @Test
  void aFileThatGoesMeanwhileIsPassedOver() throws Exception {
    Path keep = file("a.index", 1, Duration.ZERO);
    AtomicBoolean done = new AtomicBoolean();
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      Future<?> writer =
          other.submit(
              () -> {
                while (!done.get()) {
                  for (int i = 0; i < 20; i++) {
                    file(i + CacheFolder.HALF, 1, Duration.ZERO);
                  }
                  for (int i = 0; i < 20; i++) {
                    Files.deleteIfExists(folder.resolve(i + CacheFolder.HALF));
                  }
                }
                return null;
              });
      try {
        for (int i = 0; i < 300; i++) {
          file("old.index", 1, CacheFolder.UNUSED.plusHours(1));
          new CacheFolder(folder, ".index", 120).trim(keep);
          assertFalse(Files.exists(folder.resolve("old.index")), "it gave up");
        }
      } finally {
        done.set(true);
      }
      writer.get();
    }
  }

  @Test
  void whatWasNotUsedForLongGoesInAnyCase() throws IOException {
    Path keep = file("a.index", 1, Duration.ofDays(400));
    file("b.index", 1, CacheFolder.UNUSED.plusHours(1));
    file("c.index", 1, CacheFolder.UNUSED.minusHours(1));
    file("killed" + CacheFolder.HALF, 1, Duration.ofHours(13));
    file("writing" + CacheFolder.HALF, 1, Duration.ofHours(11));
    new CacheFolder(folder, ".index", 1000).trim(keep);
    assertEquals(Set.of("a.index", "c.index", "writing" + CacheFolder.HALF), left());
  }

  @Test
  void aFileThatIsOpenIsReadToItsEndAfterItWent() throws IOException {
    Path open = file("a.index", 5000, Duration.ofDays(400));
    try (InputStream in = Files.newInputStream(open)) {
      new CacheFolder(folder, ".index", 1).trim(folder.resolve("b.index"));
      assertEquals(Set.of(), left());
      assertEquals(5000, in.readAllBytes().length);
    }
  }
}
