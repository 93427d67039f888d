package bbt.samples.cli;

import bbt.reconstruct.cli.CommandProvider;

/** Adds {@code bbt samples}. */
public final class SamplesCommandProvider implements CommandProvider {
  @Override
  public Object command() {
    return new SamplesCommand();
  }
}
