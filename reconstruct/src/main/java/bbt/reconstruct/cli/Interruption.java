package bbt.reconstruct.cli;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What happens when a signal (Ctrl-C, SIGTERM, SIGHUP) ends the process: work that is open puts
 * itself in order, latest first, then one line on standard error says that the process was
 * interrupted, and what is left of the work.
 *
 * <p>The exit code is the JVM's, 128 and the signal's number. A shutdown hook does it, so that
 * nothing depends on who handles which signal.
 */
public final class Interruption {
  private static final Interruption PROCESS = new Interruption();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(PROCESS::hook, "bbt-interruption"));
  }

  /** Open work, the latest first. */
  private final Deque<Registration> open = new ArrayDeque<>();

  /** Files that are to be written and are not. */
  private final Set<Path> outputs = new LinkedHashSet<>();

  private boolean commandRuns;
  private volatile boolean begun;

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

  /** Opens work in this process; to be closed when it is done. */
  public static Registration during(Work work) {
    return PROCESS.open(work);
  }

  /**
   * The command is to write this file: until it is {@link #settled}, an interruption says that it
   * is not there.
   *
   * @param output the file as the user named it, or null if none is to be written
   */
  public static void planned(Path output) {
    if (output != null) {
      PROCESS.plan(output);
    }
  }

  /** The file is written, or its writing has failed, which the user is told. */
  public static void settled(Path output) {
    synchronized (PROCESS.open) {
      PROCESS.outputs.remove(output);
    }
  }

  /** Whether a signal is ending the process: errors that follow from that are no news. */
  public static boolean begun() {
    return PROCESS.begun;
  }

  /** A command begins in this process; until it has ended, the process can be interrupted. */
  static void commandBegins() {
    synchronized (PROCESS.open) {
      PROCESS.commandRuns = true;
    }
  }

  /** The command has ended by itself. */
  static void commandEnds() {
    synchronized (PROCESS.open) {
      PROCESS.commandRuns = false;
    }
  }

  Registration open(Work work) {
    Registration made = new Registration(this, work);
    synchronized (open) {
      open.push(made);
    }
    return made;
  }

  void plan(Path output) {
    synchronized (open) {
      outputs.add(output);
    }
  }

  private void hook() {
    boolean cutOff;
    synchronized (open) {
      cutOff = commandRuns;
      begun = cutOff;
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
  }

  /** Has all open work put in order; the line that tells the user. */
  String abandonAll() {
    List<Registration> all;
    synchronized (open) {
      all = new ArrayList<>(open);
      open.clear();
    }
    StringBuilder line = new StringBuilder("bbt: interrupted");
    for (Registration each : all) {
      try {
        String left = each.work.abandon();
        line.append(left.isEmpty() ? "" : "; " + left);
      } catch (Exception e) {
        line.append("; ").append(ErrorLine.of(e).text());
      }
    }
    synchronized (open) {
      for (Path output : outputs) {
        line.append("; ").append(output);
        line.append(Files.exists(output) ? " is left as it was" : " is not written");
      }
    }
    return line.toString();
  }
}
