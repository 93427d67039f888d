package bbt.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaPackage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The map of packages in {@code docs/architecture.md} is written from the package-infos and from
 * what the classes use; {@code -Dbbt.update=true} writes it anew. Links in the documents lead
 * somewhere.
 */
final class PackageMapTest {
  private static final Path ROOT = Path.of(System.getProperty("bbt.root"));
  private static final Path DOCUMENT = ROOT.resolve("docs/architecture.md");
  private static final List<String> MODULES =
      List.of("bb-packets", "ptg", "translator", "reconstruct", "samples");
  private static final String BEGIN = "<!-- written by PackageMapTest -->\n";
  private static final String END = "<!-- end -->\n";
  private static final Pattern SENTENCE = Pattern.compile("/\\*\\*(.*?[.])(\\s|$)", Pattern.DOTALL);
  private static final Pattern TAG = Pattern.compile("\\{@(?:link|linkplain|code) ([^}]*)}");
  private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)(#[^)]*)?\\)");

  /** What each package uses of those of its own module. */
  private final Map<String, SortedSet<String>> uses = new HashMap<>();

  private final Map<String, Integer> levels = new HashMap<>();

  @Test
  void theMapIsUpToDate() throws IOException {
    String document = Files.readString(DOCUMENT);
    int begin = document.indexOf(BEGIN) + BEGIN.length();
    int end = document.indexOf(END, begin);
    String text = document.substring(0, begin) + map() + document.substring(end);
    if (Boolean.getBoolean("bbt.update")) {
      Files.writeString(DOCUMENT, text);
    }
    assertEquals(text, Files.readString(DOCUMENT), "run this test with -Dbbt.update=true");
  }

  @Test
  void linksLeadSomewhere() throws IOException {
    List<String> dead = new ArrayList<>();
    List<Path> documents;
    try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
      documents = new ArrayList<>(files.filter(f -> f.toString().endsWith(".md")).toList());
    }
    documents.add(ROOT.resolve("README.md"));
    documents.add(ROOT.resolve("CONTRIBUTING.md"));
    for (Path document : documents) {
      Matcher link = LINK.matcher(Files.readString(document));
      while (link.find()) {
        if (!Files.exists(document.resolveSibling(link.group(1)))) {
          dead.add(ROOT.relativize(document) + ": " + link.group(1));
        }
      }
    }
    assertTrue(documents.size() > 10);
    assertEquals(List.of(), dead);
  }

  /** The index lists every page, once. */
  @Test
  void theIndexNamesEveryPage() throws IOException {
    Path index = ROOT.resolve("docs/index.md");
    List<String> named = new ArrayList<>();
    Matcher link = LINK.matcher(Files.readString(index));
    while (link.find()) {
      named.add(link.group(1));
    }
    List<String> pages;
    try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
      pages =
          files
              .map(f -> f.getFileName().toString())
              .filter(f -> f.endsWith(".md") && !f.equals("index.md"))
              .sorted()
              .toList();
    }
    assertEquals(pages, named.stream().sorted().toList());
  }

  private String map() throws IOException {
    StringBuilder text = new StringBuilder();
    for (String module : MODULES) {
      Path sources = ROOT.resolve(module).resolve("src/main/java");
      SortedSet<String> packages = packages(sources);
      packages.forEach(p -> uses.put(p, used(p, packages)));
      text.append("\n**")
          .append(module)
          .append("**\n\n| level | package | what it is |\n|---|---|---|\n");
      List<String> ordered = new ArrayList<>(packages);
      ordered.sort((a, b) -> level(a) != level(b) ? level(a) - level(b) : a.compareTo(b));
      for (String p : ordered) {
        String folder = p.replace('.', '/');
        Path info = sources.resolve(folder).resolve("package-info.java");
        String link = "../" + module + "/src/main/java/" + folder + "/package-info.java";
        text.append("| %d | [%s](%s) | %s |\n".formatted(level(p), p, link, sentence(info)));
      }
    }
    return text + "\n";
  }

  private static SortedSet<String> packages(Path sources) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      return files
          .filter(f -> f.toString().endsWith(".java"))
          .filter(f -> !f.endsWith("package-info.java"))
          .map(f -> sources.relativize(f.getParent()).toString().replace('/', '.'))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static SortedSet<String> used(String name, SortedSet<String> module) {
    JavaPackage its = AllClasses.OF_BBT.getPackage(name);
    return its.getClassDependenciesFromThisPackage().stream()
        .map(Dependency::getTargetClass)
        .map(c -> c.getPackageName())
        .filter(p -> !p.equals(name) && module.contains(p))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** 1 for a package that uses none of its module, else one more than the highest that it uses. */
  private int level(String name) {
    Integer known = levels.get(name);
    if (known != null) {
      return known;
    }
    levels.put(name, 0); // a circle, which PackageLevelsTest finds
    int level = 1 + uses.get(name).stream().mapToInt(this::level).max().orElse(0);
    levels.put(name, level);
    return level;
  }

  /** The first sentence of a package's javadoc. */
  private static String sentence(Path info) throws IOException {
    String source = Files.readString(info).replaceAll("\\n \\* ?", " ");
    Matcher first = SENTENCE.matcher(source);
    assertTrue(first.find(), info + " says nothing");
    String plain = TAG.matcher(first.group(1).strip()).replaceAll("$1");
    return plain.replaceAll("bbt\\.[a-z.]+\\.([A-Z])", "$1").replace("|", "\\|");
  }
}
