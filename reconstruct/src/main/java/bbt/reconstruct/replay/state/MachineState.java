package bbt.reconstruct.replay.state;

import bbt.ptg.guest.GuestIsa;
import bbt.reconstruct.replay.Replay;
import bbt.translator.hart.ProgramPages;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The state of the machine at a {@link Position}. A view: it shows the present position of its
 * {@link Replay}, and nothing it does has an effect on the guest.
 *
 * <p>A hart's number is 0 to {@link #harts()} - 1; {@link IndexOutOfBoundsException} for another.
 */
public interface MachineState {
  /** The position of this state. */
  Position position();

  /** Number of harts. */
  int harts();

  /** The hart that executed last, or whose turn it is. */
  int hart();

  /** Guest time in ticks of 100 ns. */
  long ticks();

  /** Instructions that a hart has retired. */
  long retired(int hart);

  /** Address of a hart's next instruction. */
  long pc(int hart);

  /** Number of a hart's privilege mode. */
  int privilege(int hart);

  /**
   * The task that a hart executes, as the trace tells it; empty before the first switch, and where
   * the trace has none.
   *
   * @throws java.io.UncheckedIOException if the trace cannot be read any more
   */
  Optional<Task> task(int hart);

  /** The guest that the machine is. */
  GuestIsa guest();

  /** A general register. */
  long general(int hart, int number);

  /** A floating-point register: its bits. */
  long floating(int hart, int number);

  /** The upper 64 bits of a floating-point register where it has 128. */
  long upperFloating(int hart, int number);

  /** A control register by number; empty where there is none. */
  OptionalLong control(int hart, int number);

  /** A control register by name; empty where there is none. */
  default OptionalLong control(int hart, String name) {
    int number = guest().control(name);
    return number < 0 ? OptionalLong.empty() : control(hart, number);
  }

  /**
   * Physical address that a virtual one leads to in a hart's present address space and mode.
   *
   * @return empty where nothing is mapped
   */
  OptionalLong translate(int hart, long virtual);

  /** Tells the pages that programs may access in a hart's present address space. */
  void programPages(int hart, ProgramPages to);

  /**
   * Bytes of RAM. Devices are never touched.
   *
   * @return up to {@code length} bytes: it ends before the first that is not RAM
   */
  byte[] readPhysical(long physical, int length);

  /**
   * Bytes of virtual memory through a hart's page tables, protection aside: it ends before what is
   * not mapped.
   */
  byte[] readVirtual(int hart, long virtual, int length);
}
