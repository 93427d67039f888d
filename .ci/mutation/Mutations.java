import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** See {@code .ci/mutations --help}. */
final class Mutations {
  private static final String BEGIN = "<!-- mutations: written by .ci/mutations --document -->";
  private static final String END = "<!-- end of mutations -->";

  private Mutations() {}

  public static void main(String[] arguments) throws Exception {
    Path root = Path.of(arguments[0]);
    List<String> names = List.of(arguments).subList(1, arguments.length);
    List<Mutation> all = Mutation.read(root.resolve(".ci/mutation/mutations.txt"));
    if (names.equals(List.of("--list"))) {
      all.forEach(m -> System.out.printf("%-32s %s%n", m.name(), m.breaks()));
      return;
    }
    if (names.equals(List.of("--document"))) {
      document(root.resolve("docs/testing.md"), all);
      return;
    }
    if (names.equals(List.of("--check"))) {
      System.exit(check(root, all) ? 0 : 1);
    }
    List<Mutation> chosen =
        all.stream()
            .filter(m -> names.isEmpty() || names.stream().anyMatch(m.name()::startsWith))
            .toList();
    if (chosen.isEmpty()) {
      System.err.println("mutations: none is called " + String.join(", ", names));
      System.exit(64);
    }
    System.exit(run(new Workshop(root), root, chosen) ? 0 : 1);
  }

  /** Whether every mutation was caught, and every test passes without any. */
  private static boolean run(Workshop workshop, Path root, List<Mutation> chosen)
      throws Exception {
    boolean good = baseline(workshop, chosen);
    int caught = 0;
    long start = System.nanoTime();
    for (Mutation mutation : chosen) {
      long began = System.nanoTime();
      List<String> survived = new ArrayList<>();
      String detail = "";
      try {
        for (String test : mutation.tests()) {
          String module = workshop.moduleOfTest(test);
          Workshop.Outcome outcome =
              workshop.test(workshop.build(mutation, module), module, List.of(test));
          if (!outcome.verdict().equals("failed")) {
            survived.add(test + " " + outcome.verdict());
          }
          detail = outcome.detail();
        }
      } catch (IllegalArgumentException e) {
        survived.add(e.getMessage().lines().findFirst().orElse(""));
        detail = e.getMessage();
      }
      Workshop.delete(root.resolve("target/mutations").resolve(mutation.name()));
      double seconds = (System.nanoTime() - began) / 1e9;
      caught += survived.isEmpty() ? 1 : 0;
      System.out.printf(
          "%-8s %-32s %5.1f s  %s  [%s]%n",
          survived.isEmpty() ? "caught" : "SURVIVED",
          mutation.name(),
          seconds,
          survived.isEmpty() ? String.join(" ", mutation.tests()) : String.join("; ", survived),
          detail);
    }
    System.out.printf(
        "%d of %d mutations caught, %.0f s%n",
        caught, chosen.size(), (System.nanoTime() - start) / 1e9);
    return good && caught == chosen.size();
  }

  /** Whether every mutation can be made, each test named is there, and the table is not stale. */
  private static boolean check(Path root, List<Mutation> all) throws Exception {
    Set<String> tests = new LinkedHashSet<>();
    for (String module : Workshop.MODULES) {
      try (Stream<Path> files = Files.walk(root.resolve(module).resolve("src/test/java"))) {
        files.forEach(f -> tests.add(f.getFileName().toString()));
      }
    }
    int stale = 0;
    for (Mutation mutation : all) {
      try {
        mutation.apply(Files.readString(root.resolve(mutation.file())));
        for (String test : mutation.tests()) {
          if (!tests.contains(test + ".java")) {
            throw new IllegalArgumentException("there is no test " + test);
          }
        }
      } catch (IllegalArgumentException | NoSuchFileException e) {
        stale++;
        System.err.println("mutation " + mutation.name() + ": " + e.getMessage());
      }
    }
    System.out.println(all.size() - stale + " of " + all.size() + " mutations can be made");
    Path page = root.resolve("docs/testing.md");
    String text = Files.readString(page);
    boolean documented = text.equals(documented(page, text, all));
    if (!documented) {
      System.err.println("mutations: the table in " + page + " is stale: .ci/mutations --document");
    }
    return stale == 0 && documented;
  }

  /** Every test named must pass while nothing is broken. */
  private static boolean baseline(Workshop workshop, List<Mutation> chosen) throws Exception {
    Map<String, Set<String>> tests = new LinkedHashMap<>();
    for (Mutation mutation : chosen) {
      for (String test : mutation.tests()) {
        tests.computeIfAbsent(workshop.moduleOfTest(test), m -> new LinkedHashSet<>()).add(test);
      }
    }
    boolean good = true;
    for (Map.Entry<String, Set<String>> module : tests.entrySet()) {
      Workshop.Outcome outcome =
          workshop.test(List.of(), module.getKey(), List.copyOf(module.getValue()));
      if (!outcome.verdict().equals("passed")) {
        good = false;
        System.out.printf(
            "WITHOUT any mutation, tests of %s: %s [%s]%n",
            module.getKey(), outcome.verdict(), outcome.detail());
      }
    }
    return good;
  }

  private static void document(Path file, List<Mutation> all) throws Exception {
    Files.writeString(file, documented(file, Files.readString(file), all));
  }

  /** Returns a page with the table of all mutations in its place. */
  private static String documented(Path file, String text, List<Mutation> all) {
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IllegalArgumentException(file + " has no place for the table: " + BEGIN);
    }
    StringBuilder table = new StringBuilder(BEGIN);
    table.append("\n| mutation | what it breaks | where | caught by |\n|---|---|---|---|\n");
    for (Mutation m : all) {
      String name = Path.of(m.file()).getFileName().toString().replace(".java", "");
      table.append(
          String.format(
              "| `%s` | %s | `%s` | `%s` |%n",
              m.name(), m.breaks(), name, String.join("`, `", m.tests())));
    }
    return text.substring(0, begin) + table + text.substring(end);
  }
}
