package bbt.reconstruct.gdb.targets;

import bbt.ptg.guest.GdbRegister;

/** Registers of a hart that stands still. */
public interface HartState {
  long pc();

  /** The value of a register. */
  long get(GdbRegister register);

  /** Changes a register; a value that it cannot hold is made legal. */
  void set(GdbRegister register, long value);
}
