package bbt.ptg.arm64;

import bbt.ptg.guest.table.WrittenPage;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/isa-arm64.md} is written from the table; {@code -Dbbt.update=true} writes it anew.
 */
class A64DocumentTest {
  private static final Path ROOT = Path.of(System.getProperty("bbt.root"));

  @Test
  void isUpToDate() throws IOException {
    WrittenPage.check(ROOT.resolve("docs/isa-arm64.md"), document());
  }

  private static String document() {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        # The instruction table of AArch64

        Written from `bbt.ptg.arm64.A64Insn` by `A64DocumentTest`; do not edit.

        Rows are the %d instructions that a Cortex-A53 executes in 64-bit state (Armv8.0-A with CRC32 and the
        cryptographic extension). An encoding that no row matches is undefined. Where the manual lists a form with 32
        and one with 64 bits, each is a row; lanes of all widths are one row. A row that has an instruction in its last
        column is a special case of that one and has precedence.

        Fields are listed from the highest bit; after `;` stand reserved values (`!`). `shift12` and `shift16` shift the
        immediate in these units, `bitmask` is a repeated run of ones, and what `unused` holds is ignored. In operands
        `d n m a` are the registers in bits 4:0, 9:5, 20:16 and 14:10; the assembler's other names of instructions
        (`mov`, `cmp`, `lsl`, `cset`, `mul`...) follow from operands and are no rows.

        `q` says that both halves of vector registers count. The width of lanes stands in `size`, `sz` (from 32 bits
        on) or `hs` (from 16), above a shift (`left`, `right`) or a lane's number (`lane`, `into`), or is always
        `lane=N`: 0 to 3 for 8 to 64 bits; `lanes!3` excludes vectors of one lane of 64 bits. `fraction` is a number of
        bits behind the point, `place` says where the immediate of 8 bits goes, `registers=N` how many an access to
        structures has.

        | instruction | row | operands | encoding | control flow | special case of |
        |---|---|---|---|---|---|
        """
            .formatted(A64Insn.values().length));
    for (A64Insn insn : A64Insn.values()) {
      text.append(
          "| `%s` | %s | %s | `%s` | %s | %s |\n"
              .formatted(
                  insn.mnemonic(),
                  insn.name(),
                  insn.format(),
                  insn.pattern().toString().replace("|", "\\|"),
                  insn.flow(),
                  insn.special() == null ? "" : insn.special()));
    }
    return text.append(formats()).toString();
  }

  private static String formats() {
    StringBuilder text =
        new StringBuilder("\n## Operands\n\n| operands | as they are written |\n|---|---|\n");
    for (A64Format format : A64Format.values()) {
      text.append(
          "| %s | %s |\n"
              .formatted(
                  format,
                  format.template.isEmpty()
                      ? ""
                      : "`" + format.template.replace("|", "\\|") + "`"));
    }
    return text.toString();
  }
}
