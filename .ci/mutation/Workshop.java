import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles modules with one file changed, and runs tests on the result. Compiled with what the last
 * Maven build left: test classes, jars and, unless the table changed, the generated interpreter.
 */
final class Workshop {
  /** Each uses those before it. */
  static final List<String> MODULES =
      List.of("bb-packets", "ptg", "translator", "reconstruct", "samples");

  private static final String GENERATOR = "translator/src/generator/java/bbt/translator/interp/gen";

  /** How long a test may take, in seconds: an endless loop is no assertion. */
  private static final int TEST_SECONDS = 240;

  private final Path root;
  private final Path work;

  /** The folder with the changed source alone, for tests that read sources. */
  private Path changed;

  private final JavaCompiler javac = ToolProvider.getSystemJavaCompiler();

  Workshop(Path root) throws IOException, InterruptedException {
    this.root = root;
    this.work = root.resolve("target/mutations");
    Path tool = work.resolve("tool");
    compile(
        List.of(source(root.resolve(".ci/mutation/TestRun.java"), null)),
        classPath("samples"),
        tool);
  }

  /** What a test run said: the first line is the verdict. */
  record Outcome(String verdict, String detail) {}

  /** The module whose tests have a class of this name. */
  String moduleOfTest(String test) throws IOException {
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(root.resolve(module).resolve("src/test/java"))) {
        if (files.anyMatch(f -> f.getFileName().toString().equals(test + ".java"))) {
          return module;
        }
      }
    }
    throw new IllegalArgumentException("there is no test " + test);
  }

  private String className(String module, String test) throws IOException {
    Path tests = root.resolve(module).resolve("src/test/java");
    try (Stream<Path> files = Files.walk(tests)) {
      Path file =
          files
              .filter(f -> f.getFileName().toString().equals(test + ".java"))
              .findFirst()
              .orElseThrow();
      return tests
          .relativize(file)
          .toString()
          .replace(".java", "")
          .replace(File.separatorChar, '.');
    }
  }

  /**
   * Compiles the changed file, and where it decides how the interpreter looks, the interpreter; a
   * resource is copied. Other classes stay as they are: no signature changes, and a constant of
   * another class that the compiler copied is the one thing that a mutation must not change.
   *
   * @return class folders to put before those of the modules
   */
  List<Path> build(Mutation mutation, String testModule) throws IOException, InterruptedException {
    if (MODULES.indexOf(testModule) < MODULES.indexOf(mutation.module())) {
      throw new IllegalArgumentException(
          "a test of " + testModule + " cannot notice a change of " + mutation.module());
    }
    Path folder = work.resolve(mutation.name());
    delete(folder);
    Files.createDirectories(folder);
    Path file = root.resolve(mutation.file());
    String text = mutation.apply(Files.readString(file));
    changed = folder.resolve("sources");
    Path copyOfSource = changed.resolve(mutation.file());
    Files.createDirectories(copyOfSource.getParent());
    Files.writeString(copyOfSource, text);
    List<Path> overlays = new ArrayList<>();
    boolean generator = mutation.file().startsWith(GENERATOR);
    String resources = mutation.module() + "/src/main/resources/";
    if (mutation.file().startsWith(resources)) {
      // What a class loader finds first: a script of a page, for instance.
      Path copy = folder.resolve("changed").resolve(mutation.file().substring(resources.length()));
      Files.createDirectories(copy.getParent());
      Files.writeString(copy, text);
      return List.of(folder.resolve("changed"));
    }
    if (!generator) {
      Path classes = folder.resolve("changed");
      compile(List.of(source(file, text)), classPath(mutation.module()), classes);
      overlays.add(classes);
    }
    if (generator || mutation.module().equals("ptg") && !testModule.equals("ptg")) {
      Path generated = generate(folder, overlays, mutation, text);
      Path classes = folder.resolve("interpreter");
      try (Stream<Path> files = Files.walk(generated)) {
        List<JavaFileObject> sources =
            files.filter(f -> f.toString().endsWith(".java")).map(f -> source(f, null)).toList();
        compile(sources, joined(overlays) + classPath("translator"), classes);
      }
      overlays.add(classes);
    }
    return overlays;
  }

  /** Writes the interpreter from the changed table or by the changed generator. */
  private Path generate(Path folder, List<Path> overlays, Mutation mutation, String text)
      throws IOException, InterruptedException {
    Path generator = root.resolve(GENERATOR);
    if (mutation.file().startsWith(GENERATOR)) {
      Path copy = folder.resolve("generator/bbt/translator/interp/gen");
      Files.createDirectories(copy);
      try (Stream<Path> files = Files.list(generator)) {
        for (Path file : files.toList()) {
          Files.copy(file, copy.resolve(file.getFileName()));
        }
      }
      Files.writeString(copy.resolve(Path.of(mutation.file()).getFileName()), text);
      generator = copy;
    }
    Path output = folder.resolve("generated");
    Outcome outcome =
        run(
            List.of(
                java(),
                "-XX:TieredStopAtLevel=1",
                "--class-path",
                joined(overlays) + classPath("translator"),
                generator.resolve("RiscvTable.java").toString(),
                output.toString(),
                generator.resolve("DispatchLoop.template").toString()),
            60);
    if (!outcome.verdict().isEmpty()) {
      throw new IllegalArgumentException("the generator failed: " + outcome.verdict());
    }
    return output;
  }

  /**
   * Runs test classes of one module.
   *
   * @param overlays class folders before the module's own
   */
  Outcome test(List<Path> overlays, String module, List<String> tests)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(java());
    command.add("@" + root.resolve("jvm.flags"));
    command.add("-Djava.awt.headless=true");
    command.add("-Dbbt.root=" + root);
    if (!overlays.isEmpty()) {
      command.add("-Dbbt.changed=" + changed);
    }
    command.add("-Djqwik.database=" + work.resolve("jqwik-database"));
    command.add("-cp");
    command.add(
        work.resolve("tool")
            + File.pathSeparator
            + joined(overlays)
            + root.resolve(module).resolve("target/test-classes")
            + File.pathSeparator
            + classPath(module));
    command.add("TestRun");
    for (String test : tests) {
      command.add(className(module, test));
    }
    return run(command, TEST_SECONDS);
  }

  private Outcome run(List<String> command, int seconds) throws IOException, InterruptedException {
    Path output = Files.createTempFile(work, "run", ".txt");
    Process process =
        new ProcessBuilder(command)
            .directory(root.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly().waitFor();
    }
    List<String> lines = Files.readAllLines(output);
    Files.delete(output);
    if (!ended) {
      return new Outcome("no end within " + seconds + " s", "");
    }
    List<String> said = lines.stream().filter(l -> l.startsWith("TestRun: ")).toList();
    if (said.isEmpty()) {
      return new Outcome(lines.isEmpty() ? "" : lines.getLast(), "");
    }
    String detail = said.size() > 1 ? said.get(1).substring("TestRun: ".length()) : "";
    return new Outcome(said.getFirst().substring("TestRun: ".length()), detail);
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static String joined(List<Path> folders) {
    StringBuilder path = new StringBuilder();
    folders.forEach(f -> path.append(f).append(File.pathSeparator));
    return path.toString();
  }

  /** The module's own classes (with its resources) and all that it uses. */
  private String classPath(String module) throws IOException {
    Path target = root.resolve(module).resolve("target");
    return target.resolve("classes")
        + File.pathSeparator
        + Files.readString(target.resolve("test-classpath")).strip();
  }

  private void compile(List<JavaFileObject> sources, String classPath, Path output)
      throws IOException {
    Files.createDirectories(output);
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "-proc:none",
              "-nowarn",
              "-XDignore.symbol.file",
              "-cp",
              classPath,
              "-d",
              output.toString());
      if (!javac.getTask(messages, files, null, options, null, sources).call()) {
        throw new IllegalArgumentException("it does not compile: " + messages);
      }
    }
  }

  /** A source file; with {@code text} in place of its own unless null. */
  private static JavaFileObject source(Path file, String text) {
    return new SimpleJavaFileObject(
        URI.create(file.toUri().toString()), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) throws IOException {
        return text != null ? text : Files.readString(file);
      }
    };
  }

  static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
