package bbt.samples;

import bbt.translator.boot.GuestSample;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Consumer;

/** The embedded default guest: our own small kernel, source in {@code samples/src/guest/mini}. */
public final class MiniSample implements GuestSample {
  /** The committed ELF file, as a resource. */
  static final String RESOURCE = "mini.elf";

  @Override
  public String name() {
    return "mini";
  }

  @Override
  public String description() {
    return "own small kernel with preempted user processes: offline, in seconds (the default)";
  }

  @Override
  public Prepared prepare(Consumer<String> progress) throws IOException {
    return new Prepared(kernel(), null, "");
  }

  /** The ELF file: the resource itself where it is a file, else a copy in the cache. */
  public static Path kernel() throws IOException {
    URL resource = MiniSample.class.getResource(RESOURCE);
    if (resource == null) {
      throw new IOException("the resource bbt/samples/" + RESOURCE + " is missing; build again");
    }
    if (resource.getProtocol().equals("file")) {
      try {
        return Path.of(resource.toURI());
      } catch (URISyntaxException e) {
        throw new IOException("cannot read " + resource, e);
      }
    }
    Path folder = SampleCache.make(SampleCache.folder("mini"));
    Path copy = folder.resolve(RESOURCE);
    Path fresh = Files.createTempFile(folder, "mini", ".elf");
    try (InputStream in = resource.openStream()) {
      Files.copy(in, fresh, StandardCopyOption.REPLACE_EXISTING);
      Files.move(fresh, copy, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (FileAlreadyExistsException e) {
      Files.deleteIfExists(fresh); // somebody else put the same bytes there
    }
    return copy;
  }
}
