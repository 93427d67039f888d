package bbt.samples.guests.firmware;

import bbt.samples.guests.debian.FetchedSample;
import bbt.samples.guests.linux.TestingLinux;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** {@code opensbi}: the sample {@code linux} above OpenSBI in M-mode. */
public final class OpenSbiSample implements FetchedSample {
  private final TestingLinux linux = new TestingLinux();

  @Override
  public String name() {
    return "opensbi";
  }

  @Override
  public String description() {
    return "OpenSBI in M-mode with the sample linux above it (fetches 14 MB once)";
  }

  @Override
  public Prepared prepare(Consumer<String> progress) throws IOException {
    Prepared files = linux.prepare(progress);
    return new Prepared(
        files.kernel(),
        files.initrd(),
        files.append(),
        FirmwareFiles.openSbi(progress),
        files.drives());
  }

  @Override
  public void fetch(Consumer<String> progress) throws IOException {
    linux.fetch(progress);
    FirmwareFiles.RECIPE.make(progress);
  }

  @Override
  public List<String> provenance() throws IOException {
    List<String> all = new ArrayList<>(FirmwareFiles.RECIPE.provenance());
    all.addAll(linux.provenance());
    return all;
  }
}
