package bbt.reconstruct.replay.origin;

import bbt.ptg.guest.data.GuestRegister;
import bbt.reconstruct.replay.state.MachineState;
import java.util.Arrays;

/** Reads registers as bytes. */
final class RegisterBytes {
  private RegisterBytes() {}

  /** The value of a register, all of it. */
  static long value(MachineState state, int hart, GuestRegister register) {
    return register.floating()
        ? state.floating(hart, register.number())
        : state.general(hart, register.number());
  }

  /** Some bytes of a value, the lowest first. */
  static byte[] of(long value, int first, int count) {
    byte[] all = new byte[Long.BYTES];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) (value >>> 8 * i);
    }
    return Arrays.copyOfRange(all, first, first + count);
  }
}
