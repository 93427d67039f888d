package bbt.reconstruct.gdb.targets;

import bbt.ptg.guest.GuestIsa;
import bbt.translator.debug.Debugger;
import bbt.translator.debug.Probe;
import bbt.translator.debug.WatchHit;
import bbt.translator.hart.Hart;
import bbt.translator.machine.Machine;
import bbt.translator.trace.RecordingSwitch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A guest in its run, as gdb's target. Its thread waits in {@link #hold} while gdb looks at it,
 * anywhere between two instructions; the guest's time stands still meanwhile, and nothing in its
 * state tells of it.
 */
public final class LiveTarget implements Target, Debugger {
  private final Machine machine;
  private final Path kernel;
  private final Probe probe;
  private final MachineMemory memory;
  private final Monitoring monitor;
  private final String refusal;

  // ---- shared between the guest's thread and the session's, guarded by this

  private Consumer<Stop> listener;

  /** The hart at which the guest is held; null while it runs. */
  private Hart held;

  /** The last stop, for a gdb that comes while the guest is held. */
  private Stop last;

  private boolean changed;
  private boolean over;
  private Stop ending;

  /** Asks the guest's thread to hold at the next instruction. */
  private volatile boolean haltWanted;

  /** Asks the guest's thread to forget all points. */
  private volatile boolean forget;

  // ---- of the guest's thread, or of the session's while the guest is held

  private Breaks breaks = new Breaks(List.of());
  private Motion motion = Motion.run(false);

  /** The number of times that the stepping hart is still shown before it has made its step. */
  private int shownBefore;

  /**
   * Attaches to a machine that has not begun.
   *
   * @param kernel its file, for gdb to read symbols from
   * @param refusal why nothing may be written, or null
   * @param hold whether to stand still before the first instruction until a gdb lets it go
   */
  public LiveTarget(Machine machine, Path kernel, String refusal, boolean hold) {
    this.machine = machine;
    this.kernel = kernel;
    this.refusal = refusal;
    this.haltWanted = hold;
    this.memory = new MachineMemory(machine.memory());
    this.monitor = new Monitoring(new MonitoredMachine(machine, memory));
    this.probe = machine.attach(this);
  }

  // ---- on the guest's thread

  @Override
  public boolean before(Hart cpu) {
    Stop stop = why(cpu);
    return stop != null && hold(cpu, stop);
  }

  /** Gdb wants to hear of an access before it happens, and steps over it by itself. */
  @Override
  public boolean accessing(Hart cpu, WatchHit hit) {
    return !motion.ignores(cpu.hartId)
        && hold(cpu, Breaks.touched(hit.watch(), hit.address(), cpu.hartId));
  }

  private Stop why(Hart cpu) {
    int hart = cpu.hartId;
    Stop stop = motion.ignores(hart) ? null : breaks.at(cpu.pc, hart);
    if (stop != null) {
      return stop;
    }
    if (haltWanted) {
      return Stop.of(Stop.Reason.INTERRUPTED, hart);
    }
    if (motion.kind() != Motion.Kind.RUN && hart == motion.hart()) {
      if (shownBefore > 0) {
        shownBefore--;
      } else if (!motion.staysAt(cpu.pc)) {
        return Stop.of(Stop.Reason.STEPPED, hart);
      }
    }
    return null;
  }

  @Override
  public void look() {
    if (forget) {
      forget = false;
      clearPoints();
    }
    if (haltWanted) {
      probe.everyInstruction(true);
    }
  }

  @Override
  public void idle(Hart cpu) {
    look();
    if (haltWanted) {
      hold(cpu, Stop.of(Stop.Reason.INTERRUPTED, cpu.hartId));
    }
  }

  /** Stands still until told to go on; returns whether something was changed meanwhile. */
  private synchronized boolean hold(Hart cpu, Stop stop) {
    if (over) {
      return false;
    }
    haltWanted = false;
    changed = false;
    held = cpu;
    last = stop;
    if (listener != null) {
      listener.accept(stop);
    }
    boolean interrupted = false;
    while (held != null) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return changed;
  }

  /**
   * Notes that the guest has ended; any thread.
   *
   * @param code its exit code
   */
  public synchronized void ended(int code) {
    over = true;
    ending = Stop.exited(code);
    if (listener != null) {
      listener.accept(ending);
    }
  }

  // ---- on the session's thread

  @Override
  public int harts() {
    return machine.harts();
  }

  @Override
  public String describe(int hart) {
    return monitor.describe(hart);
  }

  @Override
  public GuestIsa guest() {
    return machine.isa();
  }

  @Override
  public boolean hasControl(int number) {
    return machine.hart(0).control(number).isPresent();
  }

  @Override
  public HartState state(int hart) {
    return new CpuState(machine.hart(hart), () -> changed = true);
  }

  @Override
  public int read(int hart, long address, byte[] to) {
    return memory.read(machine.hart(hart), address, to);
  }

  @Override
  public String refusesWrites() {
    return refusal;
  }

  @Override
  public boolean write(int hart, long address, byte[] from) {
    changed = true;
    return memory.write(machine.hart(hart), address, from);
  }

  @Override
  public Supplier<byte[]> symbols() {
    return () -> {
      try {
        return SymbolFile.elf(kernel);
      } catch (IOException e) {
        return null; // gdb says that there is no such file
      }
    };
  }

  @Override
  public boolean reversible() {
    return false;
  }

  @Override
  public void points(Collection<Point> all) {
    breaks = new Breaks(all);
    machine.stops(breaks.addresses().stream().mapToLong(Long::longValue).toArray());
    machine.watches(breaks.watches());
  }

  private void clearPoints() {
    points(List.of());
  }

  @Override
  public synchronized void attach(Consumer<Stop> onStop) {
    listener = onStop;
    if (over) {
      onStop.accept(ending);
    } else if (held != null) {
      onStop.accept(Stop.of(Stop.Reason.ATTACHED, last.hart()));
    } else {
      haltWanted = true;
    }
  }

  @Override
  public synchronized void resume(Motion how) {
    motion = how;
    boolean steps = how.kind() != Motion.Kind.RUN;
    shownBefore = steps && how.hart() != held.hartId ? 1 : 0;
    probe.everyInstruction(steps);
    goOn();
  }

  private void goOn() {
    held = null;
    notifyAll();
  }

  @Override
  public synchronized void interrupt() {
    if (held == null) {
      haltWanted = true;
    }
  }

  @Override
  public synchronized void detach(boolean goOn) {
    listener = null;
    if (held == null) {
      forget = true;
      haltWanted = false;
    } else {
      clearPoints();
      if (goOn) {
        resume(Motion.run(false));
      }
    }
  }

  /** Ends the run at the end of the present node; any thread. */
  @Override
  public synchronized void kill() {
    over = true;
    haltWanted = false;
    machine.requestStop();
    if (held != null) {
      held.expire();
      motion = Motion.run(false);
      probe.everyInstruction(false);
      goOn();
    }
  }

  @Override
  public String monitor(String command, int hart) {
    String[] words = command.split("\\s+");
    return words[0].equals("trace") ? trace(words) : monitor.run(command, hart);
  }

  private String trace(String[] words) {
    RecordingSwitch recording = machine.recording();
    if (recording == null) {
      throw new ProtocolException("nothing is traced; bbt boot --bb-trace FILE asks for it");
    }
    String what = words.length == 2 ? words[1] : words.length == 1 ? "status" : "";
    switch (what) {
      case "on" -> recording.ask(true);
      case "off" -> recording.ask(false);
      case "status" -> {}
      default -> throw new ProtocolException("usage: monitor trace on|off|status");
    }
    return recording.isOn() ? "recording is on\n" : "recording is off\n";
  }

  @Override
  public String monitorHelp() {
    return Monitoring.HELP
        + "trace on|off|status switches the recording of --bb-trace, from the next node's end on\n";
  }
}
