package bbt.samples.cli;

import bbt.reconstruct.cli.CommandProvider;

/** Adds {@code bbt lockstep}. */
public final class LockstepCommandProvider implements CommandProvider {
  @Override
  public Object command() {
    return new LockstepCommand();
  }
}
