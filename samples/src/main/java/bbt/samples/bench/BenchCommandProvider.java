package bbt.samples.bench;

import bbt.reconstruct.cli.CommandProvider;

/** Adds {@code bbt bench}. */
public final class BenchCommandProvider implements CommandProvider {
  @Override
  public Object command() {
    return new BenchCommand();
  }
}
