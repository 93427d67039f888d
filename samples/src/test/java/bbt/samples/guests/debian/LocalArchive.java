package bbt.samples.guests.debian;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;

/**
 * A Debian archive in a folder, signed by a key that nobody knows but itself, and an apt
 * configuration that names it as the machine's only one. Needs apt, dpkg-deb and gpg.
 */
final class LocalArchive implements AutoCloseable {
  private final Path site;
  private final Path gpg;
  private final Path work;

  /** Stanzas of the packages, by architecture. */
  private final Map<String, StringBuilder> packages = new TreeMap<>();

  LocalArchive(Path folder) throws IOException {
    this.work = folder;
    this.site = Files.createDirectories(folder.resolve("debian"));
    this.gpg = Files.createDirectories(folder.resolve("gpg"));
    Files.setPosixFilePermissions(gpg, PosixFilePermissions.fromString("rwx------"));
  }

  /**
   * Adds a package.
   *
   * @param files path to content; all of them may be executed
   */
  void add(String architecture, String name, Map<String, String> files) throws IOException {
    Path tree = Files.createDirectories(work.resolve("tree-" + architecture + "-" + name));
    String control =
        "Package: %s\nVersion: 1\nArchitecture: %s\nMaintainer: Nobody <nobody@example.org>\n"
            .formatted(name, architecture);
    Files.writeString(
        Files.createDirectories(tree.resolve("DEBIAN")).resolve("control"),
        control + "Description: " + name + "\n");
    for (Map.Entry<String, String> each : files.entrySet()) {
      Path file = tree.resolve(each.getKey());
      Files.createDirectories(file.getParent());
      Files.writeString(file, each.getValue());
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    String deb = name + "_1_" + architecture + ".deb";
    run("dpkg-deb", "--root-owner-group", "-b", tree.toString(), site.resolve(deb).toString());
    packages
        .computeIfAbsent(architecture, a -> new StringBuilder())
        .append(control)
        .append("Filename: ")
        .append(deb)
        .append("\nSize: ")
        .append(Files.size(site.resolve(deb)))
        .append("\nSHA256: ")
        .append(Manifest.sha256(site.resolve(deb)))
        .append("\nDescription: ")
        .append(name)
        .append("\n\n");
  }

  /** Writes the lists and signs them; returns the apt configuration, for {@code APT_CONFIG}. */
  Path sign() throws IOException {
    gpg("--quick-gen-key", "nobody@example.org", "ed25519", "sign", "never");
    lists("testing", "testing");
    return configuration();
  }

  /**
   * Writes the lists under a name and signs them.
   *
   * @param codename which release the lists say they are
   * @return where they are
   */
  Path lists(String name, String codename) throws IOException {
    Path suite = Files.createDirectories(site.resolve("dists").resolve(name));
    StringBuilder release =
        new StringBuilder("Origin: Nobody\nSuite: " + name + "\nCodename: " + codename + "\n");
    release.append("Date: Sat, 01 Nov 2025 00:00:00 UTC\nComponents: main\nArchitectures:");
    packages.keySet().forEach(each -> release.append(' ').append(each));
    release.append("\nSHA256:\n");
    for (Map.Entry<String, StringBuilder> each : packages.entrySet()) {
      String list = "main/binary-" + each.getKey() + "/Packages";
      Path file = suite.resolve(list);
      Files.createDirectories(file.getParent());
      Files.writeString(file, each.getValue());
      release.append(" %s %d %s\n".formatted(Manifest.sha256(file), Files.size(file), list));
    }
    Path plain = Files.writeString(suite.resolve("Release"), release);
    gpg("--clearsign", "-o", suite.resolve("InRelease").toString(), plain.toString());
    return suite;
  }

  private Path configuration() throws IOException {
    Path list =
        Files.writeString(
            work.resolve("sources.list"), "deb [trusted=yes] copy:" + site + " testing main\n");
    Path state = Files.createDirectories(work.resolve("state/lists/partial")).getParent();
    Path conf =
        Files.writeString(
            work.resolve("apt.conf"),
            """
            Dir::Etc::sourcelist "%s";
            Dir::Etc::sourceparts "/dev/null";
            Dir::State::lists "%s/";
            Dir::Cache "%s/";
            APT::Sandbox::User "%s";
            """
                .formatted(list, state, work.resolve("cache"), System.getProperty("user.name")));
    Command.Result updated =
        Command.run(Map.of("APT_CONFIG", conf.toString()), "apt-get", "-q", "update");
    assertEquals(0, updated.code(), updated.errors());
    return conf;
  }

  private void gpg(String... arguments) throws IOException {
    String[] line = {"gpg", "--homedir", gpg.toString(), "--batch", "--passphrase", ""};
    String[] all = java.util.Arrays.copyOf(line, line.length + arguments.length);
    System.arraycopy(arguments, 0, all, line.length, arguments.length);
    run(all);
  }

  private static void run(String... line) throws IOException {
    Command.Result result = Command.run(line);
    assertEquals(0, result.code(), String.join(" ", line) + ": " + result.errors());
  }

  /** Ends the agent that gpg started. */
  @Override
  public void close() throws IOException {
    Command.run("gpgconf", "--homedir", gpg.toString(), "--kill", "all");
  }
}
