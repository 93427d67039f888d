package bbt.translator.device;

/** A level-triggered interrupt line: what a device drives and an interrupt controller reads. */
@FunctionalInterface
public interface InterruptLine {
  void set(boolean level);
}
