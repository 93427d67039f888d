package bbt.ptg.arm64;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

/**
 * Decoder and disassembler against binutils: the same text for the same encoding, and no row where
 * binutils knows no instruction. Differences that may be are listed in {@link #isExplained}.
 */
@Tag("qemu")
class A64ObjdumpTest {
  /** Instructions of later versions of the architecture, which are undefined on a Cortex-A53. */
  private static final Pattern LATER =
      Pattern.compile(
          "(bc\\." // Armv8.8: hinted branches
              + "|casp?a?l?[bh]?\t|swpa?l?[bh]?\t" // Armv8.1: atomics
              + "|(ld|st)(add|clr|eor|set|[su]max|[su]min)a?l?[bh]?\t"
              + "|ldlar|stllr" // limited ordering regions
              + "|ldapr|ldapur|stlur" // Armv8.3 and 8.4: release consistency
              + "|pac|aut|xpac|bra[ab]|blra[ab]|reta[ab]|ereta[ab]|ldra[ab]" // Armv8.3: pointers
              + "|addg|subg|subps?\t|irg|gmi|ldgm?\t|stz?2?g|stz?gm|cmpp" // Armv8.5: tags
              + "|cpy|set[gpme]" // Armv8.8: copies
              + "|[su]max\t|[su]min\t|abs\t|cnt\t|ctz\t" // Armv8.9
              + "|t(start|commit|test|cancel)" // transactions
              + "|wfet|wfit|sb$|dsb\t\\w+nxs|cfinv|xaflag|axflag|rmif|setf|ld64b|st64b"
              + "|smstart|smstop|msr\t(pan|uao|dit|ssbs|tco|allint|svcr)"
              + "|m[rs][rs]\t.*\\bs0_" // no space of system registers
              + "|hlt|dcps[123]|drps" // for an external debugger
              + "|(f|[su]cvtf)\\w*\t.*\\b(h\\d|v\\d+\\.([248]h|h\\b))" // Armv8.2: halves
              + "|frint(32|64)|fjcvtzs|fcmla|fcadd|fml[as]l|bf\\w+\t" // Armv8.2 to 8.6
              + "|sqrdml[as]h|(su|us|[su])(dot|mmla)\t" // Armv8.1 to 8.6: products
              + "|eor3|bcax|rax1|xar|sha512|sm3|sm4|pmullb|fp8" // Armv8.2: more hashes
              + "|ldap1|stl1|lut[il]|[su]?scale|fscale|fam(ax|in)|f1cvtl|f2cvtl).*");

  /** Hints that got a name in some version of binutils. */
  private static final Pattern HINTS = Pattern.compile("dgh|clearbhb|clrbhb|gcsb.*|chkfeat.*");

  /** Fields of an ordered load or store. */
  private static final int UNUSED = 0x001F_7C00;

  @TempDir Path folder;

  /** The number of encodings that are no row, and are an instruction to binutils. */
  private int undefined;

  private void compare(Collection<Integer> encodings) throws Exception {
    List<String> different = new ArrayList<>();
    for (Objdump.Line line :
        Objdump.lines(
            folder,
            "aarch64-linux-gnu-",
            "-march=armv8-a",
            encodings,
            bits -> ".inst " + (bits & 0xFFFFFFFFL),
            "//")) {
      String ours = A64Disassembler.text(line.pc(), line.bits());
      String theirs = line.text();
      if (!ours.equals(theirs) && !isExplained(line.bits(), theirs, ours)) {
        different.add("%08x: '%s', ours '%s'".formatted(line.bits(), theirs, ours));
      }
    }
    assertEquals(List.of(), different.stream().limit(20).toList());
  }

  private boolean isExplained(int bits, String theirs, String ours) {
    A64Insn insn = A64Decoder.row(bits);
    if (insn == null) {
      undefined++;
      int group = bits >>> 25 & 15;
      boolean scalable = group == 0 || group == 2;
      return scalable || LATER.matcher(theirs).matches();
    }
    return switch (insn) {
      // Unpredictable where both registers are one, and executed by most processors.
      case LDPSW, LDPSW_POST, LDPSW_PRE -> theirs.startsWith(".inst");
      // Bits that should be ones and are not.
      case STLRB, STLRH, STLR_W, STLR_X, LDARB, LDARH, LDAR_W, LDAR_X ->
          theirs.startsWith(".inst") && (bits & UNUSED) != UNUSED;
      case HINT -> HINTS.matcher(theirs).matches();
      // The manual takes the lowest bit of the immediate alone.
      case MSR_SPSEL -> (bits >>> 8 & 15) > 1;
      // Names of later versions, and of registers that only some processors have.
      case MRS, MSR -> ours.matches(".*\\bs[23]_.*");
      case SYS, SYSL ->
          ours.startsWith("sys") && theirs.matches("(at|cfp|cpp|dc|dvp|gic\\w*|tlbi|brb)\t.*");
      default -> false;
    };
  }

  @Test
  void everyRow() throws Exception {
    Random random = new Random(2);
    TreeSet<Integer> encodings = new TreeSet<>();
    int[] masks = {
      -1, -1, 0, 0x1F, 0x3E0, 0x1F0000, 0x7C00, 0x3FF, 0xFFFFF, 0x1F03E0, 0xE000, 0xFC00, 0x3F0000
    };
    for (A64Insn insn : A64Insn.values()) {
      for (int i = 0; i < 300; i++) {
        // Random fields, some of them all zeros or all ones: that is where aliases are.
        int open = random.nextInt();
        int mask = masks[random.nextInt(masks.length)];
        open = i % 2 == 0 ? open & mask : open | ~mask;
        int bits = open & ~insn.pattern().mask | insn.pattern().match;
        encodings.add(i % 8 == 7 ? bits ^ 1 << random.nextInt(32) : bits);
      }
    }
    compare(encodings);
  }

  @Test
  void randomWords() throws Exception {
    Random random = new Random(3);
    TreeSet<Integer> encodings = new TreeSet<>();
    while (encodings.size() < 100_000) {
      encodings.add(random.nextInt());
    }
    compare(encodings);
    assertTrue(undefined > 3_000, () -> "too few that are no row: " + undefined);
  }

  /** All system registers, read and written, and all system operations. */
  @Test
  void systemSpace() throws Exception {
    List<Integer> encodings = new ArrayList<>();
    for (int number = 0; number < 1 << 16; number++) {
      encodings.add(0xD500_0000 | number << 5 | number % 32);
      encodings.add(0xD520_0000 | number << 5 | 31 - number % 32);
    }
    compare(encodings);
  }
}
