package bbt.samples.guests.debian;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The record of where a fetched sample's files come from; {@code manifest.json} beside them.
 *
 * @param sample its name
 * @param suite the release the packages are from
 * @param verified whether the archive's signature was checked
 * @param modules kernel modules that were asked for; empty where there is no such choice
 * @param packages what was fetched
 * @param files what was made of it, by file name
 * @param init SHA-256 of the script that the initramfs runs, or of all that a recipe depends on
 *     beside packages
 */
public record Manifest(
    String sample,
    String suite,
    boolean verified,
    List<String> modules,
    List<Source> packages,
    List<Made> files,
    String init) {
  public static final String FILE = "manifest.json";

  /** A fetched package. */
  public record Source(String name, String version, long bytes, String sha256) {
    /**
     * Describes a downloaded file, whose name is NAME_VERSION_ARCHITECTURE.deb with {@code %3a} for
     * a colon.
     */
    public static Source of(Path deb) throws IOException {
      String[] parts = deb.getFileName().toString().split("_", -1);
      String version = parts.length > 1 ? parts[1].replace("%3a", ":") : "";
      return new Source(parts[0], version, Files.size(deb), Manifest.sha256(deb));
    }
  }

  /** A file of the sample. */
  public record Made(String name, long bytes, String sha256) {
    public static Made of(Path file) throws IOException {
      return of(file.getParent(), file);
    }

    private static Made of(Path folder, Path file) throws IOException {
      String name = folder.relativize(file).toString();
      return new Made(name, Files.size(file), Manifest.sha256(file));
    }

    /** All files below a folder, but not what links lead to. */
    public static List<Made> below(Path folder) throws IOException {
      List<Path> files;
      try (Stream<Path> all = Files.walk(folder)) {
        files =
            all.filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))
                .sorted()
                .toList();
      }
      List<Made> made = new ArrayList<>();
      for (Path file : files) {
        made.add(of(folder, file));
      }
      return made;
    }
  }

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** Reads a folder's manifest; null when there is none that fits the files beside it. */
  public static Manifest read(Path folder) {
    try {
      Manifest manifest = JSON.readValue(folder.resolve(FILE).toFile(), Manifest.class);
      for (Made made : manifest.files()) {
        if (Files.size(folder.resolve(made.name())) != made.bytes()) {
          return null;
        }
      }
      return manifest;
    } catch (IOException e) {
      return null; // not fetched yet, or half fetched by a version of ours that wrote it
      // differently
    }
  }

  public void write(Path folder) throws IOException {
    JSON.writeValue(folder.resolve(FILE).toFile(), this);
  }

  /** Says that the packages were not verified, if so: whenever what was made of them is used. */
  public void warn(Consumer<String> progress) {
    if (!verified) {
      progress.accept(AptArchive.unverified(suite));
    }
  }

  /** The first file whose content is not what was fetched, or null. */
  public String damaged(Path folder) throws IOException {
    for (Made made : files) {
      if (!sha256(folder.resolve(made.name())).equals(made.sha256())) {
        return made.name();
      }
    }
    return null;
  }

  /** SHA-256 of a file, in hexadecimal. */
  public static String sha256(Path file) throws IOException {
    MessageDigest digest = digest();
    try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      in.transferTo(java.io.OutputStream.nullOutputStream());
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  public static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(digest().digest(bytes));
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
