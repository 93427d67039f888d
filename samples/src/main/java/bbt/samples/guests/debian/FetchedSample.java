package bbt.samples.guests.debian;

import bbt.translator.boot.GuestSample;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** A guest that is made of Debian's packages. */
public interface FetchedSample extends GuestSample {
  /**
   * Makes the newest version, whether or not one is there; the old one stays until it is whole.
   *
   * @param progress gets a line for the user now and then
   */
  void fetch(Consumer<String> progress) throws IOException;

  /** Packages and files with their hashes, as text lines; empty when nothing was fetched. */
  List<String> provenance() throws IOException;
}
