package bbt.translator.lockstep;

import bbt.translator.guest.GuestArchitecture;
import bbt.translator.machine.Instruments;
import java.io.IOException;

/** A guest that can be run again and again, each time the same. */
public interface Guest {
  /** The guest's architecture. */
  GuestArchitecture architecture();

  /**
   * Makes a machine with the guest loaded.
   *
   * @param instruments to put between the machine and its engine
   * @param leader whether it is the translated machine, which may be traced
   */
  Running start(Instruments instruments, boolean leader) throws IOException;

  /** A machine that has not begun. */
  interface Running {
    /**
     * Runs to the end.
     *
     * @return what must be the same in both engines, in words
     */
    String run() throws IOException;

    /** A hash of what has come out of the machine so far. */
    long output();

    /** Gives the machine's memory back. */
    void close();
  }
}
