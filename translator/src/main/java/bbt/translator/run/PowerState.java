package bbt.translator.run;

import bbt.translator.device.TestFinisher;

/**
 * Remembers whether and why the run is to end: the guest's power requests and the host's stop
 * requests.
 */
public final class PowerState implements TestFinisher.Handler {
  private final Runnable expire;
  private volatile boolean stopRequested;
  private ExitReason reason;
  private int code;
  private String message = "";

  /**
   * @param expire makes the engine come back at the next node end
   */
  public PowerState(Runnable expire) {
    this.expire = expire;
  }

  /** Ends the run at the next node end; the first reason stays. Guest thread. */
  public void end(ExitReason why, int guestCode, String text) {
    if (reason == null) {
      reason = why;
      code = guestCode;
      message = text;
    }
    expire.run();
  }

  /** The run is taken back to a moment before its end. */
  public void revive() {
    reason = null;
    code = 0;
    message = "";
    stopRequested = false;
  }

  /** Asks the run to end; any thread. */
  public void requestStop() {
    stopRequested = true;
  }

  /** Whether the run is over; called at node ends. */
  public boolean over() {
    if (reason == null && stopRequested) {
      reason = ExitReason.STOPPED;
    }
    return reason != null;
  }

  public ExitReason reason() {
    return reason;
  }

  public int code() {
    return code;
  }

  public String message() {
    return message;
  }

  @Override
  public void powerOff() {
    end(ExitReason.POWER_OFF, 0, "");
  }

  @Override
  public void fail(int guestCode) {
    end(ExitReason.GUEST_FAILURE, guestCode, "");
  }

  @Override
  public void reset() {
    end(ExitReason.REBOOT, 0, "");
  }
}
