package bbt.reconstruct.replay;

import bbt.reconstruct.replay.state.Position;
import bbt.translator.debug.WatchHit;

/**
 * Something that a {@link ReplaySearch} found.
 *
 * @param at right before the instruction
 * @param hart that executes it
 * @param access what it does to a watched range; null: its address was looked for
 */
public record Hit(Position at, int hart, WatchHit access) {
  /** Right behind the instruction. */
  public Position behind() {
    return Position.at(at.clock() + 1);
  }

  /**
   * Where a search backwards stops: at the instruction, or where the access is still to be undone.
   */
  Position backwards() {
    return access == null ? at : behind();
  }
}
