package bbt.translator.lockstep;

import bbt.translator.code.FetchTlb;
import bbt.translator.guest.GuestArchitecture;
import bbt.translator.hart.Hart;
import bbt.translator.hart.Platform;
import bbt.translator.machine.Instruments;
import bbt.translator.memory.Ram;
import bbt.translator.mmu.Mmu;
import bbt.translator.run.MachineHart;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * One of the two machines of a comparison, on a thread of its own, stopped and resumed by the
 * thread that compares. Stands between the machine and its engines: stops them at counts of its own
 * choice, and passes on every event that the machine asked for.
 */
abstract class LockstepSide implements Instruments, Platform {
  /** The architecture of both machines. */
  final GuestArchitecture architecture;

  public final List<Stops> harts = new ArrayList<>();

  /** The hart that came to the last place. */
  Stops current;

  Ram ram;

  private final Semaphore resumed = new Semaphore(0);
  private final Semaphore stopped = new Semaphore(0);
  private Thread thread;
  private Platform machine;
  private Guest.Running running;

  /** The end of the run, or {@code null}. */
  private String ending;

  private Throwable failure;
  private boolean over;
  private boolean abandoned;

  /** While an instruction is stepped by hand: a trap ends it. */
  boolean stepping;

  /** The cause of the last trap taken. */
  long trapCause = Long.MIN_VALUE;

  /** A hart, and where its engine is stopped. */
  static final class Stops {
    final Hart cpu;
    final Mmu mmu;
    final FetchTlb fetchTlb;

    /**
     * Retired count of the last event, and the traps that had been taken at it: further events are
     * no places.
     */
    private long lastEvent = -1;

    private int lastTraps;

    /** Retired count of the last trap, and how many were taken at it. */
    private long trapAt = -1;

    private int trapsThere;

    /** Where this class stops the engine, and where the machine wants it to. */
    private long stop = -1;

    private long scheduled = -1;

    private Stops(MachineHart hart, FetchTlb fetchTlb) {
      this.cpu = hart.cpu;
      this.mmu = hart.mmu;
      this.fetchTlb = fetchTlb;
    }

    /**
     * Exceptions that were taken since the last instruction that retired; 0 for one alone, behind
     * which either machine may stop or not.
     */
    int traps() {
      return trapsThere > 1 && cpu.retired() == trapAt ? trapsThere : 0;
    }

    private void trapped(long cause) {
      if (cause >= 0) {
        trapsThere = cpu.retired() == trapAt ? trapsThere + 1 : 1;
        trapAt = cpu.retired();
      }
    }
  }

  /** Ends an abandoned run. */
  private static final class Abandoned extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Abandoned() {
      super(null, null, false, false);
    }
  }

  LockstepSide(GuestArchitecture architecture) {
    this.architecture = architecture;
  }

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
      failure = abandoned ? null : e;
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
      throw new IllegalStateException(String.valueOf(failure), failure);
    }
  }

  /** Stands still, on the machine's thread, until resumed. */
  final void standStill() {
    stopped.release();
    resumed.acquireUninterruptibly();
  }

  /** Ends the run wherever it is, and gives its memory back. */
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

  /** Returns what must be the same at the end, or {@code null} before it. */
  final String ending() {
    return ending;
  }

  final long output() {
    return running.output();
  }

  /** Instructions retired by all harts. */
  final long retired() {
    long sum = 0;
    for (int i = 0; i < harts.size(); i++) {
      sum += harts.get(i).cpu.retired();
    }
    return sum;
  }

  // ---- between the machine and its engines

  @Override
  public final Platform platform(Platform wrapped) {
    machine = wrapped;
    return this;
  }

  @Override
  public final void start(MachineHart hart, Ram memory, FetchTlb tlb) {
    ram = memory;
    current = new Stops(hart, tlb);
    harts.add(current);
  }

  @Override
  public final boolean event(Hart cpu) {
    Stops hart = harts.get(cpu.hartId);
    long retired = cpu.retired();
    boolean mine = cpu.eventAt == hart.stop && hart.stop != hart.scheduled;
    if (retired != hart.lastEvent || hart.traps() != hart.lastTraps) {
      hart.lastEvent = retired;
      hart.lastTraps = hart.traps();
      current = hart;
      place(hart, retired);
    }
    if (abandoned) {
      throw new Abandoned();
    }
    if (!mine || alsoTellsMachine()) {
      if (!machine.event(cpu)) {
        hart.stop = -1; // the next turn begins with an event of the machine's
        return false;
      }
      hart.scheduled = cpu.eventAt;
    }
    hart.stop = Math.min(hart.scheduled, Math.max(nextStop(hart, retired), retired + 1));
    cpu.eventAt = hart.stop;
    cpu.budget = hart.stop - retired;
    return true;
  }

  /** An engine is at a node end, for the first time with this count and so many traps at it. */
  abstract void place(Stops hart, long retired);

  /** The hart's next count of interest; the machine may want an event before. */
  abstract long nextStop(Stops hart, long retired);

  /** Whether the machine sees an event that it did not ask for. */
  abstract boolean alsoTellsMachine();

  @Override
  public final void waitForInterrupt(Hart cpu) {
    machine.waitForInterrupt(cpu);
  }

  @Override
  public final void pause(Hart cpu) {
    machine.pause(cpu);
  }

  @Override
  public final boolean firmwareCall(Hart cpu) {
    return machine.firmwareCall(cpu);
  }

  @Override
  public final boolean inputWaits() {
    return machine.inputWaits();
  }

  @Override
  public final long time(Hart cpu) {
    return machine.time(cpu);
  }

  @Override
  public final void trapTaken(Hart cpu, long cause) {
    trapCause = cause;
    harts.get(cpu.hartId).trapped(cause);
    if (stepping) {
      cpu.expire();
    } else {
      machine.trapTaken(cpu, cause);
    }
  }
}
