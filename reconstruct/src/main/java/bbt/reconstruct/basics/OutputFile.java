package bbt.reconstruct.basics;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/**
 * A file that is there whole or not at all: it is written under a temporary name beside its own,
 * which is gone however the process ends. A link is followed. A device or a pipe ({@code
 * /dev/stdout}) is written to directly, as nothing may take its place.
 */
public final class OutputFile implements AutoCloseable {
  private final Path asked;
  private final Path target;
  private final Path unfinished;

  /** Whether it is no file that another can take the place of. */
  private final boolean direct;

  private final Interruption.Registration registration;

  /** Whether the file is in its place, or will never be. */
  private boolean settled;

  private OutputFile(Path asked) {
    this.asked = asked;
    this.target = target(asked);
    this.direct = Files.exists(target) && !Files.isRegularFile(target);
    this.unfinished = direct ? target : target.resolveSibling(target.getFileName() + ".part");
    this.registration = Interruption.during(this::abandon);
    Interruption.planned(asked);
  }

  /** Where a link leads, so that the file it names is replaced and not the link. */
  private static Path target(Path asked) {
    try {
      return Files.isSymbolicLink(asked) ? asked.toRealPath() : asked.toAbsolutePath();
    } catch (IOException e) {
      return asked.toAbsolutePath(); // a link to nothing
    }
  }

  /**
   * Writes to a path.
   *
   * @param <X> what else may go wrong
   */
  @FunctionalInterface
  public interface Writing<X extends Exception> {
    void to(Path file) throws IOException, X;
  }

  /**
   * Writes to a stream.
   *
   * @param <X> what else may go wrong
   */
  @FunctionalInterface
  public interface Streaming<X extends Exception> {
    void to(OutputStream out) throws IOException, X;
  }

  /**
   * Writes a file by name.
   *
   * @throws UserException if nothing can be created there; it names the file as the caller does
   */
  public static <X extends Exception> void write(Path file, Writing<X> writing)
      throws IOException, X {
    try (OutputFile output = new OutputFile(file)) {
      output.claim();
      try {
        writing.to(output.unfinished);
      } catch (FileSystemException e) {
        throw e; // names a file
      } catch (IOException e) {
        throw new FileSystemException(file.toString(), null, e.getMessage());
      }
      output.publish();
    }
  }

  /** Writes a file as a stream. */
  public static <X extends Exception> void stream(Path file, Streaming<X> streaming)
      throws IOException, X {
    Writing<X> writing =
        unfinished -> {
          try (OutputStream out =
              new BufferedOutputStream(Files.newOutputStream(unfinished), 1 << 16)) {
            streaming.to(out);
          }
        };
    write(file, writing);
  }

  /** Creates the temporary file, with a failure that names the file which was asked for. */
  private void claim() throws IOException {
    if (direct) {
      return;
    }
    try {
      Files.newOutputStream(unfinished).close();
      Files.delete(unfinished);
    } catch (FileSystemException e) {
      String reason = e.getReason() == null ? "cannot be created" : e.getReason();
      if (reason.toLowerCase(Locale.ROOT).contains("no space left")) {
        throw e;
      }
      Path folder = target.getParent();
      String wrong =
          switch (e) {
            case NoSuchFileException none when Files.isDirectory(folder) ->
                "no file can be created in " + folder;
            case NoSuchFileException none -> "no such directory";
            case AccessDeniedException denied -> "permission denied";
            default -> reason;
          };
      throw new UserException(Fault.CANNOT_CREATE, "cannot write " + asked + ": " + wrong, e);
    }
  }

  private synchronized void publish() throws IOException {
    if (settled) {
      throw new IOException("interrupted");
    }
    Interruption.publish(
        asked,
        () -> {
          if (!direct) {
            Files.move(unfinished, target, StandardCopyOption.REPLACE_EXISTING);
          }
        });
    settled = true;
  }

  /** A signal ends the process. */
  private synchronized String abandon() {
    if (!settled) {
      settled = true;
      delete();
    }
    return "";
  }

  private void delete() {
    if (direct) {
      return;
    }
    try {
      Files.deleteIfExists(unfinished);
    } catch (IOException e) {
      // Its name says that it is unfinished.
    }
  }

  @Override
  public void close() {
    registration.close();
    if (!Interruption.begun()) {
      Interruption.settled(asked);
    }
    delete();
  }
}
