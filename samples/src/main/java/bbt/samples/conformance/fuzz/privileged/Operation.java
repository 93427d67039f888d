package bbt.samples.conformance.fuzz.privileged;

import java.util.function.Consumer;

/**
 * One step of an episode: a few instructions that may trap, each four bytes long or padded to it,
 * and can be left out or repeated without harm to the others.
 *
 * @param text what it does, for a listing
 * @param code writes it
 */
record Operation(String text, Consumer<CodeBuffer> code) {
  @Override
  public String toString() {
    return text;
  }
}
