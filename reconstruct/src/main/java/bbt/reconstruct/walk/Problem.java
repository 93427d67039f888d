package bbt.reconstruct.walk;

import bbt.packets.PrintableText;

/**
 * Something in a trace that is damaged or does not agree.
 *
 * @param offset file offset
 * @param cut the file ends early; everything before was read
 * @param message what was expected and found; one line
 */
public record Problem(long offset, boolean cut, String message) {
  /** What the message quotes may be hostile. */
  public Problem {
    message = PrintableText.of(message);
  }
}
