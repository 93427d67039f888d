package bbt.reconstruct.profile;

/**
 * A mark that the guest set.
 *
 * @param number the guest's own
 * @param value the guest's own
 * @param hart that set it
 * @param clock instructions of all harts before the instruction that set it
 * @param pc of that instruction
 * @param task that the hart executed, by number ({@link Profile#tasks()}); -1 if not known
 */
public record ProfiledMark(int number, long value, int hart, long clock, long pc, int task) {}
