package bbt.reconstruct.cli.warm;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.outcome.ExitCode;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The process that the user started for {@code bbt boot --warm}: hands streams, terminal and
 * signals on to the warm process, and ends with the command's exit code. Few classes: its start is
 * part of each run.
 */
public final class WarmClient {
  /** The variable that asks for the warm process as {@code --warm} does, if it is {@code 1}. */
  private static final String VARIABLE = "BBT_WARM";

  /** The time that the command has to end in order after a signal. */
  private static final int FINISH_SECONDS = 20;

  /** A process that ends just now may be met, and the one after it. */
  private static final int TRIES = 5;

  private static final int BLOCK = 1 << 16;

  private final Terminal terminal;
  private final InputStream in = new FileInputStream(FileDescriptor.in);
  private final OutputStream out = new FileOutputStream(FileDescriptor.out);
  private final OutputStream err = new FileOutputStream(FileDescriptor.err);
  private final Semaphore wanted = new Semaphore(0);
  private final CountDownLatch over = new CountDownLatch(1);

  /** The reason why standard output cannot be written; null while it can. */
  private String failure;

  /** A signal ends this process; guarded by this. */
  private boolean interrupted;

  /** The command's end ends this process; guarded by this. */
  private boolean ended;

  private WarmClient() {
    terminal = "false".equals(System.getProperty("bbt.terminal")) ? null : Terminal.open();
  }

  /** Runs a command line in the warm process. */
  public static void main(String[] arguments) {
    Runtime.getRuntime().halt(run(arguments));
  }

  /**
   * Whether a command line asks for the warm process, or its environment does.
   *
   * @param arguments what follows {@code bbt}
   */
  public static boolean isWanted(String... arguments) {
    List<String> all = Arrays.asList(arguments);
    String command = all.stream().filter(a -> !a.startsWith("-")).findFirst().orElse("");
    if (!command.equals("boot")) {
      return false;
    }
    int with = all.lastIndexOf("--warm");
    int without = all.lastIndexOf("--no-warm");
    return with == without ? "1".equals(System.getenv(VARIABLE)) : with > without;
  }

  /** Runs a command line in the warm process, which is started if there is none. */
  public static int run(String... arguments) {
    try {
      MeetingPlace place = MeetingPlace.find();
      return new WarmClient().run(place, arguments);
    } catch (UserException e) {
      System.err.println("bbt: " + e.getMessage());
      return ExitCode.of(e.fault());
    } catch (IOException e) {
      System.err.println("bbt: the warm process cannot be reached: " + e.getMessage());
      return ExitCode.UNAVAILABLE;
    }
  }

  private int run(MeetingPlace place, String... arguments) throws IOException {
    FrameChannel wire = begin(place, arguments);
    Thread hook = new Thread(() -> interrupt(wire), "bbt-signal");
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      interrupt(wire); // a signal was faster
    }
    Thread.ofPlatform().daemon().name("console-input").start(() -> readInput(wire));
    int code = -1;
    for (FrameChannel.Frame frame = wire.receive(); code < 0 && frame != null; ) {
      code = handle(wire, frame);
      if (code < 0) {
        frame = wire.receive();
      }
    }
    restore();
    if (code < 0) {
      err.write(
          ("bbt: the warm process ended before the command did; its log is " + place.log() + "\n")
              .getBytes());
      code = ExitCode.UNAVAILABLE;
    }
    return end(code);
  }

  /** Sends the command, to a process of this build. */
  private FrameChannel begin(MeetingPlace place, String... arguments) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of("").toAbsolutePath().toString());
    words.add(terminal == null ? "0" : "1");
    words.addAll(List.of(arguments));
    for (int i = 0; i < TRIES; i++) {
      FrameChannel wire = place.connect();
      if (wire == null) {
        wire = WarmStart.start(place, List.of());
        System.err.println("bbt: the warm process was started; ./bbt warm stop ends it");
      }
      try {
        wire.send(FrameChannel.RUN, words);
        FrameChannel.Frame answer = wire.receive();
        if (answer != null && answer.kind() == FrameChannel.READY) {
          return wire;
        }
        if (answer != null && answer.kind() == FrameChannel.OUTDATED) {
          System.err.println("bbt: the warm process was of another build: it ends");
        }
      } catch (IOException e) {
        // It has ended meanwhile.
      }
      wire.close();
      WarmStart.pause();
    }
    throw new UserException(
        Fault.UNAVAILABLE, "the warm process does not answer; its log is " + place.log());
  }

  /** The exit code, or -1 while there is none. */
  private int handle(FrameChannel wire, FrameChannel.Frame frame) throws IOException {
    switch (frame.kind()) {
      case FrameChannel.OUT -> write(frame.data());
      case FrameChannel.ERR -> err.write(frame.data());
      case FrameChannel.WANT -> wanted.release();
      case FrameChannel.FLUSH -> wire.send(FrameChannel.WRITTEN, failure == null ? "" : failure);
      case FrameChannel.RAW -> {
        if (terminal != null) {
          terminal.raw();
        }
      }
      case FrameChannel.COOKED -> restore();
      case FrameChannel.EXIT -> {
        return Integer.parseInt(frame.text());
      }
      default -> throw new IOException("it speaks another language");
    }
    return -1;
  }

  private void write(byte[] bytes) {
    if (failure == null) {
      try {
        out.write(bytes);
      } catch (IOException e) {
        failure = String.valueOf(e.getMessage());
      }
    }
  }

  private void restore() {
    if (terminal != null) {
      terminal.close();
    }
  }

  /** Reads what the command asks for, no more. */
  private void readInput(FrameChannel wire) {
    byte[] block = new byte[BLOCK];
    try {
      while (true) {
        wanted.acquire();
        int n;
        try {
          n = in.read(block);
        } catch (IOException e) {
          n = -1; // the terminal or pipe is gone: the same as its end
        }
        wire.send(FrameChannel.INPUT, block, 0, Math.max(n, 0));
      }
    } catch (IOException | InterruptedException e) {
      // The command has ended.
    }
  }

  /** A signal ends this process: the command ends in order first. */
  private void interrupt(FrameChannel wire) {
    synchronized (this) {
      if (ended) {
        return;
      }
      interrupted = true;
    }
    try {
      wire.send(FrameChannel.INTERRUPT);
      over.await(FINISH_SECONDS, TimeUnit.SECONDS);
    } catch (IOException e) {
      // The command has ended.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    restore();
  }

  /** The command has ended: so does this process, unless a signal was first. */
  private int end(int code) {
    synchronized (this) {
      ended = !interrupted;
    }
    over.countDown();
    while (!ended) {
      WarmStart.pause(); // the signal's exit code is the JVM's
    }
    return code;
  }
}
