package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A copy of a built checkout, in a folder with a space in its name, started through a link. */
final class CopiedCheckoutTest {
  private static final Path ROOT = Path.of(System.getProperty("bbt.root"));
  private static final List<String> MODULES =
      List.of("bb-packets", "ptg", "translator", "reconstruct", "samples");

  @TempDir private Path folder;

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.toList()) {
        Path target = to.resolve(from.relativize(each).toString());
        Files.createDirectories(target.getParent());
        if (!Files.isDirectory(each)) {
          Files.copy(each, target, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }

  private Path copyOfTheCheckout() throws IOException {
    Path copy = folder.resolve("a copy");
    for (String each : List.of("bbt", "jvm.flags", "warm.flags", "pom.xml", ".ci/toolchain.sh")) {
      copy(ROOT.resolve(each), copy.resolve(each));
    }
    for (String each : MODULES) {
      copy(ROOT.resolve(each).resolve("pom.xml"), copy.resolve(each).resolve("pom.xml"));
      copy(ROOT.resolve(each).resolve("target/classes"), copy.resolve(each + "/target/classes"));
      Files.createDirectories(copy.resolve(each).resolve("src/main"));
    }
    String list = "samples/target/dependencies-classpath";
    copy(ROOT.resolve(list), copy.resolve(list));
    // Built last of all, so that nothing is built anew.
    Files.createFile(Files.createDirectories(copy.resolve("target")).resolve("built"));
    return Files.createSymbolicLink(folder.resolve("bbt"), copy.resolve("bbt"));
  }

  /** Runs a command and returns what it wrote. */
  private String run(int expected, Map<String, String> environment, String... line)
      throws Exception {
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().putAll(environment);
    Path out = folder.resolve("out");
    Process process = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertTrue(process.waitFor(120, TimeUnit.SECONDS));
    assertEquals(expected, process.exitValue(), Files.readString(out));
    return Files.readString(out);
  }

  @Test
  void runsItsOwnClasses() throws Exception {
    String bbt = copyOfTheCheckout().toString();
    Path log = folder.resolve("classes");
    Map<String, String> logging = Map.of("JAVA_TOOL_OPTIONS", "-Xlog:class+load:file=" + log);
    run(0, logging, bbt, "boot", "mini", "--console", "none");
    String classes = Files.readString(log);
    for (String each : MODULES) {
      String place = "/target/jars/" + each + ".jar";
      assertFalse(classes.contains("source: file:" + ROOT + place), "a class of the original");
      assertTrue(classes.contains("/a%20copy" + place), "no class of the copy's " + each);
    }
  }

  @Test
  void keepsTheClassesOfRunForTheNextOne() throws Exception {
    String bbt = copyOfTheCheckout().toString();
    Path log = folder.resolve("classes");
    Map<String, String> environment =
        Map.of(
            "JAVA_TOOL_OPTIONS",
            "-Xlog:class+load:file=" + log,
            "XDG_CACHE_HOME",
            folder.resolve("a cache").toString());
    String own = "bbt.reconstruct.cli.Main source: ";
    run(64, environment, bbt, "run");
    assertTrue(Files.readString(log).contains(own + "file:"), "not packed");
    run(64, environment, bbt, "run");
    assertTrue(Files.readString(log).contains(own + "shared objects file (top)"), "not kept");
    // Another build has other classes.
    Path built = folder.resolve("a copy/target/built");
    Files.setLastModifiedTime(built, FileTime.fromMillis(System.currentTimeMillis() + 1000));
    run(64, environment, bbt, "run");
    assertTrue(Files.readString(log).contains(own + "file:"), "the other build's");
    run(64, Map.of("XDG_CACHE_HOME", "/proc/none"), bbt, "run"); // nowhere to keep them
  }

  @Test
  void takesItsHeapFromTheEnvironment() throws Exception {
    String bbt = copyOfTheCheckout().toString();
    String trace = HeapTest.large(folder).toString();
    String page = folder.resolve("page.html").toString();
    String small = run(69, Map.of("BBT_HEAP", "200m"), bbt, "report", trace, "--html", page);
    assertTrue(small.contains("needs about 1128 MB of heap"), small);
    // With enough of it the file is looked at, and found to be no trace.
    run(65, Map.of("BBT_HEAP", "1300m"), bbt, "report", trace, "--html", page);
  }
}
