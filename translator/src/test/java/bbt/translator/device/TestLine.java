package bbt.translator.device;

/** An interrupt line that remembers its level. */
public final class TestLine implements InterruptLine {
  public boolean level;

  @Override
  public void set(boolean on) {
    level = on;
  }
}
