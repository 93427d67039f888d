package bbt.ptg.isa;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code docs/isa.md} is written from the table; {@code -Dbbt.update=true} writes it anew. */
class IsaDocumentTest {
  @Test
  void isUpToDate() throws IOException {
    Path file = Path.of(System.getProperty("bbt.root"), "docs", "isa.md");
    if (Boolean.getBoolean("bbt.update")) {
      Files.writeString(file, document());
    }
    assertEquals(document(), Files.readString(file), "run this test with -Dbbt.update=true");
  }

  private static String document() {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        # The instruction table

        Written from `bbt.ptg.isa.Extension` and `bbt.ptg.isa.Insn` by `IsaDocumentTest`; do not edit.

        ## Extensions

        The device tree announces them in `riscv,isa-extensions` and `riscv,isa`. Chapters are those of the unprivileged specification unless they say
        otherwise. Cache blocks and reservation sets have 64 bytes.

        """);
    text.append(extensions());
    text.append(
        """

        ## 32-bit instructions

        An encoding that no row matches is an illegal instruction. Fields are listed from the highest bit; after `;` stand the expansion's fixed operands
        (`=`) and reserved values (`!`). Rounding modes 5 and 6 are reserved in every row with `rm`. The name of a hint has precedence over the
        instruction that it is a hint of.

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
