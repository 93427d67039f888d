package bbt.samples.guests.disk;

import bbt.samples.guests.debian.DebFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;

/**
 * The files that are to be in a file system. Paths have no leading slash; folders above an entry
 * come by themselves. Everything belongs to root.
 */
public final class FileTree {
  /** An entry; modes are permission bits. */
  public sealed interface Entry {
    record Folder(int mode) implements Entry {}

    /**
     * @param content a file on the host
     */
    record Regular(int mode, Path content) implements Entry {}

    record Link(String target) implements Entry {}
  }

  private static final int FOLDER = 0755;

  private final NavigableMap<String, Entry> entries = new TreeMap<>();
  private final Path store;
  private int stored;

  /**
   * @param store a folder for the files' contents until the file system is made
   */
  public FileTree(Path store) {
    this.store = store;
  }

  /** Everything, sorted by path: a folder comes before what is in it. */
  public NavigableMap<String, Entry> entries() {
    return entries;
  }

  public FileTree folder(String path, int mode) {
    String place = place(path);
    if (!(entries.get(place) instanceof Entry.Link)) {
      entries.put(place, new Entry.Folder(mode)); // a package's folder may be a link of another's
    }
    return this;
  }

  public FileTree link(String path, String target) {
    entries.put(place(path), new Entry.Link(target));
    return this;
  }

  /** A file that lies on the host. */
  public FileTree file(String path, int mode, Path content) {
    entries.put(place(path), new Entry.Regular(mode, content));
    return this;
  }

  public FileTree file(String path, int mode, InputStream content) throws IOException {
    Path file = store.resolve(Integer.toString(stored++));
    Files.copy(content, file);
    return file(path, mode, file);
  }

  public FileTree file(String path, int mode, String content) throws IOException {
    Path file = store.resolve(Integer.toString(stored++));
    Files.write(file, content.getBytes(StandardCharsets.UTF_8));
    return file(path, mode, file);
  }

  /**
   * The files of a Debian package.
   *
   * @param wanted says of a path whether it is
   */
  public FileTree deb(Path deb, Predicate<String> wanted) throws IOException {
    DebFile.entries(
        deb,
        (entry, content) -> {
          String path = clean(entry.getName());
          if (!path.isEmpty() && wanted.test(path)) {
            add(path, entry, content);
          }
        });
    return this;
  }

  private void add(String path, TarArchiveEntry entry, InputStream content) throws IOException {
    int mode = entry.getMode() & 07777;
    if (entry.isDirectory()) {
      folder(path, mode);
    } else if (entry.isSymbolicLink()) {
      link(path, entry.getLinkName());
    } else if (entry.isLink()) {
      Entry same = entries.get(place(clean(entry.getLinkName())));
      if (same != null) {
        entries.put(place(path), same);
      }
    } else if (entry.isFile()) {
      file(path, mode, content);
    }
  }

  private static String clean(String path) {
    return path.replaceFirst("^\\.?/*", "").replaceFirst("/+$", "");
  }

  /** The path with links among its folders followed, once those folders are there. */
  private String place(String path) {
    int slash = path.lastIndexOf('/');
    if (slash < 0) {
      return path;
    }
    String parent = path.substring(0, slash);
    String found = place(parent);
    if (entries.get(found) instanceof Entry.Link link) {
      String target = link.target();
      int above = found.lastIndexOf('/');
      found =
          place(
              clean(
                  target.startsWith("/") || above < 0
                      ? target
                      : found.substring(0, above + 1) + target));
    }
    entries.putIfAbsent(found, new Entry.Folder(FOLDER));
    return found + path.substring(slash);
  }

  /** Bytes of all files, each rounded up to 4 KiB blocks. */
  public long bytes() throws IOException {
    long sum = 0;
    for (Map.Entry<String, Entry> each : entries.entrySet()) {
      sum += 4096;
      if (each.getValue() instanceof Entry.Regular regular) {
        sum += Files.size(regular.content());
      }
    }
    return sum;
  }
}
