package bbt.reconstruct.gdb;

import bbt.ptg.guest.GdbRegister;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.riscv.RiscvIsa;
import bbt.reconstruct.gdb.targets.HartState;
import bbt.reconstruct.gdb.targets.Motion;
import bbt.reconstruct.gdb.targets.Point;
import bbt.reconstruct.gdb.targets.Stop;
import bbt.reconstruct.gdb.targets.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A target of two harts that executes nothing, and keeps what it is asked for. */
final class FakeTarget implements Target {
  static final long MEMORY = 0x8000_0000L;
  static final int SIZE = 0x100;

  final List<String> calls = new ArrayList<>();
  final byte[] memory = new byte[SIZE];
  final long[][] registers = new long[2][65];
  final TreeMap<Integer, Long> csrs = new TreeMap<>();
  final int[] privilege = {3, 1};
  String refusal;
  byte[] symbols;
  boolean stopsLate;
  boolean reversible;

  /** Stops to tell when it goes on; none left: it runs. */
  final List<Stop> stops = new ArrayList<>();

  volatile Consumer<Stop> listener;

  FakeTarget() {
    for (int i = 0; i < SIZE; i++) {
      memory[i] = (byte) i;
    }
    csrs.put(1, 0L);
    csrs.put(3, 5L);
    csrs.put(0x180, 0x1234L);
    csrs.put(0x300, -1L);
  }

  private synchronized void call(String what) {
    calls.add(what);
  }

  synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  @Override
  public int harts() {
    return 2;
  }

  @Override
  public String describe(int hart) {
    return "fake " + hart;
  }

  @Override
  public GuestIsa guest() {
    return RiscvIsa.RV64;
  }

  @Override
  public boolean hasControl(int number) {
    return csrs.containsKey(number);
  }

  @Override
  public HartState state(int hart) {
    long[] all = registers[hart];
    return new HartState() {
      @Override
      public long pc() {
        return all[32];
      }

      @Override
      public long get(GdbRegister register) {
        return switch (register.place()) {
          case GENERAL, FLOATING, PC -> all[register.number()];
          case CONTROL -> csrs.get(register.index());
          case PRIVILEGE -> privilege[hart];
          case UPPER -> throw new AssertionError(register);
        };
      }

      @Override
      public void set(GdbRegister register, long value) {
        switch (register.place()) {
          case GENERAL, FLOATING, PC -> all[register.number()] = value;
          case CONTROL -> csrs.put(register.index(), value);
          case PRIVILEGE -> privilege[hart] = (int) value;
          case UPPER -> throw new AssertionError(register);
        }
      }
    };
  }

  @Override
  public int read(int hart, long address, byte[] to) {
    long from = address - MEMORY;
    if (from < 0 || from >= SIZE) {
      return 0;
    }
    int length = (int) Math.min(to.length, SIZE - from);
    System.arraycopy(memory, (int) from, to, 0, length);
    return length;
  }

  @Override
  public String refusesWrites() {
    return refusal;
  }

  @Override
  public boolean write(int hart, long address, byte[] from) {
    long at = address - MEMORY;
    if (at < 0 || at + from.length > SIZE) {
      return false;
    }
    System.arraycopy(from, 0, memory, (int) at, from.length);
    return true;
  }

  @Override
  public Supplier<byte[]> symbols() {
    return () -> symbols;
  }

  @Override
  public boolean reversible() {
    return reversible;
  }

  @Override
  public void points(Collection<Point> all) {
    call("points " + Arrays.toString(all.stream().map(Point::toString).sorted().toArray()));
  }

  @Override
  public void attach(Consumer<Stop> onStop) {
    listener = onStop;
    Runnable stops = () -> onStop.accept(Stop.of(Stop.Reason.ATTACHED, 0));
    if (stopsLate) {
      CompletableFuture.delayedExecutor(3, TimeUnit.MILLISECONDS).execute(stops);
    } else {
      stops.run();
    }
  }

  @Override
  public void resume(Motion motion) {
    call(motion.toString());
    if (!stops.isEmpty()) {
      listener.accept(stops.removeFirst());
    }
  }

  @Override
  public void interrupt() {
    call("interrupt");
    listener.accept(Stop.of(Stop.Reason.INTERRUPTED, 1));
  }

  @Override
  public void detach(boolean goOn) {
    call("detach " + goOn);
  }

  @Override
  public void kill() {
    call("kill");
  }

  @Override
  public String monitor(String command, int hart) {
    return command.startsWith("echo ") ? hart + ": " + command.substring(5) + "\n" : null;
  }

  @Override
  public String monitorHelp() {
    return "echo TEXT  says it\n";
  }
}
