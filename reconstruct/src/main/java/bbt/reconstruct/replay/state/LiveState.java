package bbt.reconstruct.replay.state;

import bbt.ptg.guest.GuestIsa;
import bbt.translator.device.GuestMemory;
import bbt.translator.hart.Hart;
import bbt.translator.hart.ProgramPages;
import bbt.translator.machine.Machine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** The state of a machine that stands still. */
public final class LiveState implements MachineState {
  private static final int PAGE = 4096;

  private final Supplier<Machine> machine;
  private final Path trace;

  /** Null until it is asked for. */
  private TraceTasks tasks;

  /**
   * @param trace of the machine's run, for what it calls tasks
   */
  public LiveState(Supplier<Machine> machine, Path trace) {
    this.machine = machine;
    this.trace = trace;
  }

  @Override
  public Position position() {
    return new Position(machine.get().clock(), machine.get().trapsHere());
  }

  @Override
  public int harts() {
    return machine.get().harts();
  }

  @Override
  public int hart() {
    return machine.get().current();
  }

  @Override
  public long ticks() {
    return machine.get().ticks();
  }

  @Override
  public GuestIsa guest() {
    return machine.get().isa();
  }

  private Hart cpu(int hart) {
    return machine.get().hart(hart);
  }

  @Override
  public long retired(int hart) {
    return cpu(hart).retired();
  }

  @Override
  public long pc(int hart) {
    return cpu(hart).pc;
  }

  @Override
  public int privilege(int hart) {
    return cpu(hart).priv;
  }

  @Override
  public Optional<Task> task(int hart) {
    try {
      if (tasks == null) {
        tasks = new TraceTasks(trace);
      }
      return tasks.at(hart, retired(hart), machine.get().clock());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public long general(int hart, int number) {
    return cpu(hart).general(number);
  }

  @Override
  public long floating(int hart, int number) {
    return cpu(hart).floating(number);
  }

  @Override
  public long upperFloating(int hart, int number) {
    return cpu(hart).upperFloating(number);
  }

  @Override
  public OptionalLong control(int hart, int number) {
    return cpu(hart).control(number);
  }

  @Override
  public OptionalLong translate(int hart, long virtual) {
    long physical = cpu(hart).translateQuietly(virtual);
    return physical == -1 ? OptionalLong.empty() : OptionalLong.of(physical);
  }

  @Override
  public void programPages(int hart, ProgramPages to) {
    cpu(hart).programPages(to);
  }

  @Override
  public byte[] readPhysical(long physical, int length) {
    GuestMemory memory = machine.get().memory();
    if (length <= 0 || !memory.contains(physical, 1)) {
      return new byte[0];
    }
    int there = (int) Math.min(length, memory.base() + memory.size() - physical);
    byte[] bytes = new byte[there];
    memory.read(physical, bytes, 0, there);
    return bytes;
  }

  @Override
  public byte[] readVirtual(int hart, long virtual, int length) {
    byte[] bytes = new byte[Math.max(0, length)];
    int done = 0;
    while (done < length) {
      long at = virtual + done;
      int part = Math.min(length - done, PAGE - ((int) at & PAGE - 1));
      OptionalLong physical = translate(hart, at);
      byte[] some = physical.isEmpty() ? new byte[0] : readPhysical(physical.getAsLong(), part);
      System.arraycopy(some, 0, bytes, done, some.length);
      done += some.length;
      if (some.length < part) {
        break;
      }
    }
    return done == length ? bytes : Arrays.copyOf(bytes, done);
  }
}
