package bbt.samples;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Names of one guest architecture (of its registers, modes, causes, instructions, extensions and
 * firmware) stand in its rooms alone, and in those of operating systems. Elsewhere neither code nor
 * text uses them, and only a comment that says "RISC-V" may give one as an example. In {@code
 * reconstruct} no comment may, either. The rule on classes is in {@link PackageLevelsTest}.
 */
final class GuestNamesTest {
  private static final Path ROOT = Path.of(System.getProperty("bbt.root"));

  /** Whatever kind of text it is in. */
  private static final Pattern NAME =
      Pattern.compile(
          "\\b(satp|[ms](epc|cause|tval|status|tvec|scratch|edeleg|ideleg|ie|ip|envcfg|counteren)"
              + "|stimecmp|fcsr|frm|fflags|CSRs?|\\w*Csrs?\\w*"
              + "|RISC-V|(?i:\\w*riscv\\w*)|RV(32|64)\\w*|[Ss]v(39|48|57|ade|adu|inval|napot|pbmt)"
              + "|(?i:ecall|ebreak|wfi|[msx]ret|jalr?|auipc|lui|wrs\\.[ns]to)|[Ss]fence\\.?\\w*"
              + "|fence\\.i|(?i:amo(swap|add|and|or|xor|min|max)u?(\\.[wd])?)"
              + "|PMP|MPRV|MXR|(?i:open)?SBI|\\w*Sbi([A-Z]\\w*)?|A?CLINT|PLIC|Plic\\w*|Clint\\w*"
              + "|[MSU][- ]mode|[MS] and [MSU])\\b");

  /** In strings alone: as names of variables they are anybody's. */
  private static final Pattern REGISTER =
      Pattern.compile(
          "\\b(ra|sp|gp|tp|a[0-7]|s[0-9]|s1[01]|f?t[0-9]|f[as][0-9]|x([12]?[0-9]|3[01]))\\b");

  /** Comments, strings, and names of the rooms where they are used. */
  private static final Pattern PIECE =
      Pattern.compile(
          "(?<comment>/\\*.*?\\*/|//[^\\n]*)"
              + "|(?<string>\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\")"
              + "|'(?:\\\\.|[^'\\\\])+'|\\n(?:import|package)[^\\n]*",
          Pattern.DOTALL);

  private static final Pattern ROOM = Pattern.compile(".*/(riscv|arm64|asm|linux)/.*");

  /**
   * What may be said all the same: names of trace formats; keys in headers of traces; the class of
   * instructions that files of costs call {@code csr}; the lists of guests.
   */
  private static final Pattern ALLOWED =
      Pattern.compile(
          "RISC-V (Efficient |N-)Trace|\"machine\\.svade\"|\\n  CSR,|RiscvIsa\\.RV64|RiscvVirt\\(\\)");

  /** The options of the machine that is booted, and their help: the board is a RISC-V one. */
  private static final Pattern OF_THE_BOARD = Pattern.compile(".*/Boot(Options|Command)\\.java");

  @ParameterizedTest
  @ValueSource(strings = {"bb-packets", "ptg", "translator", "reconstruct"})
  void onlyTheRoomOfAGuestNamesWhatIsItsOwn(String module) throws IOException {
    Path sources = ROOT.resolve(module).resolve("src/main/java");
    List<String> found = new ArrayList<>();
    int seen = 0;
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).sorted().toList()) {
        String name = "/" + ROOT.relativize(file);
        if (!ROOM.matcher(name).matches() && !OF_THE_BOARD.matcher(name).matches()) {
          String source = Files.readString(changed(file));
          look(source, !module.equals("reconstruct"), file.getFileName() + ": ", found);
          seen++;
        }
      }
    }
    assertTrue(seen > 10);
    assertEquals(List.of(), found);
  }

  /** The file, or what {@code .ci/mutations} has made of it. */
  private static Path changed(Path file) {
    Path copy = Path.of(System.getProperty("bbt.changed", "")).resolve(ROOT.relativize(file));
    return System.getProperty("bbt.changed") != null && Files.exists(copy) ? copy : file;
  }

  private static void look(String source, boolean examples, String where, List<String> found) {
    String text = ALLOWED.matcher(source).replaceAll("");
    Matcher piece = PIECE.matcher(text);
    int end = 0;
    while (piece.find()) {
      look(NAME, text.substring(end, piece.start()), where, found);
      end = piece.end();
      String comment = piece.group("comment");
      if (comment != null && !(examples && comment.contains("RISC-V"))) {
        look(NAME, comment, where, found);
      } else if (piece.group("string") != null) {
        look(NAME, piece.group("string"), where, found);
        look(REGISTER, piece.group("string"), where, found);
      }
    }
    look(NAME, text.substring(end), where, found);
  }

  private static void look(Pattern names, String text, String where, List<String> found) {
    names.matcher(text).results().forEach(m -> found.add(where + m.group()));
  }
}
