package bbt.reconstruct.cli.warm;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts the warm process, with the Java and the class path of this one. */
final class WarmStart {
  /** Waits so long for it, in steps. */
  private static final int TRIES = 1500;

  private static final int STEP_MILLIS = 20;

  private WarmStart() {}

  /**
   * Starts the process, or finds that another has been started meanwhile.
   *
   * @param options of {@code bbt warm start}
   * @return a connection to it
   */
  static FrameChannel start(MeetingPlace place, List<String> options) throws IOException {
    Process process =
        new ProcessBuilder(command(place, options))
            .directory(new File("/"))
            .redirectInput(new File("/dev/null"))
            .redirectOutput(place.log().toFile())
            .redirectErrorStream(true)
            .start();
    for (int i = 0; i < TRIES; i++) {
      FrameChannel wire = place.connect();
      if (wire != null) {
        return wire;
      }
      if (!process.isAlive() && process.exitValue() != 0) {
        break;
      }
      pause();
    }
    process.destroy();
    String[] log = Files.readString(place.log()).strip().split("\n");
    throw new UserException(
        Fault.UNAVAILABLE,
        "the warm process did not start: " + log[log.length - 1] + " (" + place.log() + ")");
  }

  private static List<String> command(MeetingPlace place, List<String> options) {
    List<String> command = new ArrayList<>();
    Path setsid = Path.of("/usr/bin/setsid");
    if (Files.isExecutable(setsid)) {
      command.add(setsid.toString()); // the terminal's Ctrl-C is not for it
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + place.home().resolve("jvm.flags"));
    command.add("@" + place.home().resolve("warm.flags"));
    String heap = System.getenv("BBT_HEAP");
    if (heap != null && !heap.isEmpty()) {
      command.add("-Xmx" + heap);
    }
    command.add("-Dbbt.home=" + place.home());
    command.addAll(List.of("-cp", classPath()));
    command.addAll(List.of("bbt.reconstruct.cli.Main", "warm", "serve"));
    command.addAll(options);
    return command;
  }

  /** The class path of this process; the other one is elsewhere. */
  private static String classPath() {
    List<String> path = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (!entry.isEmpty()) {
        path.add(Path.of(entry).toAbsolutePath().toString());
      }
    }
    return String.join(File.pathSeparator, path);
  }

  static void pause() {
    try {
      Thread.sleep(STEP_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
