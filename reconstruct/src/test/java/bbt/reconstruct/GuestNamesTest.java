package bbt.reconstruct;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * No source of this module, comments and text included, names a register, a cause, a mode or an
 * instruction of a guest architecture: that is said in {@code bbt.ptg}, in the guest's room. The
 * rule on classes is in {@code ModuleDirectionsTest}.
 */
class GuestNamesTest {
  private static final Pattern NAME =
      Pattern.compile(
          "\\b(satp|[ms](epc|cause|tval|status|tvec|scratch|edeleg|ideleg)|[CM]?CSRs?|RISC-V(?! (Efficient |N-)Trace)|"
              + "riscv\\w*|Riscv\\w*|[Ss]v(39|48|57)|ecall|ebreak|[msx]ret|xRET|jalr?|auipc|"
              + "SBI|Sbi\\w*|OpenSBI|[MSU]-mode|[MSU] mode|[MS] and [MSU])\\b"
              + "|\"(ra|sp|gp|tp|zero|a[0-7]|s[0-9]|s1[01]|t[0-6]|f?[ast][0-9])\"");

  /** The options of the machine that is booted, and their help: the board is a RISC-V one. */
  private static final Set<String> OF_THE_BOARD = Set.of("BootOptions.java", "BootCommand.java");

  @Test
  void onlyTheRoomOfAGuestNamesWhatIsItsOwn() throws IOException {
    Path sources = Path.of(System.getProperty("bbt.root"), "reconstruct", "src", "main", "java");
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).sorted().toList()) {
        if (OF_THE_BOARD.contains(file.getFileName().toString())
            || file.getParent().endsWith("linux")) {
          continue;
        }
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
          if (NAME.matcher(lines.get(i)).find()) {
            found.add(sources.relativize(file) + ":" + (i + 1) + ": " + lines.get(i).strip());
          }
        }
      }
    }
    assertEquals(List.of(), found);
  }
}
