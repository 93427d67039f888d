package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.guests.EmbeddedElf;
import bbt.samples.testing.InProcess;
import bbt.samples.testing.Parting;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log that QEMU itself wrote, of a guest behind its firmware, as docs/interchange.md says. */
@Tag("qemu")
final class QemuImportTest {
  @TempDir private Path folder;

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  private static String query(String trace, String question) throws Exception {
    return InProcess.run(0, "query", trace, "--csv", question);
  }

  /** What each function of the guest itself executed, by name. */
  private static TreeMap<String, Long> functions(String trace) throws Exception {
    String question = "select name, self from functions where self > 0";
    TreeMap<String, Long> self = new TreeMap<>();
    InProcess.run(0, "query", trace, "--csv", "--privilege", "s", question)
        .lines()
        .skip(1)
        .map(line -> line.split(","))
        .forEach(cells -> self.put(cells[0], Long.valueOf(cells[1])));
    return self;
  }

  @Test
  void theGuestDidWhatItDoesHere() throws Exception {
    String guest = EmbeddedElf.file("panic").toString();
    Process qemu =
        new ProcessBuilder(
                "qemu-system-riscv64",
                "-machine",
                "virt",
                "-display",
                "none",
                "-monitor",
                "none",
                "-serial",
                "file:" + file("console"),
                "-d",
                "exec,nochain,int,in_asm",
                "-D",
                file("qemu.log"),
                "-kernel",
                guest)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said").toFile())
            .start();
    try {
      assertTrue(qemu.waitFor(5, TimeUnit.MINUTES), "QEMU did not end within five minutes");
    } finally {
      qemu.destroyForcibly();
    }
    String trace = file("qemu.bbt");
    InProcess.run(
        0, "import", file("qemu.log"), "--format", "qemu", "--binary", guest, "-o", trace);
    String verified = InProcess.run(0, "verify", trace);
    assertTrue(verified.contains(": whole and consistent: "), verified);
    assertFalse(verified.contains(" not recorded"), verified);
    assertFalse(InProcess.run(0, "dump", trace).contains(" GAP of "), "there is a gap");
    String report = InProcess.run(0, "report", trace);
    assertTrue(report.contains(", imported from qemu"), report);
    assertTrue(report.contains("load access fault"), report);
    assertEquals(
        "kind,cause,epc,tval\nmmuException,5,0x802002c0,0x18\n",
        query(trace, "select kind, cause, epc, tval from exceptions where kind = 'mmuException'"));

    String here = file("here.bbt");
    InProcess.outcome("boot", "panic", "--console", "none", "--quiet", "--bb-trace", here);
    String calls = query(here, "select count(*) as n from exceptions where kind = 'firmware'");
    assertEquals(
        calls, query(trace, "select count(*) as n from exceptions where kind = 'systemCall'"));
    // Here an ecall is executed; there it traps into the firmware.
    TreeMap<String, Long> ours = functions(here);
    assertEquals(14, ours.size());
    long ecalls = Long.parseLong(calls.lines().toList().get(1));
    ours.merge("sbi_call", -ecalls, Long::sum);
    assertEquals(ours, functions(trace));
    Parting there = Parting.of(here, trace, "--privilege", "s");
    assertEquals(
        "3494 target: jal sbi_call at print+0x16 goes to sbi_call+0x4 in A, to sbi_call+0x8 in B",
        there.text());
    // The way there is the same in both.
    List<String> way = there.json().at("/divergence/before").findValuesAsText("place");
    assertEquals("kernel_main+0x12", way.get(way.size() - 3), way.toString());
  }
}
