package bbt.reconstruct.replay.origin;

import java.util.List;

/**
 * Where a value came from.
 *
 * @param asked where it is
 * @param value the content of that, the lowest byte first
 * @param steps what wrote it, the last one first
 * @param holder where it was when it could not be followed any more
 * @param ending why there are no more steps
 */
public record Origin(
    Holder asked, byte[] value, List<OriginStep> steps, Holder holder, OriginEnd ending) {
  /** Keeps a copy. */
  public Origin {
    steps = List.copyOf(steps);
  }
}
