package bbt.samples.cli;

import bbt.reconstruct.cli.CommandProvider;

/** Adds {@code bbt prove}. */
public final class ProveCommandProvider implements CommandProvider {
  @Override
  public Object command() {
    return new ProveCommand();
  }
}
