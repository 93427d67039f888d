package bbt.samples.guests.debian;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/** Reads the files in a Debian package. */
public final class DebFile {
  private DebFile() {}

  /** Sees the files of a package, in archive order. */
  public interface Visitor {
    /**
     * @param path without the leading {@code ./}
     * @param content the bytes; need not be read
     */
    void file(String path, InputStream content) throws IOException;
  }

  /** Sees every entry of a package's archive: files, folders, links. */
  public interface EntryVisitor {
    /**
     * @param content the bytes of a file; need not be read
     */
    void entry(TarArchiveEntry entry, InputStream content) throws IOException;
  }

  /**
   * Streams a package's files past a visitor; {@code dpkg-deb} unpacks, whatever the compression.
   */
  public static void visit(Path deb, Visitor visitor) throws IOException {
    entries(
        deb,
        (entry, content) -> {
          if (entry.isFile()) {
            visitor.file(entry.getName().replaceFirst("^\\./", ""), content);
          }
        });
  }

  /** Streams all entries of a package past a visitor. */
  public static void entries(Path deb, EntryVisitor visitor) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(new ArrayList<>(List.of("dpkg-deb", "--fsys-tarfile", deb.toString())));
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    Process process = Command.start(builder, "dpkg-deb");
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16))) {
      TarArchiveEntry entry;
      while ((entry = tar.getNextEntry()) != null) {
        visitor.entry(entry, tar);
      }
      tar.transferTo(java.io.OutputStream.nullOutputStream());
    } finally {
      process.getInputStream().close();
    }
    int code = Command.await(process);
    if (code != 0) {
      throw new IOException(deb + ": dpkg-deb cannot unpack it (code " + code + ")");
    }
  }
}
