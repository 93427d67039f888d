package bbt.translator.lockstep;

import bbt.translator.engine.FetchTlb;
import bbt.translator.machine.Instruments;
import bbt.translator.mmu.Ram;
import bbt.translator.runtime.Cpu;
import bbt.translator.runtime.Platform;
import java.io.IOException;
import java.util.concurrent.Semaphore;

/**
 * One of the two machines, on a thread of its own, stopped and resumed by the thread that compares.
 * Stands between the machine and its engine: stops the engine at counts of its own choice, and
 * passes on every event that the machine asked for.
 */
abstract class Side implements Instruments, Platform {
  final Registers.Reader registers = new Registers.Reader();
  Cpu cpu;
  Ram ram;
  FetchTlb fetchTlb;

  private final Semaphore resumed = new Semaphore(0);
  private final Semaphore stopped = new Semaphore(0);
  private Thread thread;
  private Platform machine;
  private Guest.Running running;

  /** How the run ended, or {@code null}. */
  private String ending;

  private Throwable failure;
  private boolean over;
  private boolean abandoned;

  /** Retired count of the last event: further ones at the same count are no places. */
  private long lastEvent = -1;

  /** Where this class stops the engine, and where the machine wants it to. */
  private long stop = -1;

  private long scheduled = -1;

  /** While an instruction is stepped by hand: a trap ends it. */
  boolean stepping;

  /** Of the last trap taken: as in mcause. */
  long trapCause = Long.MIN_VALUE;

  /** Makes the machine; it stands before its first instruction. */
  final void create(Guest guest, boolean leader) throws IOException {
    running = guest.start(this, leader);
    thread = Thread.ofPlatform().daemon().name(leader ? "leader" : "follower").unstarted(this::run);
    thread.start();
  }

  private void run() {
    try {
      resumed.acquireUninterruptibly();
      if (!abandoned) {
        ending = running.run();
      }
    } catch (IOException | RuntimeException | Error e) {
      failure = e;
    } finally {
      over = true;
      stopped.release();
    }
  }

  /** Runs to the next pause or to the end. */
  final void resume() {
    if (!over) {
      resumed.release();
      stopped.acquireUninterruptibly();
    }
    if (failure != null) {
      throw new IllegalStateException(failure.getMessage(), failure);
    }
  }

  /** On the machine's thread: stands still until resumed. */
  final void standStill() {
    stopped.release();
    resumed.acquireUninterruptibly();
  }

  /** Ends the run wherever it is; what it throws no longer matters. */
  final void abandon() {
    if (abandoned) {
      return;
    }
    abandoned = true;
    while (!over) {
      resumed.release();
      stopped.acquireUninterruptibly();
    }
    running.close();
  }

  final boolean isOver() {
    return over;
  }

  /** What must be the same at the end, or {@code null} before it. */
  final String ending() {
    return ending;
  }

  final long output() {
    return running.output();
  }

  // ---- between the machine and its engine

  @Override
  public final Platform platform(Platform wrapped) {
    machine = wrapped;
    return this;
  }

  @Override
  public final void start(Cpu hart, Ram memory, FetchTlb tlb) {
    cpu = hart;
    ram = memory;
    fetchTlb = tlb;
  }

  @Override
  public final boolean event(Cpu hart) {
    long retired = hart.retired();
    boolean mine = hart.eventAt == stop && stop != scheduled;
    if (retired != lastEvent) {
      lastEvent = retired;
      place(retired);
    }
    if (abandoned) {
      return false;
    }
    if (!mine || alsoTellsMachine()) {
      if (!machine.event(hart)) {
        return false;
      }
      scheduled = hart.eventAt;
    }
    stop = Math.min(scheduled, Math.max(nextStop(retired), retired + 1));
    hart.eventAt = stop;
    hart.budget = stop - retired;
    return true;
  }

  /** The engine is at a node end, for the first time with this count. */
  abstract void place(long retired);

  /** The next count of interest; the machine may want an event before. */
  abstract long nextStop(long retired);

  /** Whether the machine sees an event that it did not ask for. */
  abstract boolean alsoTellsMachine();

  @Override
  public final void waitForInterrupt(Cpu hart) {
    machine.waitForInterrupt(hart);
  }

  @Override
  public final void pause(Cpu hart) {
    machine.pause(hart);
  }

  @Override
  public final boolean firmwareCall(Cpu hart) {
    return machine.firmwareCall(hart);
  }

  @Override
  public final long time(Cpu hart) {
    return machine.time(hart);
  }

  @Override
  public final void trapTaken(Cpu hart, long cause) {
    trapCause = cause;
    if (stepping) {
      hart.expire();
    } else {
      machine.trapTaken(hart, cause);
    }
  }
}
