package bbt.reconstruct.replay;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the machine holds at a {@link Position}. A view: it shows the present position of its {@link
 * Replay}, and nothing it does has an effect on the guest.
 *
 * <p>A hart's number is 0 to {@link #harts()} - 1; {@link IndexOutOfBoundsException} for another.
 */
public interface MachineState {
  /** Where this is. */
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

  /** 0 user, 1 supervisor, 3 machine. */
  int privilege(int hart);

  /**
   * The task that a hart executes, as the trace tells it; empty before the first switch, and where
   * the trace has none.
   *
   * @throws java.io.UncheckedIOException if the trace cannot be read any more
   */
  Optional<Task> task(int hart);

  /** Integer register, 0 to 31. */
  long x(int hart, int number);

  /** Floating-point register, 0 to 31: its 64 bits. */
  long f(int hart, int number);

  /** A control and status register by number; empty where there is none. */
  OptionalLong csr(int hart, int number);

  /** The same by name, such as {@code satp}. */
  OptionalLong csr(int hart, String name);

  /**
   * Physical address that a virtual one leads to in a hart's present address space and mode.
   *
   * @return empty where nothing is mapped
   */
  OptionalLong translate(int hart, long virtual);

  /**
   * Bytes of RAM. Devices are never touched.
   *
   * @return up to {@code length} bytes: it ends before the first that is not RAM
   */
  byte[] readPhysical(long physical, int length);

  /** The same through a hart's page tables, protection aside: it ends before what is not mapped. */
  byte[] readVirtual(int hart, long virtual, int length);
}
