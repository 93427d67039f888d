package bbt.translator.device;

/**
 * SiFive's test finisher, which QEMU's {@code virt} uses as the syscon for power-off and reboot:
 * the low 16 bits of a write are the command, the high 16 bits a code.
 */
public final class TestFinisher implements Device {
  /** Size of the register window in bytes. */
  public static final long SIZE = 0x1000;

  /** Command that powers off. */
  public static final int PASS = 0x5555;

  /** Command that ends the run with a code. */
  public static final int FAIL = 0x3333;

  /** Command that resets. */
  public static final int RESET = 0x7777;

  /** Executes a command for the machine. */
  public interface Handler {
    void powerOff();

    void fail(int code);

    void reset();
  }

  private final Handler handler;

  public TestFinisher(Handler handler) {
    this.handler = handler;
  }

  @Override
  public String name() {
    return "finisher";
  }

  @Override
  public long load(long offset, int size) {
    return 0;
  }

  @Override
  public void store(long offset, int size, long value) {
    if (offset != 0) {
      return;
    }
    switch ((int) value & 0xFFFF) {
      case PASS -> handler.powerOff();
      case FAIL -> handler.fail((int) (value >>> 16) & 0xFFFF);
      case RESET -> handler.reset();
      default -> {}
    }
  }
}
