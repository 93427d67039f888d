package bbt.reconstruct.basics;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Function;

/**
 * Ends the process in order when a signal (Ctrl-C, SIGTERM, SIGHUP) ends the process: work that is
 * open puts itself in order, latest first, then one line on standard error says that the process
 * was interrupted, and what is left of the work.
 *
 * <p>The exit code is the JVM's, 128 and the signal's number. A shutdown hook does it, so that
 * nothing depends on who handles which signal. A signal that comes when the command has ended
 * changes nothing: the exit code is the command's, and no line is printed.
 */
public final class Interruption {
  /** The open work and the files of the command that this process runs now. */
  private static volatile Interruption current = new Interruption();

  static {
    Runtime.getRuntime().addShutdownHook(new Hook());
  }

  /** The shutdown hook: it knows which thread ends the process, since that one starts it. */
  private static final class Hook extends Thread {
    private Thread starter;

    Hook() {
      super("bbt-interruption");
    }

    @Override
    public void start() {
      starter = Thread.currentThread();
      super.start();
    }

    @Override
    public void run() {
      current.hook(starter);
    }
  }

  /** Open work, the latest first. */
  private final Deque<Registration> open = new ArrayDeque<>();

  /** Files that are to be written and are not. */
  private final Set<Path> outputs = new LinkedHashSet<>();

  /** Planned files that are in their place. */
  private final Set<Path> written = new LinkedHashSet<>();

  private boolean commandRuns;

  /** Says in one line what went wrong. */
  private volatile Function<Throwable, String> wording = Throwable::toString;

  private volatile boolean begun;

  /** The line about the files is made: nothing may make it untrue any more. */
  private volatile boolean told;

  /** Held while a line is written that {@link #lines} was given. */
  private final Object saying = new Object();

  /** The thread that calls {@link System#exit} when the command has ended, and with which code. */
  private Thread leaving;

  private int exitCode;

  Interruption() {}

  /** Work that a signal may cut off. */
  @FunctionalInterface
  public interface Work {
    /**
     * Leaves nothing broken behind. Called at most once, in the thread that ends the process, while
     * the thread that works goes on; what it throws is not shown.
     *
     * @return what was kept or is missing, for the user, such as {@code a.bbt is cut}; or the empty
     *     string
     */
    String abandon() throws Exception;
  }

  /** Work as long as it is open. */
  public static final class Registration implements AutoCloseable {
    private final Interruption owner;
    private final Work work;

    private Registration(Interruption owner, Work work) {
      this.owner = owner;
      this.work = work;
    }

    /** The work is done, or has failed: a signal no longer concerns it. */
    @Override
    public void close() {
      synchronized (owner.open) {
        owner.open.remove(this);
      }
    }
  }

  /** Puts a file in its place, in one step. */
  @FunctionalInterface
  public interface Placing {
    void place() throws IOException;
  }

  /**
   * Opens work in this process; to be closed when it is done.
   *
   * @throws CancellationException when the process is ending already; the work was abandoned
   */
  public static Registration during(Work work) {
    return current.open(work);
  }

  /**
   * The command is to write this file: until it is {@link #settled}, an interruption says that it
   * is not there.
   *
   * @param output the file as the user named it, or null if none is to be written
   */
  public static void planned(Path output) {
    if (output != null) {
      current.plan(output);
    }
  }

  /**
   * Puts a file in its place, unless the user has been told that it is not written.
   *
   * @throws IOException also when the process is ending
   */
  public static void publish(Path output, Placing placing) throws IOException {
    current.put(output, placing);
  }

  /** The file's writing is over; if it has failed, the user is told so. */
  public static void settled(Path output) {
    Interruption now = current;
    synchronized (now.open) {
      now.outputs.remove(output);
    }
  }

  /** Whether a signal is ending the process: errors that follow from that are no news. */
  public static boolean begun() {
    return current.begun;
  }

  /**
   * A command begins in this process; until it has ended, the process can be interrupted.
   *
   * @param wording says in one line what went wrong
   */
  public static void commandBegins(Function<Throwable, String> wording) {
    current.begin(wording);
  }

  /**
   * A command begins that is not the only one of its process: what was interrupted before does not
   * concern it.
   */
  public static void anotherCommandBegins(Function<Throwable, String> wording) {
    Interruption fresh = new Interruption();
    fresh.begin(wording);
    current = fresh;
  }

  /** A command that is not the only one of its process has ended. */
  public static void noCommand() {
    current = new Interruption();
  }

  /**
   * Ends the command as a signal would, but not the process; does nothing where none runs.
   *
   * @return the line for the user
   */
  public static String interrupt() {
    Interruption now = current;
    synchronized (now.open) {
      now.begun = now.commandRuns;
    }
    return now.begun ? now.abandonAll() : "";
  }

  /**
   * A command's lines for the user. None comes after the line that says how far it was when it was
   * interrupted.
   *
   * @param to standard error
   */
  public static PrintWriter lines(PrintStream to) {
    OutputStream whole =
        new ByteArrayOutputStream() {
          @Override
          public void flush() {
            current.say(this, to);
          }
        };
    return new PrintWriter(whole, true, StandardCharsets.UTF_8);
  }

  private void say(ByteArrayOutputStream text, PrintStream to) {
    synchronized (saying) {
      if (!told) {
        to.writeBytes(text.toByteArray());
        to.flush();
      }
      text.reset();
    }
  }

  private void begin(Function<Throwable, String> how) {
    synchronized (open) {
      wording = how;
      commandRuns = true;
    }
  }

  /**
   * The command has ended by itself, and this thread calls {@link System#exit}: should a signal be
   * first, the exit code is still this one.
   */
  public static void commandEnds(int code) {
    Interruption now = current;
    synchronized (now.open) {
      now.commandRuns = false;
      now.leaving = Thread.currentThread();
      now.exitCode = code;
    }
  }

  Registration open(Work work) {
    Registration made = new Registration(this, work);
    synchronized (open) {
      if (!told) {
        open.push(made);
        return made;
      }
    }
    CancellationException interrupted = new CancellationException("interrupted");
    try {
      work.abandon();
    } catch (Exception e) {
      interrupted.addSuppressed(e);
    }
    throw interrupted;
  }

  void put(Path output, Placing placing) throws IOException {
    synchronized (open) {
      if (told) {
        throw new IOException("interrupted");
      }
      placing.place();
      outputs.remove(output);
      written.add(output);
    }
  }

  void plan(Path output) {
    synchronized (open) {
      outputs.add(output);
    }
  }

  /**
   * Runs while the process ends.
   *
   * @param starter the thread that ends it
   */
  private void hook(Thread starter) {
    boolean cutOff;
    boolean tooLate;
    synchronized (open) {
      cutOff = commandRuns;
      begun = cutOff;
      tooLate = leaving != null && starter != leaving;
    }
    if (cutOff) {
      Progress.endLine();
    }
    String line = abandonAll();
    if (cutOff) {
      PrintStream err = System.err;
      err.println(line);
      err.flush();
    }
    if (tooLate) {
      Runtime.getRuntime().halt(exitCode);
    }
  }

  /** Has all open work put in order; the line that tells the user. */
  String abandonAll() {
    StringBuilder line = new StringBuilder("bbt: interrupted");
    for (List<Registration> all = takeOpen(); !all.isEmpty(); all = takeOpen()) {
      for (Registration each : all) {
        try {
          String left = each.work.abandon();
          line.append(left.isEmpty() ? "" : "; " + left);
        } catch (Exception e) {
          line.append("; ").append(wording.apply(e));
        }
      }
    }
    synchronized (open) {
      for (Path output : written) {
        line.append("; ").append(output).append(" is written");
      }
      for (Path output : outputs) {
        line.append("; ").append(output);
        line.append(Files.exists(output) ? " is left as it was" : " is not written");
      }
    }
    synchronized (saying) {
      return line.toString(); // what is being said comes before it
    }
  }

  /** The work that is open, no longer so; where there is none, none can be opened any more. */
  private List<Registration> takeOpen() {
    synchronized (open) {
      List<Registration> all = new ArrayList<>(open);
      open.clear();
      told = all.isEmpty();
      return all;
    }
  }
}
