package bbt.reconstruct.replay.origin;

import bbt.reconstruct.replay.state.Position;

/**
 * Something that wrote a followed value.
 *
 * @param at the moment before it
 * @param hart that executes
 * @param pc of the instruction that writes, or during which a device does
 * @param bits of the instruction
 * @param holder in which the value is behind it
 * @param value the content of the holder, the lowest byte first
 * @param wanted bytes that were looked for: more than the holder's if others of them were written
 *     earlier
 */
public record OriginStep(
    Position at, int hart, long pc, int bits, Holder holder, byte[] value, int wanted) {}
