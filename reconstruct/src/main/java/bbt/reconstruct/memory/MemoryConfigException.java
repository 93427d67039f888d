package bbt.reconstruct.memory;

import java.io.IOException;

/** Thrown where the description of a memory system cannot be read. */
public final class MemoryConfigException extends IOException {
  /**
   * @param message one line: file, line, what is wrong, what is right
   */
  public MemoryConfigException(String message) {
    super(message);
  }
}
