package bbt.reconstruct.basics;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process for {@link InterruptionTest}: it writes a file, shows how far it is, says {@code ready}
 * at a moment that its second argument names, and goes on until a signal comes. What the signal
 * takes away makes it fail, as any command may.
 */
final class InterruptedCommand {
  /** The file is in its place, the command goes on. */
  static final String WRITTEN = "written";

  /** The command has ended, the process has not. */
  static final String ENDED = "ended";

  /** The exit code of the process when it ends by itself. */
  static final int CODE = 7;

  private InterruptedCommand() {}

  public static void main(String[] args) throws Exception {
    Interruption.commandBegins(Throwable::toString);
    Path file = Path.of(args[0]);
    if (args.length > 1) {
      OutputFile.<IOException>stream(file, out -> out.write("whole".getBytes(US_ASCII)));
      if (args[1].equals(ENDED)) {
        Interruption.commandEnds(CODE);
      }
      System.out.println("ready");
      Thread.sleep(60_000);
      System.exit(CODE);
    }
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
