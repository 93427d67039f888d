package bbt.ptg.riscv;

import bbt.ptg.guest.table.WrittenPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/isa.md} and a line of the README are written from the tables; {@code
 * -Dbbt.update=true} writes them anew.
 */
class IsaDocumentTest {
  private static final Path ROOT = Path.of(System.getProperty("bbt.root"));
  private static final String README_LINE = "| instruction set |";

  @Test
  void isUpToDate() throws IOException {
    WrittenPage.check(ROOT.resolve("docs/isa.md"), document());
  }

  @Test
  void readmeNamesWhatThereIs() throws IOException {
    Path readme = ROOT.resolve("README.md");
    List<String> lines = new ArrayList<>(Files.readAllLines(readme));
    lines.replaceAll(line -> line.startsWith(README_LINE) ? readmeLine() : line);
    WrittenPage.check(readme, String.join("\n", lines) + "\n");
  }

  /** Everything by name, what is there by option only last. */
  private static String readmeLine() {
    StringBuilder line = new StringBuilder(README_LINE + " RV64");
    for (Extension e : Extension.values()) {
      String name = e.isaName();
      switch (e.announced()) {
        case ALWAYS, WITHOUT_SVADE ->
            line.append(name.length() > 1 ? ", " : "")
                .append(name.substring(0, 1).toUpperCase(Locale.ROOT))
                .append(name.substring(1));
        case NEVER -> line.append("; ").append(e.summary());
        case WITH_SVADE -> {}
      }
    }
    return line.append("; with `--svade` Svade for Svadu: [each](docs/isa.md) |").toString();
  }

  private static String document() {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        # The instruction table

        Written from `bbt.ptg.riscv.Extension` and `bbt.ptg.riscv.Insn` by `IsaDocumentTest`; do not edit.

        ## Extensions

        The device tree announces them in `riscv,isa-extensions` and `riscv,isa`. Chapters are those of the
        unprivileged specification unless they say otherwise. Cache blocks and reservation sets have 64 bytes.

        """);
    text.append(extensions());
    text.append(
        """

        ## 32-bit instructions

        An encoding that no row matches is an illegal instruction. Fields are listed from the highest bit;
        after `;` stand the expansion's fixed operands (`=`) and reserved values (`!`). Rounding modes 5 and 6 are
        reserved in every row with `rm`. The name of a hint has precedence over the instruction that it is a hint of.

        | instruction | operands | encoding | control flow |
        |---|---|---|---|
        """);
    for (Insn insn : Insn.values()) {
      if (!insn.isCompressed()) {
        text.append(
            String.format(
                "| `%s` | %s | `%s` | %s |\n",
                insn.mnemonic(), insn.format(), encoding(insn), insn.flow()));
      }
    }
    text.append(
        """

        ## Compressed instructions

        | instruction | expands to | encoding |
        |---|---|---|
        """);
    for (Insn insn : Insn.values()) {
      if (insn.isCompressed()) {
        text.append(
            String.format(
                "| `%s` | `%s` | `%s` |\n",
                insn.mnemonic(), insn.expansion().mnemonic(), encoding(insn)));
      }
    }
    return text.toString();
  }

  private static String extensions() {
    StringBuilder text =
        new StringBuilder("| extension | what it is | chapter | announced | instructions |\n");
    text.append("|---|---|---|---|---|\n");
    for (Extension e : Extension.values()) {
      String announced =
          switch (e.announced()) {
            case ALWAYS -> "yes";
            case WITH_SVADE -> "with `--svade`";
            case WITHOUT_SVADE -> "without `--svade`";
            case NEVER -> "has no name";
          };
      text.append(
          String.format(
              "| %s | %s | %s | %s | %s |\n",
              e.isaName().isEmpty() ? "" : "`" + e.isaName() + "`",
              e.summary(),
              e.chapter(),
              announced,
              e.instructions().isEmpty() ? "" : e.instructions().size()));
    }
    return text.toString();
  }

  private static String encoding(Insn insn) {
    return insn.pattern().toString().replace("|", "\\|");
  }
}
