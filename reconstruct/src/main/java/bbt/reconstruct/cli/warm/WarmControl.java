package bbt.reconstruct.cli.warm;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Starts, stops and asks the warm process. */
public final class WarmControl {
  private static final int STOP_SECONDS = 30;

  private WarmControl() {}

  /**
   * Starts the process unless there is one.
   *
   * @param options of {@code bbt warm start}
   * @return what the process says of itself
   */
  public static String start(List<String> options) throws IOException {
    MeetingPlace place = MeetingPlace.find();
    FrameChannel wire = place.connect();
    return status(wire != null ? wire : WarmStart.start(place, options), place);
  }

  /** Asks the process for its state. */
  public static String status() throws IOException {
    MeetingPlace place = MeetingPlace.find();
    return status(connect(place), place);
  }

  private static String status(FrameChannel wire, MeetingPlace place) throws IOException {
    try (wire) {
      wire.send(FrameChannel.STATUS);
      FrameChannel.Frame answer = wire.receive();
      if (answer == null) {
        throw none(place);
      }
      return answer.text();
    }
  }

  /** Ends the process, and the guest that it runs as a signal would; returns when it has ended. */
  public static void stop() throws IOException {
    MeetingPlace place = MeetingPlace.find();
    try (FrameChannel wire = connect(place)) {
      wire.send(FrameChannel.STOP);
      FrameChannel.Frame answer = wire.receive();
      if (answer == null) {
        throw none(place);
      }
      ProcessHandle process = ProcessHandle.of(Long.parseLong(answer.text())).orElse(null);
      if (process != null) {
        process.onExit().get(STOP_SECONDS, TimeUnit.SECONDS);
      }
    } catch (TimeoutException | ExecutionException e) {
      throw new UserException(
          Fault.UNAVAILABLE, "the warm process does not end; its log is " + place.log(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static FrameChannel connect(MeetingPlace place) throws IOException {
    FrameChannel wire = place.connect();
    if (wire == null) {
      throw none(place);
    }
    return wire;
  }

  private static UserException none(MeetingPlace place) {
    return new UserException(
        Fault.UNAVAILABLE,
        "no warm process runs for " + place.home() + "; bbt warm start makes one");
  }

  /**
   * Serves as the warm process; returns at its end, or at once if there is one.
   *
   * @param idle it ends when nothing was asked of it for so long
   * @param memory bytes that it may have after a guest
   * @param command runs a command line
   */
  public static void serve(Duration idle, long memory, Command command) throws IOException {
    new WarmServer(MeetingPlace.find(), idle, memory, command).serve();
  }

  /** Runs a command line for a caller; returns its exit code. */
  @FunctionalInterface
  public interface Command {
    int run(Caller caller, String... arguments);
  }
}
