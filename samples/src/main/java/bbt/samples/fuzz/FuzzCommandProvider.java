package bbt.samples.fuzz;

import bbt.reconstruct.cli.CommandProvider;

/** Adds {@code bbt fuzz}. */
public final class FuzzCommandProvider implements CommandProvider {
  @Override
  public Object command() {
    return new FuzzCommand();
  }
}
