package bbt.reconstruct.cli;

import bbt.reconstruct.export.OutputFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process for {@link InterruptionTest}: it writes a file, shows how far it is, says {@code
 * ready}, and goes on until a signal comes. What the signal takes away makes it fail, as any
 * command may.
 */
final class InterruptedCommand {
  private InterruptedCommand() {}

  public static void main(String[] args) throws Exception {
    Interruption.commandBegins();
    Path file = Path.of(args[0]);
    try (Progress progress = new Progress(System.err, "writing", () -> 100)) {
      OutputFile.Writing<Exception> forever =
          part -> {
            Files.writeString(part, "half");
            Thread.sleep(250); // the first line is shown after 200 ms
            progress.update(50);
            System.out.println("ready");
            System.out.flush();
            while (true) {
              Thread.sleep(5);
              progress.update(50);
              try (InputStream in = Files.newInputStream(part)) {
                in.read();
              }
            }
          };
      OutputFile.write(file, forever);
    } catch (IOException e) {
      if (!Interruption.begun()) {
        System.err.println("failed: " + e);
      }
      Thread.sleep(60_000);
    }
  }
}
