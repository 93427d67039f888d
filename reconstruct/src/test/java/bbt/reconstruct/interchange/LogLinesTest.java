package bbt.reconstruct.interchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.riscv.RiscvIsa;
import bbt.reconstruct.interchange.code.FileCode;
import bbt.reconstruct.interchange.read.ForeignFormat;
import bbt.reconstruct.interchange.read.Importer;
import bbt.reconstruct.testing.Rebuilt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines of each simulator's log, as they print them. */
class LogLinesTest {
  @TempDir private Path folder;

  private Importer.Result result;

  private Rebuilt read(String format, String log) throws IOException {
    Path file = Files.writeString(folder.resolve("log"), log);
    Path trace = folder.resolve("log.bbt");
    Importer importer = new Importer(file, ForeignFormat.of(format).orElseThrow(), Map.of());
    result =
        importer.write(
            trace, importer.sources().first(), RiscvIsa.RV64, new FileCode(), Map.of(), n -> {});
    Rebuilt rebuilt = Rebuilt.of(trace);
    assertEquals(List.of(), rebuilt.problems());
    return rebuilt;
  }

  @Test
  void spikeWithoutCommits() throws IOException {
    Rebuilt back =
        read(
            "spike",
            """
            core   0: 0x0000000000001000 (0x00000297) auipc   t0, 0x0
            core   0: >>>>  main
            core   0: 0x0000000000001004 (0x00000013) nop
            core   0: 0x0000000000001008 (0x0001) c.nop
            core   0: 0x000000000000100a (0xc0806273) csrrsi  tp, hpmcounter8, 0
            core   0: exception trap_illegal_instruction, epc 0x000000000000100a
            core   0:           tval 0x00000000c0806273
            core   0: 0x0000000000002000 (0x0000006f) j       pc + 0x0
            core   0: 0x0000000000002000 (0x0000006f) j       pc + 0x0
            core   0: exception interrupt #7, epc 0x0000000000002000
            core   0: 0x0000000000002008 (0x00000013) nop
            """);
    assertNull(result.misfits().told());
    assertEquals(List.of(0x1000L, 0x1004L, 0x1008L, 0x2000L, 0x2008L), back.addresses());
    assertEquals("0 3 2 100a", back.traps().getFirst());
    assertEquals("0 4 " + (Long.MIN_VALUE | 7) + " 2000", back.traps().getLast());
  }

  @Test
  void cva6() throws IOException {
    Rebuilt back =
        read(
            "cva6",
            """
                  1044ns       94 M 0000000080000000 0 00000297 auipc          t0, 0x0
                  1046ns       95 M 0000000080000004 0 0000100f fence.i
            Exception @       1050, PC: 0000000080000008, Cause: Illegal Instruction
                                  tval: 0000000000000000
                  1060ns      102 M 0000000080000100 0 00000013 nop
            """);
    assertNull(result.misfits().told());
    assertEquals(List.of(0x8000_0000L, 0x8000_0004L, 0x8000_0100L), back.addresses());
    assertEquals(List.of("0 2 2 80000008"), back.traps());
  }

  /** What did not commit is passed over; a trap is not told, so there is a gap. */
  @Test
  void rocket() throws IOException {
    Rebuilt back =
        read(
            "rocket",
            """
            C0:      82213 [0] pc=[000000081c] W[r 0=0000000000000400][0] R[r 8=0000000000000000] R[r 0=0000000000000000] inst=[40044403] lbu     s0, 1024(s0)
            C0:      82214 [1] pc=[0000000820] W[r 8=0000000000000000][1] R[r 8=0000000000000000] R[r 3=0000000000000003] inst=[00347413] andi    s0, s0, 3
            C0:      82215 [1] pc=[0000000824] W[r 0=0000000000000000][0] R[r 8=0000000000000000] R[r 0=0000000000000000] inst=[fe0408e3] beqz    s0, pc - 16
            C0:      82216 [1] pc=[0000000814] W[r 8=0000000000000000][1] R[r 0=0000000000000000] R[r20=0000000000000003] inst=[f1402473] csrr    s0, mhartid
            C0:      82217 [1] pc=[0000000900] W[r 8=0000000000000000][1] R[r 0=0000000000000000] R[r20=0000000000000003] inst=[00000013] nop
            """);
    assertNull(result.misfits().told());
    assertEquals(1, result.gaps());
    assertEquals(List.of(0x820L, 0x824L, 0x814L, 0x900L), back.addresses());
  }

  @Test
  void qemu() throws IOException {
    Rebuilt back =
        read(
            "qemu",
            """
            ----------------
            IN:
            Priv: 3; Virt: 0
            0x0000000000001000:  00000297          auipc                   t0,0
            0x0000000000001004:  00050067          jr                      a0

            Trace 0: 0x7f13a4000100 [0000000000000000/0000000000001000/00209003/ff000200]
            ----------------
            IN:
            Priv: 3; Virt: 0
            0x0000000000002000:  00000013          nop
            0x0000000000002004:  00000073          ecall

            Trace 0: 0x7f13a4000200 [0000000000000000/0000000000002000/00209003/ff000200]
            riscv_cpu_do_interrupt: hart:0, async:0, cause:000000000000000b, epc:0x0000000000002004, tval:0x0000000000000000, desc=m_ecall
            Trace 0: 0x7f13a4000100 [0000000000000000/0000000000001000/00209003/ff000200]
            Stopped execution of TB chain before 0x7f13a4000100 [0000000000001000]
            riscv_cpu_do_interrupt: hart:0, async:1, cause:0000000000000007, epc:0x0000000000001000, tval:0x0000000000000000, desc=m_timer
            Trace 0: 0x7f13a4000200 [0000000000000000/0000000000002000/00209003/ff000200]
            Trace 0: 0x7f13a4000200 [0000000000000000/0000000000002000/00209003/ff000200]
            """);
    assertNull(result.misfits().told());
    assertEquals(List.of("0 3 11 2004", "0 3 " + (Long.MIN_VALUE | 7) + " 1000"), back.traps());
    assertEquals(
        List.of(0x1000L, 0x1004L, 0x2000L, 0x2000L),
        back.addresses(),
        "the last block was only begun; the call before it led there, but nothing says that it did");
  }

  @Test
  void hostileNamesArePrintable() throws IOException {
    read(
        "spike",
        """
        core   0: 3 0x0000000000001000 (0x00000013)
        core   0: exception \u001b[31mred, epc 0x0000000000001004
        """);
    assertEquals(1, result.misfits().count());
    assertTrue(result.misfits().told().chars().allMatch(c -> c >= ' '), result.misfits()::told);
  }

  @Test
  void whatIsNoLogIsSaid() {
    for (String format : List.of("qemu", "spike", "cva6", "rocket")) {
      InterchangeException e =
          assertThrows(InterchangeException.class, () -> read(format, "Hello\n\nworld"));
      assertTrue(e.getMessage().contains("no line of it"), e.getMessage());
    }
  }
}
