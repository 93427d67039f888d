package bbt.samples.guests;

import bbt.translator.boot.GuestSample;
import java.io.IOException;
import java.util.function.Consumer;

/** A guest of our own that is committed as an ELF file with the sample's name. */
abstract class EmbeddedSample implements GuestSample {
  private final String name;
  private final String description;

  EmbeddedSample(String name, String description) {
    this.name = name;
    this.description = description;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String description() {
    return description;
  }

  @Override
  public final boolean embedded() {
    return true;
  }

  @Override
  public final Prepared prepare(Consumer<String> progress) throws IOException {
    return new Prepared(EmbeddedElf.file(name), null, "");
  }
}
