package bbt.translator.device.virtio;

/** Thrown where the driver broke the rules: the device needs a reset (section 2.1.2). */
final class VirtioException extends Exception {
  private static final long serialVersionUID = 1L;

  VirtioException(String message) {
    super(message);
  }
}
