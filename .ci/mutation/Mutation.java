import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One thing to break.
 *
 * @param name of lower-case words
 * @param breaks what is wrong afterwards, in a few words
 * @param file from the root of the repository
 * @param before text that occurs once in the file; any white space in it stands for any other
 * @param after what stands there instead
 * @param tests simple names of test classes, each of which must fail
 */
record Mutation(
    String name, String breaks, String file, String before, String after, List<String> tests) {

  /** The module that the file belongs to. */
  String module() {
    return file.substring(0, file.indexOf('/'));
  }

  /**
   * Reads a list: blocks of lines, each of which begins with {@code mutation NAME: WHAT IT BREAKS},
   * then {@code file PATH}, lines of the text before with {@code - } and after with {@code + }, and
   * {@code test CLASS...}. Lines that begin with {@code #} and empty lines say nothing.
   */
  static List<Mutation> read(Path list) throws IOException {
    List<Mutation> mutations = new ArrayList<>();
    List<String> block = new ArrayList<>();
    for (String line : Files.readAllLines(list)) {
      if (line.startsWith("mutation ") && !block.isEmpty()) {
        mutations.add(parse(block));
        block.clear();
      }
      if (!line.isBlank() && !line.startsWith("#")) {
        block.add(line);
      }
    }
    if (!block.isEmpty()) {
      mutations.add(parse(block));
    }
    return mutations;
  }

  private static Mutation parse(List<String> block) {
    String[] title = block.getFirst().substring("mutation ".length()).split(": ", 2);
    String file = "";
    List<String> before = new ArrayList<>();
    List<String> after = new ArrayList<>();
    List<String> tests = new ArrayList<>();
    for (String line : block.subList(1, block.size())) {
      if (line.startsWith("file ")) {
        file = line.substring(5).strip();
      } else if (line.startsWith("- ")) {
        before.add(line.substring(2));
      } else if (line.startsWith("+ ") || line.equals("+")) {
        after.add(line.substring(1).strip());
      } else if (line.startsWith("test ")) {
        tests.addAll(List.of(line.substring(5).strip().split("\\s+")));
      } else {
        throw new IllegalArgumentException("mutation " + title[0] + ": what is '" + line + "'?");
      }
    }
    if (title.length != 2 || file.isEmpty() || before.isEmpty() || tests.isEmpty()) {
      throw new IllegalArgumentException(
          "mutation " + title[0] + " needs a description, file, text before, text after and test");
    }
    return new Mutation(
        title[0], title[1], file, String.join("\n", before), String.join("\n", after), tests);
  }

  /**
   * The file's text with the change made.
   *
   * @throws IllegalArgumentException if the text before does not occur exactly once
   */
  String apply(String source) {
    String pattern =
        before
            .strip()
            .lines()
            .flatMap(line -> Pattern.compile("\\s+").splitAsStream(line.strip()))
            .map(Pattern::quote)
            .collect(Collectors.joining("\\s+"));
    Matcher matcher = Pattern.compile(pattern).matcher(source);
    if (!matcher.find()) {
      throw new IllegalArgumentException("the text before does not occur in " + file);
    }
    int start = matcher.start();
    int end = matcher.end();
    if (matcher.find()) {
      throw new IllegalArgumentException("the text before occurs more than once in " + file);
    }
    return source.substring(0, start) + after + source.substring(end);
  }
}
