package bbt.reconstruct.walk;

/**
 * Something in a trace that is damaged or does not agree.
 *
 * @param offset file offset
 * @param cut the file ends early; everything before was read
 * @param message what was expected and found; one line
 */
public record Problem(long offset, boolean cut, String message) {}
