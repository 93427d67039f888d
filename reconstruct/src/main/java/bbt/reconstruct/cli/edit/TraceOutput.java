package bbt.reconstruct.cli.edit;

import bbt.packets.TraceReader;
import bbt.packets.bytes.TraceFormatException;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.basics.OutputFile;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.options.TraceFiles;
import bbt.reconstruct.edit.EditException;
import bbt.reconstruct.edit.TraceMaker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Opens and writes traces for the commands that make a trace out of traces. */
final class TraceOutput {
  private TraceOutput() {}

  /**
   * Writes a trace as a file that is there whole or not at all.
   *
   * @throws UserException if it would take the place of a trace that is read, or one of them is no
   *     trace, or nothing can be made of them
   */
  static void write(List<Path> from, Path to, OutputFile.Writing<IOException> writing)
      throws IOException {
    for (Path each : from) {
      // Says what is no trace before anything is written.
      TraceFiles.reading(
          each,
          () -> {
            TraceReader.open(each).close();
            return each;
          });
      if (Files.exists(to) && Files.isSameFile(each, to)) {
        throw new UserException(Fault.USAGE, to + ": is a trace to be read; name another output");
      }
    }
    TraceFiles.reading(
        from.getFirst(),
        () -> {
          OutputFile.<IOException>write(
              to,
              file -> {
                try {
                  writing.to(file);
                } catch (EditException e) {
                  throw new UserException(Fault.BAD_DATA, e.getMessage(), e);
                } catch (TraceFormatException e) {
                  throw new UserException(
                      Fault.BAD_DATA, from.getFirst() + ": " + e.getMessage(), e);
                }
              });
          return to;
        });
  }

  /** Says in a line what was written. */
  static String told(Path to, TraceMaker.Result result) {
    String hashes =
        result.hashes()
            ? "; verify hashes as they were"
            : result.hashesDropped() ? "; without verify hashes, as not all traces have them" : "";
    return to
        + ": "
        + NumberText.grouped(result.written())
        + " of "
        + NumberText.grouped(result.retired())
        + " instructions, "
        + NumberText.grouped(result.bytes())
        + " bytes"
        + hashes;
  }
}
