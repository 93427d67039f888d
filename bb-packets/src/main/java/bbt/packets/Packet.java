package bbt.packets;

/** A packet as read: why it starts, where, and how much of the frame's streams is its own. */
public sealed interface Packet {
  /** Retired count at its start; it lasts until the next packet's, or the frame's end. */
  long retired();

  /** Where execution goes on. */
  long pc();

  /** Bits of the frame's bit stream that belong to it. */
  int bits();

  /** Targets of the frame's target stream that belong to it. */
  int targets();

  /** Bytes of its payload: bits rounded up to bytes, and 8 for each target. */
  default int payloadBytes() {
    return (bits() + 7) / 8 + 8 * targets();
  }

  /** Continues the previous packet, which was full. */
  record Normal(long retired, long pc, int bits, int targets) implements Packet {}

  /**
   * A trap (or reset, or a firmware call).
   *
   * @param pc the handler's first instruction (FIRMWARE: where execution goes on)
   * @param privilege of the handler
   * @param cause as the architecture numbers it; bit 63 = interrupt (FIRMWARE: the called function)
   * @param epc the instruction that did not retire (FIRMWARE: the call, which did; RESET: 0)
   * @param tval trap value, 0 where there is none
   * @param verifyHash running hash at this point, 0 when the frame has none
   */
  record Exception(
      long retired,
      long pc,
      int bits,
      int targets,
      ExceptionKind kind,
      int privilege,
      long cause,
      long epc,
      long tval,
      long verifyHash)
      implements Packet {}

  /**
   * The context changed; execution goes on at {@code pc}, the next instruction.
   *
   * @param addressSpace serial number from here on, 0 = no translation
   * @param addressSpaceRegister the raw address-space register from here on
   * @param task the task from here on: on Linux the value of tp, under the stack rule the physical
   *     address that its stack pointer was loaded from; 0 when not known
   * @param previousTask the task before
   * @param stack stack pointer from here on
   * @param previousStack stack pointer that the previous task had when it was switched to (Linux)
   *     or when it was left (stack rule)
   */
  record Switch(
      long retired,
      long pc,
      int bits,
      int targets,
      int addressSpace,
      long addressSpaceRegister,
      long task,
      long previousTask,
      long stack,
      long previousStack)
      implements Packet {}

  /**
   * Instructions that were not recorded, because of a filter or a trigger; execution goes on behind
   * them, in the state that is said here.
   *
   * @param pc the first instruction behind them
   * @param instructions how many are missing, from {@link #retired} on; at least 1, but 0 and more
   *     where a frame ends or begins among them
   * @param privilege behind them
   * @param addressSpace serial number behind them
   * @param task behind them, as in {@link Switch#task}
   */
  record Gap(
      long retired,
      long pc,
      int bits,
      int targets,
      long instructions,
      int privilege,
      int addressSpace,
      long task)
      implements Packet {
    /** Retired count behind the instructions that are missing. */
    public long end() {
      return retired + instructions;
    }
  }
}
