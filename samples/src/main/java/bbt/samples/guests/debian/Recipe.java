package bbt.samples.guests.debian;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.samples.guests.SampleCache;
import bbt.samples.guests.WorkFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The steps that make a sample's folder out of Debian's packages, with the list of what it was made
 * of. The folder is made once and then used offline.
 */
public final class Recipe {
  /** Makes the files. */
  public interface Steps {
    void make(Workshop shop) throws IOException;
  }

  /** Lists what beside the packages decides the files. */
  public interface Ingredients {
    List<String> list() throws IOException;
  }

  private final String name;
  private final String suite;
  private final String architecture;
  private final Ingredients ingredients;
  private final Steps steps;

  /** Steps with packages of {@link AptArchive#RISCV}. */
  public Recipe(String name, String suite, Ingredients ingredients, Steps steps) {
    this(name, suite, AptArchive.RISCV, ingredients, steps);
  }

  /**
   * @param name of the folder
   * @param suite the release that the packages are from
   * @param architecture theirs, by Debian's name
   * @param ingredients hashes of scripts, of other samples' files, numbers: the files are made
   *     again when they change
   * @param steps fills {@link Workshop#files}
   */
  public Recipe(
      String name, String suite, String architecture, Ingredients ingredients, Steps steps) {
    this.name = name;
    this.suite = suite;
    this.architecture = architecture;
    this.ingredients = ingredients;
    this.steps = steps;
  }

  /** The folder, whether or not it is there. */
  public Path folder() {
    return SampleCache.folder(name);
  }

  /** The folder with its files; makes them when they are not there or made differently. */
  public Path ready(Consumer<String> progress) throws IOException {
    Manifest manifest = Manifest.read(folder());
    if (manifest == null || !manifest.init().equals(ingredientsHash())) {
      make(progress);
    } else {
      manifest.warn(progress);
    }
    return folder();
  }

  /** Makes the files anew from the newest packages. */
  public void make(Consumer<String> progress) throws IOException {
    try (WorkFolder work = WorkFolder.of(name)) {
      Workshop shop = new Workshop(suite, architecture, work.path(), progress);
      steps.make(shop);
      List<Manifest.Made> made = Manifest.Made.below(shop.files());
      new Manifest(name, suite, shop.verified(), List.of(), shop.sources(), made, ingredientsHash())
          .write(shop.files());
      progress.accept("keeping " + name + " in " + folder());
      work.publish(shop.files(), folder());
    }
  }

  private String ingredientsHash() throws IOException {
    return Manifest.sha256(String.join("\n", ingredients.list()).getBytes(StandardCharsets.UTF_8));
  }

  /** Packages and files with their hashes, as text lines; empty when nothing is there. */
  public List<String> provenance() throws IOException {
    return provenance(folder(), name);
  }

  /**
   * Packages and files of any folder with a manifest, with their hashes.
   *
   * @param name of the sample that {@code bbt samples fetch} makes it with
   */
  public static List<String> provenance(Path folder, String name) throws IOException {
    Manifest manifest = Manifest.read(folder);
    if (manifest == null) {
      return List.of();
    }
    String damaged = manifest.damaged(folder);
    if (damaged != null) {
      throw new UserException(
          Fault.BAD_DATA,
          folder.resolve(damaged) + " is not what was fetched; run: bbt samples fetch " + name);
    }
    List<String> lines = new ArrayList<>();
    for (Manifest.Source each : manifest.packages()) {
      lines.add(each.name() + " " + each.version() + " sha256:" + each.sha256());
    }
    for (Manifest.Made each : manifest.files()) {
      lines.add(each.name() + " sha256:" + each.sha256());
    }
    lines.add(
        "Debian "
            + manifest.suite()
            + (manifest.verified() ? ", signature verified" : ", signature NOT verified"));
    return lines;
  }
}
