package bbt.samples.conformance.fuzz.user;

import java.util.Random;

/** Chooses the integer registers that a random instruction may write. */
final class WritableRegisters {
  /** Pointers into data; x9 through another mapping of it. */
  static final int[] POINTERS = {2, 8, 9};

  private static final int[] COUNTERS = {20, 21};

  private final Random random;
  private int kept;

  WritableRegisters(Random random) {
    this.random = random;
    for (int pointer : POINTERS) {
      protect(pointer);
    }
    for (int counter : COUNTERS) {
      protect(counter);
    }
  }

  /** Protects a register: nothing random writes it from now on. */
  void protect(int register) {
    kept |= 1 << register;
  }

  void release(int register) {
    kept &= ~(1 << register);
  }

  boolean isFree(int register) {
    return (kept >>> register & 1) == 0;
  }

  /** Chooses a register for a destination: sometimes x0. */
  int destination() {
    return random.nextInt(20) == 0 ? 0 : scratch();
  }

  /** Chooses a register that may be written, not x0. */
  int scratch() {
    while (true) {
      // Often one of the few that compressed instructions name.
      int register = random.nextInt(3) == 0 ? 8 + random.nextInt(8) : 1 + random.nextInt(31);
      if (isFree(register)) {
        return register;
      }
    }
  }

  /** Chooses a register that may be written, another than the one given. */
  int scratchBut(int other) {
    while (true) {
      int register = scratch();
      if (register != other) {
        return register;
      }
    }
  }

  /** Chooses any register, for a source. */
  int source() {
    return random.nextInt(3) == 0 ? 8 + random.nextInt(8) : random.nextInt(32);
  }

  /** Chooses a register that points into data. */
  int pointer() {
    return POINTERS[random.nextInt(POINTERS.length)];
  }
}
