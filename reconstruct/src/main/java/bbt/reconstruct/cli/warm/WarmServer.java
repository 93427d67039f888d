package bbt.reconstruct.cli.warm;

import bbt.packets.bytes.PrintableText;
import bbt.reconstruct.basics.BuildPrint;
import bbt.reconstruct.basics.Interruption;
import bbt.reconstruct.cli.outcome.ErrorLine;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.translator.region.RegionStore;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;

/**
 * The warm process: runs the commands of clients, one at a time, and keeps the compiled code of
 * their guests. It ends when it was idle for long, when it has become too large, when it is told
 * to, and when the program on the disk is no longer the one that it runs.
 */
final class WarmServer {
  /**
   * The share of the process's memory that class files may take: what the JVM makes of them is many
   * times as large.
   */
  private static final int SHARE_OF_CLASSES = 48;

  private final MeetingPlace place;
  private final Duration idle;
  private final long memory;
  private final WarmControl.Command command;
  private final RegionStore regions;
  private final long build = BuildPrint.now();
  private final long started = System.nanoTime();

  /** Held by who runs a command. */
  private final Semaphore turn = new Semaphore(1, true);

  /** Counts who is connected, and this process until it is retired. */
  private final Phaser clients = new Phaser(1);

  private ServerSocketChannel socket;
  private volatile boolean stopped;
  private volatile boolean retired;
  private volatile long lastUsed = System.nanoTime();
  private volatile int guests;

  /** The signals from the client of the running command; null while no command runs. */
  private volatile ClientSignals current;

  private volatile String running = "";

  /**
   * @param idle it ends when nothing was asked of it for so long
   * @param memory bytes beyond which it ends after a guest, the guest's own not counted
   */
  WarmServer(MeetingPlace place, Duration idle, long memory, WarmControl.Command command)
      throws IOException {
    this.place = place;
    this.idle = idle;
    this.memory = memory;
    this.command = command;
    this.regions = new RegionStore(memory / SHARE_OF_CLASSES);
  }

  /** Serves until the end; at once if another process does. */
  void serve() throws IOException {
    try (FileChannel lock =
        FileChannel.open(place.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      if (lock.tryLock() == null) {
        return;
      }
      Files.deleteIfExists(place.socket()); // of a process that was killed
      try (ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
        socket = listening;
        listening.bind(place.address());
        Files.setPosixFilePermissions(place.socket(), PosixFilePermissions.fromString("rw-------"));
        Thread.ofPlatform().daemon().name("bbt-idle").start(this::watch);
        while (true) {
          FrameChannel wire = new FrameChannel(listening.accept());
          clients.register();
          Thread.ofPlatform().daemon().name("bbt-client").start(() -> serve(wire));
        }
      } catch (ClosedChannelException e) {
        // retired
      } finally {
        Files.deleteIfExists(place.socket());
      }
    }
    clients.arriveAndAwaitAdvance();
  }

  /** Takes no more clients; the process ends when those that are here are done. */
  private void retire(String why) {
    retired = true;
    System.err.println("bbt: the warm process ends: " + why);
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed.
    }
  }

  private void watch() {
    try {
      while (!retired) {
        long left = idle.toNanos() - (System.nanoTime() - lastUsed);
        if (left > 0) {
          Thread.sleep(Math.max(1, left / 1_000_000));
        } else if (turn.tryAcquire()) {
          turn.release();
          retire("idle");
        } else {
          lastUsed = System.nanoTime();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void serve(FrameChannel wire) {
    try (wire) {
      FrameChannel.Frame first = wire.receive();
      if (first == null) {
        return;
      }
      switch (first.kind()) {
        case FrameChannel.STATUS -> wire.send(FrameChannel.OUT, status());
        case FrameChannel.STOP -> {
          stopped = true;
          retire("told to");
          wire.send(FrameChannel.EXIT, String.valueOf(ProcessHandle.current().pid()));
          ClientSignals now = current;
          if (now != null) {
            now.interrupt();
          }
        }
        case FrameChannel.RUN -> {
          if (BuildPrint.now() != build) {
            retire("another build is there");
            wire.send(FrameChannel.OUTDATED);
          } else {
            run(wire, first.strings());
          }
        }
        default -> System.err.println("bbt: a client that is none");
      }
    } catch (IOException e) {
      System.err.println("bbt: a client is lost: " + e.getMessage());
    } finally {
      clients.arriveAndDeregister();
    }
  }

  private void run(FrameChannel wire, List<String> words) throws IOException {
    Session session = new Session(wire, Path.of(words.get(0)), words.get(1).equals("1"), regions);
    String[] arguments = words.subList(2, words.size()).toArray(String[]::new);
    ClientSignals signals = new ClientSignals(wire, session);
    wire.send(FrameChannel.READY);
    boolean free = turn.tryAcquire();
    if (!free) {
      session
          .err()
          .println(
              "bbt: the warm process runs another guest; waiting for its end (Ctrl-C: no more)");
    }
    Thread.ofPlatform().daemon().name("bbt-client-signals").start(signals);
    if (!free) {
      turn.acquireUninterruptibly();
    }
    try {
      int code = ExitCode.UNAVAILABLE;
      if (stopped) {
        session.err().println("bbt: the warm process was stopped");
      } else {
        code = run(session, signals, arguments);
      }
      try {
        wire.send(FrameChannel.EXIT, String.valueOf(code));
        wire.close();
      } finally {
        tidy(code);
      }
    } finally {
      lastUsed = System.nanoTime();
      turn.release();
    }
  }

  private int run(Session session, ClientSignals signals, String... arguments) {
    if (!signals.begin()) {
      return ExitCode.INTERRUPTED;
    }
    current = signals;
    running = String.join(" ", arguments);
    guests++;
    try {
      return command.run(session, arguments);
    } finally {
      current = null;
      running = "";
      signals.end();
    }
  }

  /** Tidies up after a guest: what it left goes, and the process too if it has become too large. */
  private void tidy(int code) throws IOException {
    if (retired) {
      return;
    }
    System.gc();
    if (code == ExitCode.INTERNAL) {
      retire("a command failed in a way that nobody has thought of");
    } else if (resident() > memory) {
      retire("it has " + megabytes(resident()) + " of memory, and may have " + megabytes(memory));
    }
  }

  /** Bytes of memory that the process has. */
  private static long resident() throws IOException {
    String[] pages = Files.readString(Path.of("/proc/self/statm")).split(" ");
    return Long.parseLong(pages[1]) * 4096;
  }

  private static String megabytes(long bytes) {
    return (bytes >> 20) + " MB";
  }

  private String status() throws IOException {
    long seconds = (System.nanoTime() - started) / 1_000_000_000;
    return String.format(
        Locale.ROOT,
        "warm process %d: for %d s, %d guests, %d regions kept (given %d times), %s of memory, %s%n",
        ProcessHandle.current().pid(),
        seconds,
        guests,
        regions.count(),
        regions.given(),
        megabytes(resident()),
        running.isEmpty() ? "idle" : "running " + PrintableText.of(running));
  }

  /** Receives what a client sends while its command waits or runs. */
  private static final class ClientSignals implements Runnable {
    private final FrameChannel wire;
    private final Session session;
    private Thread interruption;
    private boolean begun;
    private boolean ended;
    private boolean cancelled;

    ClientSignals(FrameChannel wire, Session session) {
      this.wire = wire;
      this.session = session;
    }

    /** The command begins, unless nobody wants it any more. */
    synchronized boolean begin() {
      if (!cancelled) {
        begun = true;
        Interruption.anotherCommandBegins(e -> ErrorLine.of(e).text());
      }
      return begun;
    }

    /** The command has ended: a signal no longer concerns it. */
    void end() {
      Thread last;
      synchronized (this) {
        ended = true;
        last = interruption;
      }
      try {
        if (last != null) {
          last.join();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      Interruption.noCommand();
    }

    @Override
    public void run() {
      for (FrameChannel.Frame frame = wire.receive(); frame != null; frame = wire.receive()) {
        switch (frame.kind()) {
          case FrameChannel.INPUT -> session.received(frame.data());
          case FrameChannel.WRITTEN -> session.wrote(frame.text());
          case FrameChannel.INTERRUPT -> interrupt();
          default -> {
            // A client that is none: it hears no more of us than it asked for.
          }
        }
      }
      session.lost();
      interrupt();
    }

    private synchronized void interrupt() {
      if (!begun && !cancelled) {
        cancelled = true;
        session.err().println("bbt: interrupted");
        try {
          wire.send(FrameChannel.EXIT, String.valueOf(ExitCode.INTERRUPTED));
        } catch (IOException e) {
          // It is gone.
        }
      } else if (begun && !ended && interruption == null) {
        // In a thread of its own: what is put in order waits for answers that this one receives.
        interruption =
            Thread.ofPlatform()
                .daemon()
                .name("bbt-interruption")
                .start(() -> session.err().println(Interruption.interrupt()));
      }
    }
  }
}
