package bbt.reconstruct.export;

/** Thrown where an export cannot be made; one line says why. */
public final class ExportException extends Exception {
  ExportException(String message) {
    super(message);
  }
}
