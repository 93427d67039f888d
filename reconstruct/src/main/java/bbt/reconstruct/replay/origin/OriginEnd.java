package bbt.reconstruct.replay.origin;

import bbt.ptg.guest.data.GuestRegister;
import java.util.List;

/** Why a value is not followed further. */
public sealed interface OriginEnd {
  /** A register with its value before the instruction. */
  record Input(GuestRegister register, long value) {}

  /**
   * An operation made it.
   *
   * @param inputs registers that it took
   * @param memory whether it took a value from memory, too
   */
  record Computed(List<Input> inputs, boolean memory) implements OriginEnd {
    /** Keeps a copy. */
    public Computed {
      inputs = List.copyOf(inputs);
    }
  }

  /**
   * A register of a device was read.
   *
   * @param physical its address
   */
  record DeviceRegister(long physical) implements OriginEnd {}

  /**
   * Something else than an instruction wrote it to memory.
   *
   * @param device as {@link bbt.reconstruct.replay.state.Access#device} has it
   */
  record Device(String device) implements OriginEnd {}

  /**
   * The trace has a gap.
   *
   * @param message that says what is missing
   */
  record Gap(String message) implements OriginEnd {}

  /** The reasons of which there is no more to say. */
  enum Plain implements OriginEnd {
    /** The code says the value. */
    CONSTANT,
    /** A control register was read. */
    CONTROL,
    /** The firmware answered. */
    FIRMWARE,
    /** Whether a conditional store was carried out. */
    OUTCOME,
    /** Nothing wrote there since the run began. */
    INITIAL,
    /** Nothing wrote there since the place from which on the trace was indexed. */
    NOT_INDEXED,
    /** Something wrote there since that neither the trace nor the run tells. */
    UNKNOWN,
    /** As many steps as were wanted. */
    LIMIT
  }
}
