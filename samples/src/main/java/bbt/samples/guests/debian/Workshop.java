package bbt.samples.guests.debian;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.samples.guests.SampleCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The tools of a {@link Recipe}: it fetches packages and fills the sample's folder. */
public final class Workshop {
  private final String suite;
  private final String architecture;
  private final Path work;
  private final Consumer<String> progress;
  private final List<Manifest.Source> sources = new ArrayList<>();

  /** Null until a package is asked for: a recipe may do without. */
  private AptArchive archive;

  Workshop(String suite, String architecture, Path work, Consumer<String> progress) {
    this.suite = suite;
    this.architecture = architecture;
    this.work = work;
    this.progress = progress;
    SampleCache.make(files());
  }

  /** The folder that becomes the sample. */
  public Path files() {
    return work.resolve("files");
  }

  /** A folder for what is thrown away afterwards. */
  public Path scratch() {
    return SampleCache.make(work.resolve("scratch"));
  }

  /** Says what is being done. */
  public void progress(String line) {
    progress.accept(line);
  }

  private AptArchive archive() throws IOException {
    if (archive == null) {
      archive = AptArchive.forGuests(suite, architecture, work.resolve("apt"), progress);
      archive.open();
    }
    return archive;
  }

  /** Fetches a package without what it depends on. */
  public Path deb(String name) throws IOException {
    AptArchive.Package found = archive().find(name);
    sources.add(new Manifest.Source(name, found.version(), found.bytes(), found.sha256()));
    return archive().download(found);
  }

  /** Fetches packages with everything that they depend on, sorted by name. */
  public List<Path> debsWithDependencies(List<String> names) throws IOException {
    List<Path> files = archive().downloadWithDependencies(names);
    for (Path file : files) {
      sources.add(Manifest.Source.of(file));
    }
    return files;
  }

  /**
   * Takes one file out of a package.
   *
   * @param path in the package
   * @param name in {@link #files}
   */
  public void take(Path deb, String path, String name) throws IOException {
    boolean[] found = {false};
    DebFile.visit(
        deb,
        (each, content) -> {
          if (each.equals(path)) {
            Files.copy(content, files().resolve(name));
            found[0] = true;
          }
        });
    if (!found[0]) {
      throw new UserException(
          Fault.UNAVAILABLE, deb.getFileName() + " of Debian " + suite + " has no " + path);
    }
  }

  List<Manifest.Source> sources() {
    return List.copyOf(sources);
  }

  boolean verified() {
    return archive == null || archive.verified();
  }
}
