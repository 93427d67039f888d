package bbt.samples.conformance.prove;

import bbt.reconstruct.basics.OwnFolder;
import bbt.samples.guests.SampleCache;
import bbt.samples.guests.debian.Manifest;
import bbt.samples.guests.disk.Ext4;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads back on the host, with debugfs, what the sample {@code disk} wrote. */
final class WrittenFiles {
  private final String part;
  private final String guest;
  private final Ext4 fileSystem;
  private final Path folder;

  WrittenFiles(String part, String guest, Ext4 fileSystem, Path folder) {
    this.part = part;
    this.guest = guest;
    this.fileSystem = fileSystem;
    this.folder = folder;
  }

  Check check() throws IOException {
    Path copy = SampleCache.make(folder.resolve("written"));
    fileSystem.copy("/data", copy);
    Path data = copy.resolve("data");
    List<String> wrong = new ArrayList<>();
    List<String> sums = Files.readAllLines(data.resolve("sums"));
    for (String line : sums) {
      String[] words = line.split("\\s+", 2); // SHA-256, path
      Path file = data.resolve("files").resolve(words[1]);
      if (!Files.exists(file) || !Manifest.sha256(file).equals(words[0])) {
        wrong.add(words[1]);
      }
    }
    long files;
    try (Stream<Path> all = Files.walk(data.resolve("files"))) {
      files = all.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)).count();
    }
    OwnFolder.delete(copy);
    boolean right = wrong.isEmpty() && !sums.isEmpty() && files == sums.size();
    return new Check(
        part,
        guest + ": the host reads what the guest wrote",
        right,
        right
            ? files + " files with the guest's SHA-256"
            : wrong.size()
                + " of "
                + sums.size()
                + " files differ"
                + (wrong.isEmpty() ? "" : ", the first: " + wrong.getFirst())
                + "; there are "
                + files);
  }
}
