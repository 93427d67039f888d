package bbt.reconstruct.replay;

import bbt.ptg.guest.Registers;
import bbt.reconstruct.replay.state.MachineState;
import bbt.reconstruct.replay.state.Position;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Executes a traced run again, an instruction at a time, and tells what each one did: the registers
 * that it changed, the memory that it read and wrote.
 */
public final class StepRecorder implements AutoCloseable {
  /** The most instructions that are stepped over one by one; more are executed at full speed. */
  private static final int NEAR = 500;

  /**
   * A register that has another value than before.
   *
   * @param number in its file
   */
  public record Changed(boolean floating, int number, long value) {}

  /**
   * An access to memory, or the part of it that lies in one page.
   *
   * @param address virtual
   * @param before what stood there; shorter where that is no RAM, whose content nobody can ask for
   * @param after what stands there behind the instruction; the same for a load
   */
  public record Data(boolean store, long address, int bytes, byte[] before, byte[] after) {}

  private final Replay replay;
  private final MachineState state;
  private final boolean registers;
  private final boolean data;
  private final int generals;
  private final int floats;
  private final long[] general;
  private final long[] floating;
  private boolean looking;

  /** The hart whose accesses count. */
  private int stepped;

  private final List<Changed> changed = new ArrayList<>();
  private final List<Data> accesses = new ArrayList<>();

  /**
   * Creates a recorder of a replay's steps.
   *
   * @param replay which it moves
   * @param registers whether {@link #changed} is asked for
   * @param data whether {@link #accesses} is asked for
   */
  public StepRecorder(Replay replay, boolean registers, boolean data) {
    this.replay = replay;
    this.state = replay.state();
    this.registers = registers;
    this.data = data;
    Registers files = state.guest().registers();
    generals = files.general().size();
    floats = files.floating() == null ? 0 : files.floating().size();
    general = new long[generals];
    floating = new long[floats];
  }

  /**
   * Executes the instruction before which all harts together have retired so many, wherever the run
   * stands now. What is stepped through in order is fast.
   *
   * @param hart the one that executes it
   * @return false if the run ends before
   */
  public boolean step(long clock, int hart) throws IOException {
    long distance = clock - replay.position().clock();
    if (distance < 0 || distance > NEAR) {
      lookAway();
      replay.goTo(Position.at(clock));
    }
    while (replay.position().clock() < clock) {
      if (!replay.step()) {
        return false;
      }
    }
    stepped = hart;
    look();
    // Traps may come before it; the last attempt is the one that retires.
    do {
      if (registers) {
        save(hart);
      }
      changed.clear();
      accesses.clear();
      if (!replay.step()) {
        return false;
      }
    } while (replay.position().clock() == clock);
    if (registers) {
      compare(hart);
    }
    complete(hart);
    return true;
  }

  /** Looks at all accesses from here on: what is executed meanwhile is slow. */
  private void look() {
    if (data && !looking) {
      looking = true;
      replay.navigator().scan().begin(new Wanted(Set.of(), AccessScan.EVERYTHING), this::accessed);
    }
  }

  private void lookAway() {
    if (looking) {
      looking = false;
      replay.navigator().scan().end();
    }
  }

  private void accessed(Hit hit) {
    if (hit.access() != null && hit.hart() == stepped) {
      long address = hit.access().address();
      byte[] there = state.readVirtual(stepped, address, hit.access().bytes());
      accesses.add(new Data(hit.access().store(), address, hit.access().bytes(), there, there));
    }
  }

  private void save(int hart) {
    for (int i = 0; i < generals; i++) {
      general[i] = state.general(hart, i);
    }
    for (int i = 0; i < floats; i++) {
      floating[i] = state.floating(hart, i);
    }
  }

  private void compare(int hart) {
    for (int i = 0; i < generals; i++) {
      if (general[i] != state.general(hart, i)) {
        changed.add(new Changed(false, i, state.general(hart, i)));
      }
    }
    for (int i = 0; i < floats; i++) {
      if (floating[i] != state.floating(hart, i)) {
        changed.add(new Changed(true, i, state.floating(hart, i)));
      }
    }
  }

  private void complete(int hart) {
    for (int i = 0; i < accesses.size(); i++) {
      Data each = accesses.get(i);
      if (each.store()) {
        byte[] after = state.readVirtual(hart, each.address(), each.bytes());
        accesses.set(i, new Data(true, each.address(), each.bytes(), each.before(), after));
      }
    }
  }

  /** The registers that the last instruction gave another value. */
  public List<Changed> changed() {
    return List.copyOf(changed);
  }

  /** The memory that the last instruction read or wrote. */
  public List<Data> accesses() {
    return List.copyOf(accesses);
  }

  /** The replay may be used for other things again. */
  @Override
  public void close() {
    lookAway();
  }
}
