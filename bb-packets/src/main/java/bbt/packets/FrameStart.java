package bbt.packets;

/**
 * The state of a hart where a frame starts.
 *
 * @param retired instructions that this hart retired before it
 * @param pc address of the next instruction (where the first packet is an exception at this count:
 *     of the instruction that did not retire)
 * @param privilege as the architecture numbers it
 * @param addressSpace serial number, 0 = no translation
 * @param task as in {@link Packet.Switch#task}
 * @param clock instructions that all harts together had retired when the frame was opened; with one
 *     hart the same as {@code retired}
 */
public record FrameStart(
    long retired, long pc, int privilege, int addressSpace, long task, long clock) {}
