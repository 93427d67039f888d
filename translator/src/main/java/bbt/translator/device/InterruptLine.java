package bbt.translator.device;

/**
 * An interrupt line: what a device drives and an interrupt controller reads. A device sets it after
 * each change of what it has to say, also to the level that it has: the {@link Plic} takes that for
 * an assertion of its own.
 */
@FunctionalInterface
public interface InterruptLine {
  void set(boolean level);
}
