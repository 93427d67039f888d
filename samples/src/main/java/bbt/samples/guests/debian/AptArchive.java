package bbt.samples.guests.debian;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.OwnFolder;
import bbt.reconstruct.basics.UserException;
import bbt.samples.guests.SampleCache;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Fetches packages of one suite and architecture of the archive that this machine's apt uses,
 * through a private apt state in a folder of our own (no root, no trace on the machine's own apt).
 *
 * <p>The archive's address is read from the machine's apt sources at run time. Release files past
 * their date are accepted (mirrors and snapshots may be old). Signatures are checked with the
 * machine's Debian keyring. If that keyring does not know the suite's key, packages {@linkplain
 * #forGuests for guests} are taken unverified, with a warning and {@code verified: false} in the
 * manifest; packages {@linkplain #forThisMachine for this machine} are refused. A missing or
 * <em>wrong</em> signature is always an error.
 */
public final class AptArchive {
  /** The beginning of a line to the user that is never left out, even where nobody looks on. */
  public static final String WARNING = "warning: ";

  /** The architecture of most guests, by Debian's name. */
  public static final String RISCV = "riscv64";

  /** The architecture of AArch64 guests. */
  public static final String ARM64 = "arm64";

  private static final List<Path> KEYRINGS =
      List.of(
          Path.of("/usr/share/keyrings/debian-archive-keyring.gpg"),
          Path.of("/usr/share/keyrings/debian-archive-keyring.pgp"));

  private static final String REMEDY =
      "install a newer debian-archive-keyring (apt install debian-archive-keyring)";

  /**
   * Names under which an archive offers a release besides its code name. Each has a folder with
   * lists of its own, which a mirror brings up to date on its own.
   */
  private static final List<String> OTHER_NAMES = List.of("stable", "oldstable", "testing");

  /** The option by which apt takes lists whoever signed them. */
  private static final String TRUSTED = "trusted=yes";

  /** The message of {@link #update} for a suite that an unknown key signed. */
  private static final String UNKNOWN_KEY = "unknown key";

  private final String suite;
  private final String architecture;
  private final Path folder;
  private final boolean forGuests;
  private final Consumer<String> progress;
  private boolean verified = true;
  private String site = "";

  private AptArchive(
      String suite,
      String architecture,
      boolean forGuests,
      Path folder,
      Consumer<String> progress) {
    this.suite = suite;
    this.architecture = architecture;
    this.forGuests = forGuests;
    this.folder = folder;
    this.progress = progress;
  }

  /** Opens an archive for packages that run in a RISC-V guest, or are only read. */
  public static AptArchive forGuests(String suite, Path folder, Consumer<String> progress) {
    return forGuests(suite, RISCV, folder, progress);
  }

  /**
   * Opens an archive for packages that run in a guest, or are only read.
   *
   * @param suite the release, such as {@code testing}
   * @param architecture by Debian's name
   * @param folder for the private state; emptied by {@link #open}
   * @param progress gets a line for the user now and then
   */
  public static AptArchive forGuests(
      String suite, String architecture, Path folder, Consumer<String> progress) {
    return new AptArchive(suite, architecture, true, folder, progress);
  }

  /**
   * Opens an archive for packages that this machine executes: verified, or {@link #open} refuses.
   */
  public static AptArchive forThisMachine(String suite, Path folder, Consumer<String> progress)
      throws IOException {
    String architecture =
        Command.run("dpkg", "--print-architecture").output().strip(); // amd64, arm64 ...
    return new AptArchive(suite, architecture, false, folder, progress);
  }

  /** A package of the archive: the fields of its stanza that matter here. */
  public record Package(
      String name, String version, long bytes, String sha256, List<String> depends) {}

  /** Whether the suite's signature was checked. */
  public boolean verified() {
    return verified;
  }

  /** Reads the suite's package list from the first of the machine's archives that has it. */
  public void open() throws IOException {
    String trouble = "";
    for (String candidate : machineSites()) {
      site = candidate.replaceFirst("^file:", "copy:"); // or apt would download nothing
      progress.accept("reading the package list of " + suite + " for " + architecture);
      String found = read(suite);
      if (isOutOfStep(found) && readUnderAnotherName()) {
        found = "";
      }
      if (found.isEmpty() && !stanzas("busybox-static").isEmpty()) {
        return;
      }
      trouble = found;
    }
    throw new UserException(
        Fault.UNAVAILABLE,
        "cannot read the package list of Debian "
            + suite
            + " ("
            + architecture
            + "): "
            + (trouble.isEmpty()
                ? "no Debian archive in this machine's apt sources has it"
                : trouble)
            + "; once fetched, a sample works offline");
  }

  /**
   * Reads the lists that the site has under a name, and says whether they are {@link #verified()}.
   * Returns what went wrong, or an empty text.
   */
  private String read(String name) throws IOException {
    String trouble = update(name, keyringOption());
    verified = !trouble.equals(UNKNOWN_KEY);
    if (verified) {
      return trouble;
    }
    if (!forGuests) {
      throw new UserException(
          Fault.UNAVAILABLE,
          "what is fetched from Debian "
              + suite
              + " would run on this machine, whose Debian keyring does not know the key that"
              + " signed it; "
              + REMEDY);
    }
    progress.accept(unverified(suite));
    return update(name, TRUSTED);
  }

  /** Whether a mirror has a list that is not the one which its signed release file describes. */
  private static boolean isOutOfStep(String trouble) {
    return trouble.contains("Mirror sync in progress") || trouble.contains("Hash Sum mismatch");
  }

  /** Takes the release under another name that the site has for it; false if there is none. */
  private boolean readUnderAnotherName() throws IOException {
    for (String name : OTHER_NAMES) {
      if (!name.equals(suite) && read(name).isEmpty() && isRelease()) {
        progress.accept(
            "the archive is out of step with itself under " + suite + "; taking its " + name);
        return true;
      }
    }
    return false;
  }

  /** Whether the release file that was read last is one of the release that is wanted. */
  private boolean isRelease() throws IOException {
    try (Stream<Path> lists = Files.list(folder.resolve("lists"))) {
      for (Path each : lists.filter(l -> l.toString().endsWith("Release")).toList()) {
        if (Files.readAllLines(each).contains("Codename: " + suite)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The warning of unverified packages, whenever they are fetched or used. */
  static String unverified(String suite) {
    return WARNING
        + "the packages of Debian "
        + suite
        + " are unverified: this machine's Debian keyring did not know the key that signed them; "
        + REMEDY
        + ", then fetch again";
  }

  /** The archives of the machine's apt sources, the most likely one first. */
  private static List<String> machineSites() throws IOException {
    Command.Result result =
        Command.run(
            "apt-get",
            "indextargets",
            "--format",
            "$(REPO_URI) $(RELEASE)",
            "Created-By: Packages");
    return sites(result.output());
  }

  /**
   * Archive addresses out of lines {@code ADDRESS RELEASE}: security archives do not carry whole
   * suites and are left out, those whose last folder is {@code debian} come first.
   */
  static List<String> sites(String lines) {
    Set<String> likely = new LinkedHashSet<>();
    Set<String> others = new LinkedHashSet<>();
    for (String line : lines.lines().toList()) {
      String[] words = line.strip().split("\\s+", -1);
      if (words.length < 2 || words[1].contains("security") || words[0].contains("security")) {
        continue;
      }
      (words[0].replaceAll("/+$", "").endsWith("debian") ? likely : others).add(words[0]);
    }
    List<String> all = new ArrayList<>(likely);
    if (all.isEmpty()) {
      all.addAll(others);
    }
    return all;
  }

  /** Returns what went wrong, or an empty text. */
  private String update(String name, String option) throws IOException {
    OwnFolder.delete(folder);
    for (String each : List.of("lists/partial", "archives/partial", "parts", "preferences")) {
      SampleCache.make(folder.resolve(each));
    }
    Files.writeString(folder.resolve("status"), "");
    Files.writeString(
        folder.resolve("sources.list"),
        "deb " + (option.isEmpty() ? "" : "[" + option + "] ") + site + " " + name + " main\n");
    Files.writeString(folder.resolve("apt.conf"), configuration(), StandardCharsets.UTF_8);
    Command.Result result = apt("apt-get", "-q", "update");
    String text = result.output() + "\n" + result.errors();
    // apt-get update succeeds when it could not fetch anything: its warnings tell.
    List<String> bad =
        text.lines()
            .filter(l -> l.startsWith("E:") || l.startsWith("W: Failed") || l.startsWith("Err:"))
            .toList();
    if (bad.isEmpty() && result.code() == 0) {
      return "";
    }
    boolean trusted = option.equals(TRUSTED);
    if (!trusted && (text.contains("NO_PUBKEY") || text.contains("Missing key"))) {
      return UNKNOWN_KEY;
    }
    return bad.stream()
        .filter(l -> l.startsWith("W:") || l.startsWith("E:"))
        .min(Comparator.naturalOrder()) // errors before warnings
        .orElse("apt-get update ended with code " + result.code())
        .replaceFirst("^[WE]: ", "");
  }

  private static String keyringOption() {
    for (Path keyring : KEYRINGS) {
      if (Files.isReadable(keyring)) {
        return "signed-by=" + keyring;
      }
    }
    return "";
  }

  private String configuration() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("Dir::State", folder + "/");
    settings.put("Dir::State::status", folder.resolve("status").toString());
    settings.put("Dir::State::lists", folder.resolve("lists") + "/");
    settings.put("Dir::Cache", folder + "/");
    settings.put("Dir::Cache::archives", folder.resolve("archives") + "/");
    settings.put("Dir::Etc::sourcelist", folder.resolve("sources.list").toString());
    settings.put("Dir::Etc::sourceparts", folder.resolve("parts") + "/");
    settings.put("Dir::Etc::preferences", folder.resolve("none").toString());
    settings.put("Dir::Etc::preferencesparts", folder.resolve("preferences") + "/");
    settings.put("APT::Architecture", architecture);
    settings.put("APT::Sandbox::User", System.getProperty("user.name"));
    settings.put("APT::Get::List-Cleanup", "false");
    settings.put("Acquire::Check-Valid-Until", "false");
    settings.put("Acquire::Check-Date", "false");
    // Whatever the machine's own apt puts up with.
    settings.put("Acquire::AllowInsecureRepositories", "false");
    settings.put("Acquire::AllowWeakRepositories", "false");
    settings.put("Acquire::AllowDowngradeToInsecureRepositories", "false");
    settings.put("APT::Get::AllowUnauthenticated", "false");
    settings.put("Acquire::Languages", "none");
    settings.put("Acquire::Retries", "3");
    settings.put("Acquire::http::Timeout", "30");
    settings.put("Acquire::https::Timeout", "30");
    StringBuilder text = new StringBuilder();
    for (String hook : List.of("APT::Update::Post-Invoke", "APT::Update::Post-Invoke-Success")) {
      text.append("#clear ")
          .append(hook)
          .append(";\n"); // they would act on the machine's own lists
    }
    text.append("#clear APT::Architectures;\nAPT::Architectures { \"")
        .append(architecture)
        .append("\"; };\n");
    settings.forEach((key, value) -> text.append(key).append(" \"").append(value).append("\";\n"));
    return text.toString();
  }

  private Command.Result apt(String program, String... arguments) throws IOException {
    List<String> line =
        new ArrayList<>(List.of(program, "-c", folder.resolve("apt.conf").toString()));
    line.addAll(List.of(arguments));
    return Command.run(line.toArray(String[]::new));
  }

  /** The package of this name in its newest version; an error when there is none. */
  public Package find(String name) throws IOException {
    List<Map<String, String>> stanzas = stanzas(name);
    if (stanzas.isEmpty()) {
      throw new UserException(
          Fault.UNAVAILABLE,
          "Debian " + suite + " has no package " + name + " for " + architecture);
    }
    Map<String, String> stanza = stanzas.get(0);
    return new Package(
        name,
        stanza.getOrDefault("Version", ""),
        Long.parseLong(stanza.getOrDefault("Size", "0")),
        stanza.getOrDefault("SHA256", ""),
        dependencies(stanza.getOrDefault("Depends", "")));
  }

  private List<Map<String, String>> stanzas(String name) throws IOException {
    return parse(apt("apt-cache", "--no-all-versions", "show", name).output());
  }

  /** Stanzas of a control file; continuation lines are dropped. */
  static List<Map<String, String>> parse(String text) {
    List<Map<String, String>> stanzas = new ArrayList<>();
    Map<String, String> stanza = new LinkedHashMap<>();
    for (String line : (text + "\n\n").lines().toList()) {
      int colon = line.indexOf(':');
      if (line.isBlank()) {
        if (!stanza.isEmpty()) {
          stanzas.add(stanza);
          stanza = new LinkedHashMap<>();
        }
      } else if (colon > 0 && !Character.isWhitespace(line.charAt(0))) {
        stanza.put(line.substring(0, colon), line.substring(colon + 1).strip());
      }
    }
    return stanzas;
  }

  /** Names in a Depends field, the first of each choice, without versions. */
  static List<String> dependencies(String field) {
    return Stream.of(field.split(",", -1))
        .map(each -> each.split("\\|", -1)[0].replaceAll("[(:].*", "").strip())
        .filter(each -> !each.isEmpty())
        .toList();
  }

  /** Downloads a package and checks its SHA-256; returns the file. */
  public Path download(Package wanted) throws IOException {
    progress.accept(
        String.format(
            java.util.Locale.ROOT,
            "fetching %s %s (%.1f MB)",
            wanted.name(),
            wanted.version(),
            wanted.bytes() / 1e6));
    Path target = SampleCache.make(folder.resolve("download-" + wanted.name()));
    Command.Result result =
        Command.runIn(
            target,
            "apt-get",
            "-c",
            folder.resolve("apt.conf").toString(),
            "-q",
            "download",
            wanted.name() + "=" + wanted.version());
    List<Path> files;
    try (Stream<Path> list = Files.list(target)) {
      files = list.filter(p -> p.toString().endsWith(".deb")).toList();
    }
    if (result.code() != 0 || files.size() != 1) {
      throw new UserException(
          Fault.UNAVAILABLE,
          "cannot fetch "
              + wanted.name()
              + ": "
              + result
                  .errors()
                  .lines()
                  .filter(l -> l.startsWith("E:"))
                  .findFirst()
                  .orElse("apt-get download ended with code " + result.code())
                  .replaceFirst("^E: ", ""));
    }
    String found = Manifest.sha256(files.get(0));
    if (!found.equals(wanted.sha256())) {
      throw new UserException(
          Fault.BAD_DATA,
          files.get(0) + " has SHA-256 " + found + ", the package list says " + wanted.sha256());
    }
    return files.get(0);
  }

  /** Downloads packages with all they depend on; apt checks their hashes. Returns the files. */
  public List<Path> downloadWithDependencies(List<String> names) throws IOException {
    progress.accept("fetching " + String.join(", ", names) + " with their libraries");
    List<String> line = new ArrayList<>(List.of("-q", "-y", "--no-install-recommends"));
    line.addAll(List.of("--download-only", "install"));
    line.addAll(names);
    Command.Result result = apt("apt-get", line.toArray(String[]::new));
    if (result.code() != 0) {
      throw new UserException(
          Fault.UNAVAILABLE,
          "cannot fetch "
              + String.join(", ", names)
              + ": "
              + result.errors().lines().filter(l -> l.startsWith("E:")).findFirst().orElse("?"));
    }
    try (Stream<Path> list = Files.list(folder.resolve("archives"))) {
      return list.filter(p -> p.toString().endsWith(".deb")).sorted().toList();
    }
  }
}
