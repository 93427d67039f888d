package bbt.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
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

  @Test
  void runsItsOwnClasses() throws Exception {
    Path copy = folder.resolve("a copy");
    for (String each : List.of("bbt", "jvm.flags", "pom.xml", ".ci/toolchain.sh")) {
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
    Path link = Files.createSymbolicLink(folder.resolve("bbt"), copy.resolve("bbt"));
    Path log = folder.resolve("classes");
    ProcessBuilder builder = new ProcessBuilder(link.toString(), "boot", "mini", "--console", "none");
    builder.environment().put("JAVA_TOOL_OPTIONS", "-Xlog:class+load:file=" + log);
    builder.redirectErrorStream(true).redirectOutput(folder.resolve("out").toFile());
    Process process = builder.start();
    assertTrue(process.waitFor(120, TimeUnit.SECONDS));
    assertEquals(0, process.exitValue(), Files.readString(folder.resolve("out")));
    String classes = Files.readString(log);
    for (String each : MODULES) {
      String place = "/" + each + "/target/classes/";
      assertFalse(classes.contains("source: file:" + ROOT + place), "a class of the original");
      assertTrue(classes.contains("/a%20copy" + place), "a class of the copy's " + each);
    }
  }
}
