package bbt.reconstruct.cli.outcome;

import bbt.packets.bytes.PrintableText;
import bbt.packets.bytes.TraceFormatException;
import bbt.ptg.image.ImageException;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cost.CostModelException;
import bbt.reconstruct.memory.MemoryConfigException;
import bbt.reconstruct.names.WrongBinaryException;
import bbt.reconstruct.select.SelectionException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;

/**
 * The failure of a command as the user sees it: one line and an exit code. The only place that maps
 * exception types to exit codes.
 *
 * @param text without the {@code bbt: } in front
 */
public record ErrorLine(int exitCode, String text) {
  /** Makes the line printable: what it quotes may be hostile. */
  public ErrorLine {
    text = PrintableText.of(text);
  }

  public static ErrorLine of(Throwable failure) {
    return switch (failure) {
      case UserException e -> new ErrorLine(ExitCode.of(e.fault()), oneLine(e.getMessage()));
      case StandardOutput.Failure e ->
          e.closed()
              ? new ErrorLine(ExitCode.OUTPUT_CLOSED, "standard output was closed by its reader")
              : ofIo("standard output: ", e.getCause());
      case NoSuchFileException e ->
          new ErrorLine(ExitCode.NO_INPUT, e.getFile() + ": no such file; check the path");
      case AccessDeniedException e ->
          new ErrorLine(
              ExitCode.NO_INPUT, e.getFile() + ": permission denied; check its access rights");
      case NotDirectoryException e ->
          new ErrorLine(ExitCode.NO_INPUT, e.getFile() + ": not a directory; check the path");
      case FileAlreadyExistsException e ->
          new ErrorLine(
              ExitCode.CANNOT_CREATE, e.getFile() + ": exists already; choose another name");
      case TraceFormatException e -> new ErrorLine(ExitCode.BAD_DATA, oneLine(e.getMessage()));
      case CostModelException e -> new ErrorLine(ExitCode.BAD_DATA, oneLine(e.getMessage()));
      case MemoryConfigException e -> new ErrorLine(ExitCode.BAD_DATA, oneLine(e.getMessage()));
      case SelectionException e -> new ErrorLine(ExitCode.USAGE, oneLine(e.getMessage()));
      case WrongBinaryException e -> new ErrorLine(ExitCode.BAD_DATA, oneLine(e.getMessage()));
      case ImageException e -> new ErrorLine(ExitCode.BAD_DATA, oneLine(e.getMessage()));
      case IOException e -> ofIo(e);
      case java.io.UncheckedIOException e -> of(e.getCause());
      case OutOfMemoryError e -> new ErrorLine(ExitCode.UNAVAILABLE, Heap.exhausted(e));
      case UnsatisfiedLinkError e ->
          new ErrorLine(
              ExitCode.UNAVAILABLE,
              "a library of this system is missing: "
                  + oneLine(e.getMessage())
                  + "; install it (Debian: apt install libstdc++6)");
      default ->
          new ErrorLine(
              ExitCode.INTERNAL,
              "internal error: "
                  + oneLine(failure.toString())
                  + "; run again with --debug and report it");
    };
  }

  private static ErrorLine ofIo(IOException e) {
    return ofIo(
        e instanceof FileSystemException f && f.getFile() != null ? f.getFile() + ": " : "", e);
  }

  private static ErrorLine ofIo(String where, IOException e) {
    String reason =
        oneLine(
            e instanceof FileSystemException f && f.getReason() != null
                ? f.getReason()
                : e.getMessage());
    String lower = reason.toLowerCase(Locale.ROOT);
    if (lower.contains("no space left") || lower.contains("quota")) {
      return new ErrorLine(
          ExitCode.IO_ERROR, where + "the disk is full; free some space and run again");
    }
    if (lower.contains("is a directory")) {
      return new ErrorLine(ExitCode.NO_INPUT, where + "is a directory; name a file");
    }
    return new ErrorLine(ExitCode.IO_ERROR, where + "input/output error: " + reason);
  }

  private static String oneLine(String message) {
    return message == null ? "no details" : message.strip().replaceAll("\\s*[\\r\\n]+\\s*", "; ");
  }
}
