package bbt.ptg.riscv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.ptg.guest.table.Objdump;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Decoder and disassembler against binutils: the same text for the same encoding. */
@Tag("qemu")
class ObjdumpTest {
  /** Immediate forms that older binutils print under the name of the register form. */
  private static final Pattern IMMEDIATE_FORM =
      Pattern.compile("^(add|and|or|xor|sll|srl|sra|ror|bclr|bext|binv|bset|csrr?[wsc])i(w?)\t");

  /** What the oldest binutils that we know (2.40) can name of what we have. */
  private static final String ARCHITECTURE =
      "rv64gc_zicbom_zicbop_zicboz_zihintpause_zawrs_zfhmin_zba_zbb_zbs_svinval";

  @TempDir Path folder;

  /** Assembles the encodings as instructions and compares each line of the disassembly. */
  private void compare(Collection<Integer> encodings) throws Exception {
    List<String> different = new ArrayList<>();
    for (Objdump.Line line :
        Objdump.lines(
            folder,
            "riscv64-linux-gnu-",
            "-march=" + ARCHITECTURE,
            encodings,
            bits -> ".insn " + Decoder.length(bits) + ", " + (bits & 0xFFFFFFFFL),
            "#")) {
      String ours = Disassembler.text(line.pc(), line.bits());
      if (!agree(line.bits(), line.text(), ours)) {
        String encoding = Integer.toHexString(line.bits());
        different.add(encoding + ": '" + line.text() + "', ours '" + ours + "'");
      }
    }
    assertEquals(List.of(), different.stream().limit(20).toList());
  }

  private static boolean agree(int bits, String theirs, String ours) {
    if (theirs.equals(ours) || theirs.equals(IMMEDIATE_FORM.matcher(ours).replaceFirst("$1$2\t"))) {
      return true;
    }
    Decoded d = Decoder.decode(bits);
    if (d == null) {
      // Reserved, though binutils shows it: rounding modes 5 and 6, c.addi16sp with 0, and
      // instructions of drafts and of debug mode.
      return theirs.endsWith(",unknown")
          || bits == 0x6101
          || theirs.matches("([uhd]ret|sfence\\.vm)\\b.*");
    }
    return switch (d.insn()) {
      // Reserved fields of fences are to be ignored; an exact conversion has a rounding mode, too.
      case FENCE, FENCE_I, FCVT_D_W, FCVT_D_WU, FCVT_D_S, FCVT_S_H, FCVT_D_H ->
          theirs.startsWith(".4byte");
      // Not known to binutils 2.40.
      case CZERO_EQZ, CZERO_NEZ -> theirs.startsWith(".4byte");
      // RV32's upper halves and what no specification lists any more have no name here.
      case CSRRW, CSRRS, CSRRC, CSRRWI, CSRRSI, CSRRCI ->
          ours.contains("0x" + Integer.toHexString(d.csr()));
      default -> false;
    };
  }

  @Test
  void allCompressedEncodings() throws Exception {
    List<Integer> encodings = new ArrayList<>();
    for (int half = 0; half < 0x10000; half++) {
      if ((half & 3) != 3) {
        encodings.add(half);
      }
    }
    compare(encodings);
  }

  @Test
  void structuredEncodings() throws Exception {
    Random random = new Random(2);
    TreeSet<Integer> encodings = new TreeSet<>();
    int[] masks = {-1, -1, 0, 0x000F8F80, 0x01F00F80, 0x000F8000, 0xFFF00000, 0x01FFF000};
    for (Insn insn : Insn.values()) {
      bbt.ptg.riscv.Pattern p = insn.pattern();
      for (int i = 0; p.width == 32 && i < 400; i++) {
        // Random fields, some of them all zeros or all ones: that is where aliases are.
        int open = random.nextInt();
        int mask = masks[random.nextInt(masks.length)];
        open = i % 2 == 0 ? open & mask : open | ~mask;
        int bits = open & ~p.mask | p.match;
        encodings.add(i % 8 == 7 ? bits ^ 4 << random.nextInt(30) : bits);
      }
    }
    for (int i = 0; i < 20_000; i++) {
      encodings.add(random.nextInt() | 3);
    }
    for (int csr = 0; csr < 4096; csr++) {
      for (int funct3 = 1; funct3 < 8; funct3++) {
        for (int registers : new int[] {0, 10 << 7, 11 << 15, 10 << 7 | 11 << 15}) {
          if (funct3 != 4) {
            encodings.add(csr << 20 | funct3 << 12 | registers | 0x73);
          }
        }
      }
    }
    // The assembler takes longer encodings than 32 bits apart by themselves.
    encodings.removeIf(bits -> (bits & 0x1F) == 0x1F);
    compare(encodings);
  }
}
