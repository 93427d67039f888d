package bbt.reconstruct.export;

/** An export that cannot be made; one line says why. */
public final class ExportException extends Exception {
  ExportException(String message) {
    super(message);
  }
}
