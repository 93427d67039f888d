package bbt.reconstruct.gdb.targets;

import bbt.ptg.guest.GuestIsa;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A machine that gdb debugs. All methods but {@link #attach}, {@link #interrupt}, {@link #kill} and
 * {@link #detach} are called only while it stands still, all of them by one thread at a time.
 */
public interface Target {
  /** Number of harts, at least 1. */
  int harts();

  /** Describes in a few words what a hart is doing. */
  String describe(int hart);

  GuestIsa guest();

  /** Whether its harts have the control register with a number. */
  boolean hasControl(int number);

  /** A hart's registers. */
  HartState state(int hart);

  /**
   * Reads memory as a hart sees it, without any effect on it.
   *
   * @return how many bytes from the first on could be read
   */
  int read(int hart, long address, byte[] to);

  /** The reason why nothing may be written, in words for the user; {@code null} if it may. */
  String refusesWrites();

  /**
   * Writes memory as a hart sees it.
   *
   * @return false if a part of it is no memory; then nothing was written
   */
  boolean write(int hart, long address, byte[] from);

  /**
   * An ELF file with the symbols of what is executed, for a gdb that has no program of its own.
   *
   * @return null if there is none; what it gives may be null, too
   */
  Supplier<byte[]> symbols();

  /** Whether it can go backwards. */
  boolean reversible();

  /** Sets the points to stop at, in place of those before. */
  void points(Collection<Point> all);

  /** A gdb has come: stops, and tells where. Later stops are told as well; any thread. */
  void attach(Consumer<Stop> onStop);

  /** Goes on; returns at once, the listener is told of the end. */
  void resume(Motion motion);

  /** Stops soon, if it runs. */
  void interrupt();

  /**
   * The gdb has gone. Points are gone with it.
   *
   * @param goOn whether the target runs on without it, or stays as it is
   */
  void detach(boolean goOn);

  /** Ends the target. */
  void kill();

  /**
   * Carries out a {@code monitor} command that the server does not know.
   *
   * @return what to show; {@code null} if it is unknown here, too
   */
  String monitor(String command, int hart);

  /** Lists the commands of {@link #monitor}: a line each, {@code name what it does}. */
  String monitorHelp();
}
