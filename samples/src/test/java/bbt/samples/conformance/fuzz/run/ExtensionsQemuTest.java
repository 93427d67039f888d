package bbt.samples.conformance.fuzz.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Insn;
import bbt.samples.guests.linux.QemuYardstick;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Zicbom, Zicboz, Zicond, Zawrs, Svinval, Svpbmt, Svnapot and both ways of updating A and D: which
 * traps they take in which mode under which settings, and what they leave in memory, step by step
 * on both engines and on a QEMU that knows them all (11; 7.2 does not).
 */
@Tag("qemu")
class ExtensionsQemuTest {
  private static final int SIZE = 4 << 20;
  private static final int MEMORY = 16 << 20;

  /** Offsets in RAM: what is noted, the page under test, page tables. */
  private static final int NOTES = 0x100000;

  private static final int PAGE = 0x300000;
  private static final int TABLES = 0x320000;

  private static final int OUT = 8;
  private static final int AFTER = 9;
  private static final int ADDRESS = 10;
  private static final int A = 11;
  private static final int B = 12;

  private static final int M = 3;
  private static final int S = 1;
  private static final int U = 0;

  private static final long VIRTUAL = 0x4000_8000L;

  private static final int MSTATUS = 0x300;
  private static final int MENVCFG = 0x30A;
  private static final int SENVCFG = 0x10A;
  private static final int SATP = 0x180;

  private final Assembler code = new Assembler();
  private final List<String> notes = new ArrayList<>();
  private int steps;

  @TempDir Path folder;

  private void csr(int number, long value) {
    code.li(5, value).i(Insn.CSRRW, 0, 5, number);
  }

  private void note(String what, int register) {
    notes.add(what);
    code.s(Insn.SD, register, OUT, 0).i(Insn.ADDI, OUT, OUT, 8);
  }

  /** The handler notes cause and value and goes on behind the instruction, or where ecall says. */
  private void start() {
    code.i(Insn.CSRRS, 5, 0, 0xF14).branch(Insn.BEQ, 5, 0, "first");
    code.label("park").op(Insn.WFI).jal(0, "park");
    code.align(4).label("handler").i(Insn.CSRRS, 5, 0, 0x342).i(Insn.CSRRS, 6, 0, 0x343);
    code.i(Insn.ADDI, 7, 0, 8).branch(Insn.BLTU, 5, 7, "other");
    code.i(Insn.ADDI, 7, 0, 11).branch(Insn.BLTU, 7, 5, "other");
    code.i(Insn.JALR, 0, AFTER, 0);
    code.label("other").s(Insn.SD, 5, OUT, 0).s(Insn.SD, 6, OUT, 8);
    code.i(Insn.CSRRS, 5, 0, 0x341).i(Insn.ADDI, 5, 5, 4).i(Insn.CSRRW, 0, 5, 0x341).op(Insn.MRET);
    code.label("first").la(5, "handler").i(Insn.CSRRW, 0, 5, 0x305);
    csr(0x3B0, -1);
    csr(0x3A0, 0x1F);
    csr(0x302, 0);
    code.li(OUT, Image.BASE + NOTES);
  }

  /** One instruction in a mode; x10 to x12 hold what the test needs. */
  private void step(String what, int mode, int bits) {
    String body = "body" + steps;
    String after = "after" + steps++;
    notes.add(what + ": cause");
    notes.add(what + ": value");
    code.li(5, -1).s(Insn.SD, 5, OUT, 0).s(Insn.SD, 0, OUT, 8);
    code.la(AFTER, after).la(5, body).i(Insn.CSRRW, 0, 5, 0x341);
    code.li(5, 3 << 11).i(Insn.CSRRC, 0, 5, MSTATUS);
    code.li(5, (long) mode << 11).i(Insn.CSRRS, 0, 5, MSTATUS).op(Insn.MRET);
    code.label(body).raw32(bits).op(Insn.ECALL);
    code.label(after).i(Insn.ADDI, OUT, OUT, 16);
  }

  private static int encode(Insn insn, int rd, int rs1, int rs2) {
    return Encoder.r(insn, rd, rs1, rs2);
  }

  /** The first bytes of the page, and those where a leaf of 64 KiB puts the page's address. */
  private void fill() {
    code.li(7, 0x5555_AAAA_1234_8765L);
    for (int first : new int[] {0, 0x8000}) {
      code.li(6, Image.BASE + PAGE + first);
      for (int offset = 0; offset < 192; offset += 8) {
        code.s(Insn.SD, 7, 6, offset);
      }
    }
  }

  private void noteBlocks(String what) {
    for (int first : new int[] {0, 0x8000}) {
      code.li(6, Image.BASE + PAGE + first);
      for (int offset = 0; offset < 192; offset += 8) {
        code.i(Insn.LD, 7, 6, offset);
        note(what + ": memory at " + (first + offset), 7);
      }
    }
  }

  private void environments() {
    long[] values = {0, 0x10, 0x30, 0x40, 0x80, 0xF0};
    for (long machine : values) {
      for (long supervisor : values) {
        csr(MENVCFG, machine);
        csr(SENVCFG, supervisor);
        for (int mode : new int[] {U, S, M}) {
          for (Insn insn :
              new Insn[] {Insn.CBO_INVAL, Insn.CBO_CLEAN, Insn.CBO_FLUSH, Insn.CBO_ZERO}) {
            code.li(ADDRESS, Image.BASE + PAGE);
            String what =
                insn.mnemonic() + " in mode " + mode + ", " + machine + " and " + supervisor;
            step(what, mode, encode(insn, 0, ADDRESS, 0));
          }
        }
      }
    }
    csr(MENVCFG, 0xF0);
    for (int offset : new int[] {0, 7, 63, 64, 100}) {
      fill();
      code.li(ADDRESS, Image.BASE + PAGE + offset);
      step("cbo.zero at " + offset, S, encode(Insn.CBO_ZERO, 0, ADDRESS, 0));
      noteBlocks("cbo.zero at " + offset);
    }
    csr(MENVCFG, 0);
    csr(SENVCFG, 0);
  }

  private void conditionals() {
    long[] values = {0, 1, -1, Long.MIN_VALUE, 0x1234_5678_9ABCL};
    for (long a : values) {
      for (long b : values) {
        for (Insn insn : new Insn[] {Insn.CZERO_EQZ, Insn.CZERO_NEZ}) {
          code.li(A, a).li(B, b).r(insn, 13, A, B);
          note(insn.mnemonic() + " of " + a + " and " + b, 13);
        }
      }
    }
  }

  private void privileges() {
    for (long status : new long[] {0, 1L << 20}) {
      csr(MSTATUS, status);
      for (int mode : new int[] {U, S, M}) {
        for (Insn insn :
            new Insn[] {
              Insn.SINVAL_VMA,
              Insn.SFENCE_VMA,
              Insn.SFENCE_W_INVAL,
              Insn.SFENCE_INVAL_IR,
              Insn.PAUSE,
              Insn.WRS_NTO,
              Insn.WRS_STO
            }) {
          code.li(ADDRESS, VIRTUAL);
          boolean operands = insn == Insn.SINVAL_VMA || insn == Insn.SFENCE_VMA;
          int bits = operands ? encode(insn, 0, ADDRESS, 0) : encode(insn, 0, 0, 0);
          step(insn.mnemonic() + " in mode " + mode + ", mstatus " + status, mode, bits);
        }
      }
    }
    csr(MSTATUS, 0);
    code.li(ADDRESS, -64);
    for (Insn insn : new Insn[] {Insn.PREFETCH_I, Insn.PREFETCH_R, Insn.PREFETCH_W}) {
      step(insn.mnemonic(), U, encode(insn, 0, ADDRESS, 0));
    }
  }

  /** A gigabyte for the code, and one page whose entries on three levels are the test's. */
  private void leaf(long leaf, long pointer) {
    long root = Image.BASE + TABLES;
    code.li(6, root).li(7, Image.BASE >>> 12 << 10 | 0xCF).s(Insn.SD, 7, 6, 16);
    code.li(7, root + 0x1000 >>> 12 << 10 | 1).s(Insn.SD, 7, 6, 8);
    code.li(6, root + 0x1000).li(7, root + 0x2000 >>> 12 << 10 | 1 | pointer).s(Insn.SD, 7, 6, 0);
    code.li(6, root + 0x2000).li(7, leaf).s(Insn.SD, 7, 6, 64);
    csr(SATP, 8L << 60 | root >>> 12);
    code.op(Insn.SFENCE_VMA);
  }

  private void page(String what, long leaf, long pointer) {
    leaf(leaf, pointer);
    Insn[] accesses = {Insn.LD, Insn.CBO_CLEAN, Insn.CBO_FLUSH, Insn.CBO_ZERO, Insn.SD};
    for (Insn insn : accesses) {
      code.li(ADDRESS, VIRTUAL + 0x48).li(A, 77);
      step(
          insn.mnemonic() + ", " + what,
          S,
          encode(insn, insn == Insn.LD ? A : 0, ADDRESS, insn == Insn.SD ? A : 0));
      note(insn.mnemonic() + ", " + what + ": loaded", A);
      code.li(6, Image.BASE + TABLES + 0x2000).i(Insn.LD, 7, 6, 64);
      note(insn.mnemonic() + ", " + what + ": entry", 7);
    }
    csr(SATP, 0);
    noteBlocks(what);
  }

  private void pages() {
    long frame = Image.BASE + PAGE >>> 12 << 10;
    for (long environment : new long[] {0xF0, 1L << 61 | 0xF0, 1L << 62 | 0xF0, 3L << 61 | 0xF0}) {
      csr(MENVCFG, environment);
      String with = "menvcfg " + Long.toHexString(environment);
      for (int permissions : new int[] {0x00, 0x01, 0x03, 0x05, 0x07, 0x09, 0x0B, 0x0F, 0x17}) {
        for (int used : new int[] {0, 0x40, 0x80, 0xC0}) {
          fill();
          page(
              with + ", entry " + Integer.toHexString(permissions | used),
              frame | permissions | used,
              0);
        }
      }
      for (long type = 0; type < 4; type++) {
        fill();
        page(with + ", memory type " + type, frame | 0xCF | type << 61, 0);
        page(with + ", pointer of type " + type, frame | 0xCF, type << 61);
      }
      long range = Image.BASE + PAGE >>> 12 << 10;
      for (int mark = 0; mark < 16; mark++) {
        fill();
        page(with + ", N and " + mark, range | mark << 10 | 0xCF | 1L << 63, 0);
      }
      page(with + ", pointer with N", frame | 0xCF, 1L << 63);
    }
  }

  /**
   * QEMU notes the start of the block, the specification wants the value of rs1 ("CMO", "Traps":
   * "the relevant *tval CSR is written with the faulting effective address").
   */
  private static boolean isAlignedByQemu(String note, long expected, long found) {
    return note.startsWith("cbo.")
        && note.endsWith(": value")
        && found == VIRTUAL + 0x48
        && expected == (found & -64);
  }

  @Test
  void everyStepIsTheSame() throws Exception {
    start();
    environments();
    conditionals();
    privileges();
    pages();
    code.li(5, Image.FINISHER).li(6, Image.POWER_OFF).s(Insn.SW, 6, 5, 0);
    code.label("end").jal(0, "end");
    byte[] program = code.bytes();
    assertTrue(program.length < NOTES && notes.size() * 8 < PAGE - NOTES, "the image is too small");
    Image image = new Image(Arrays.copyOf(program, SIZE), MEMORY, SIZE);
    QemuSystem qemu =
        new QemuSystem(QemuYardstick.command(FuzzBoard.RISCV.qemu(), line -> {}), folder);
    assertTrue(qemu.version() >= 900, qemu.name());
    Reference.Run reference = qemu.run(image, Duration.ofSeconds(120));
    assertTrue(reference.ended());
    Path elf = folder.resolve("image.elf");
    image.writeElf(elf);
    for (EngineChoice engine : List.of(EngineChoice.INTERPRETER, EngineChoice.TRANSLATOR)) {
      EngineRun ours = EngineRun.of(image, elf, engine, folder, 10_000_000);
      assertEquals("", ours.problem());
      List<String> different = new ArrayList<>();
      for (int i = 0; i < notes.size(); i++) {
        long expected = reference.ram().get(NOTES + 8 * i);
        long found = ours.ram().get(NOTES + 8 * i);
        if (expected != found && !isAlignedByQemu(notes.get(i), expected, found)) {
          different.add("%s: %x, ours %x".formatted(notes.get(i), expected, found));
        }
      }
      assertEquals(List.of(), different, engine.toString());
    }
  }
}
