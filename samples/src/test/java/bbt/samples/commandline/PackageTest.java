package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unpacks what {@code ./bbt package} makes in a root of its own that has no Java. */
@Tag("full")
final class PackageTest {
  private static final Path ROOT = Path.of(System.getProperty("bbt.root"));

  @TempDir private Path folder;

  private String run(int expected, List<String> line) throws Exception {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().keySet().removeIf(name -> name.startsWith("BBT_"));
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    assertEquals(expected, process.waitFor(), () -> line + "\n" + text(out) + text(err));
    return text(out);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static Path only(Path folder, String ending) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(p -> p.toString().endsWith(ending)).reduce((a, b) -> null).orElseThrow();
    }
  }

  /** Copies a program and the libraries that it needs to the same places below another root. */
  private void bring(Path root, Path program) throws Exception {
    List<Path> files = new ArrayList<>(List.of(program));
    Matcher library = Pattern.compile("/\\S+").matcher(run(0, List.of("ldd", program.toString())));
    while (library.find()) {
      files.add(Path.of(library.group()));
    }
    for (Path file : files) {
      if (Files.isRegularFile(file) && !file.startsWith(root)) {
        Path copy = root.resolve(file.toString().substring(1));
        Files.createDirectories(copy.getParent());
        if (!Files.exists(copy)) {
          Files.copy(file, copy);
        }
      }
    }
  }

  private List<String> inside(Path root, String... command) {
    List<String> line =
        new ArrayList<>(
            List.of(
                "unshare",
                "--map-root-user",
                "--mount",
                "--pid",
                "--fork",
                "--mount-proc=" + root.resolve("proc"), // by which the runtime finds its libraries
                "/usr/sbin/chroot",
                root.toString(),
                "/bin/sh"));
    line.addAll(List.of("-c", "PATH=/bin:/usr/bin; \"$@\"", "sh"));
    line.addAll(List.of(command));
    return line;
  }

  @Test
  void bootsAGuestWhereThereIsNoJava() throws Exception {
    Path made = folder.resolve("made here");
    run(0, List.of(ROOT.resolve("bbt").toString(), "package", "--output", made.toString()));
    Path root = folder.resolve("root");
    Files.createDirectories(root.resolve("opt/a place"));
    Files.createDirectories(root.resolve("tmp"));
    Files.createDirectories(root.resolve("proc"));
    Files.createDirectories(root.resolve("bin"));
    Path tarball = only(made, ".tar.gz");
    run(0, List.of("tar", "-xzf", tarball.toString(), "-C", root + "/opt/a place"));
    String name = tarball.getFileName().toString().replace(".tar.gz", "");
    Path home = root.resolve("opt/a place").resolve(name);
    for (String each : List.of("sh", "readlink", "dirname")) {
      Path program = Path.of("/usr/bin").resolve(each);
      bring(root, program);
      if (!Files.exists(root.resolve("bin").resolve(each))) {
        Files.copy(program, root.resolve("bin").resolve(each));
      }
    }
    bring(root, home.resolve("runtime/bin/java"));
    bring(root, home.resolve("runtime/lib/server/libjvm.so"));
    String bbt = "/opt/a place/" + name + "/bin/bbt";

    String version = name.replace("bbt-", "").replaceAll("-linux-.*", "");
    assertTrue(run(0, inside(root, bbt, "--version")).startsWith("bbt " + version + "\n"));
    String said =
        run(0, inside(root, bbt, "boot", "mini", "--bb-trace", "/tmp/mini.bbt", "--report"));
    assertTrue(said.contains("mini: compute 0xfb5472874355fb4b"), said);
    assertTrue(said.contains("WHAT STANDS OUT"), said);

    // The cache of classes is taken where the tarball lies now: without it the JVM says so.
    Files.delete(home.resolve("lib/bbt.aot"));
    String without = run(0, inside(root, bbt, "--version"));
    assertTrue(without.startsWith("bbt "), without);

    for (String page : List.of("bbt.1", "bbt-report.1", "bbt-trace-cut.1")) {
      String text = Files.readString(home.resolve("share/man/man1").resolve(page));
      for (String part : List.of(".SH NAME", ".SH SYNOPSIS", ".SH OPTIONS", ".SH EXIT STATUS")) {
        assertTrue(text.contains(part), page + " has no " + part);
      }
    }
    assertTrue(
        text(home.resolve("share/bash-completion/completions/bbt")).contains("_complete_bbt"));
    assertTrue(text(made.resolve("Containerfile")).contains("ADD " + tarball.getFileName()));
    String files = run(0, List.of("dpkg-deb", "--contents", only(made, ".deb").toString()));
    for (String file :
        List.of("./usr/bin/bbt ->", "./usr/lib/bbt/runtime/bin/java", "man1/bbt-report.1.gz")) {
      assertTrue(files.contains(file), file);
    }
  }
}
