package bbt.reconstruct.replay.state;

/**
 * An access to memory.
 *
 * @param position the moment before it: the next thing that happens is the access
 * @param hart that executes
 * @param pc of the instruction that accesses, or during which the device does
 * @param instruction the same, disassembled
 * @param device who accesses if the instruction does not itself: a device's name such as {@code
 *     virtio-block}, {@code firmware}, {@code input}, {@code page-table walk}; else empty
 * @param store whether it writes, or may
 * @param physical address of the access
 * @param bytes of it
 * @param before the watched range's content before it
 * @param after the same behind the instruction
 */
public record Access(
    Position position,
    int hart,
    long pc,
    String instruction,
    String device,
    boolean store,
    long physical,
    long bytes,
    byte[] before,
    byte[] after) {
  /** The kinds of accesses that are looked for. */
  public enum Kind {
    READ,
    WRITE,
    ANY
  }
}
