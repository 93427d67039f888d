package bbt.translator.device;

/**
 * An interrupt line: a device drives it and an interrupt controller reads it. A device sets it
 * after each change of its request, even to the level that it has: an edge-triggered controller may
 * count that as another assertion.
 */
@FunctionalInterface
public interface InterruptLine {
  void set(boolean level);
}
