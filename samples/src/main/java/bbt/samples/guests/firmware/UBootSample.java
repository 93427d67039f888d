package bbt.samples.guests.firmware;

import bbt.samples.guests.debian.FetchedSample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** {@code u-boot}: OpenSBI and U-Boot, which stops at its prompt: there is nothing to boot. */
public final class UBootSample implements FetchedSample {
  @Override
  public String name() {
    return "u-boot";
  }

  @Override
  public String description() {
    return "OpenSBI and U-Boot to U-Boot's prompt (fetches 3 MB once)";
  }

  @Override
  public Prepared prepare(Consumer<String> progress) throws IOException {
    Path uBoot = FirmwareFiles.uBoot(progress);
    return new Prepared(uBoot, null, "", FirmwareFiles.openSbi(progress), List.of());
  }

  @Override
  public void fetch(Consumer<String> progress) throws IOException {
    FirmwareFiles.RECIPE.make(progress);
  }

  @Override
  public List<String> provenance() throws IOException {
    return FirmwareFiles.RECIPE.provenance();
  }
}
