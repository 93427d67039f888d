package bbt.samples.guests;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Finds the guests that are committed as ELF files, as resources. */
public final class EmbeddedElf {
  private EmbeddedElf() {}

  /**
   * A guest's ELF file: the resource itself where it is a file, else a copy in the cache.
   *
   * @param name of the guest: the resource's without ".elf"
   */
  public static Path file(String name) throws IOException {
    String fileName = name + ".elf";
    URL resource = EmbeddedElf.class.getResource("/bbt/samples/" + fileName);
    if (resource == null) {
      throw new IOException("the resource bbt/samples/" + fileName + " is missing; build again");
    }
    if (resource.getProtocol().equals("file")) {
      try {
        return Path.of(resource.toURI());
      } catch (URISyntaxException e) {
        throw new IOException("cannot read " + resource, e);
      }
    }
    Path folder = SampleCache.make(SampleCache.folder(name));
    Path copy = folder.resolve(fileName);
    Path fresh = Files.createTempFile(folder, name, ".elf");
    try (InputStream in = resource.openStream()) {
      Files.copy(in, fresh, StandardCopyOption.REPLACE_EXISTING);
      Files.move(fresh, copy, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (FileAlreadyExistsException e) {
      Files.deleteIfExists(fresh); // somebody else put the same bytes there
    }
    return copy;
  }
}
