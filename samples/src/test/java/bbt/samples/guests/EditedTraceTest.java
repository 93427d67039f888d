package bbt.samples.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import bbt.samples.testing.Parting;
import bbt.samples.testing.WalkedStops;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bbt trace}: what is cut, merged and stripped goes through every command. */
final class EditedTraceTest {
  @TempDir private static Path folder;

  @BeforeAll
  static void record() throws Exception {
    boot("whole", "mini", "--bb-verify");
  }

  private static String file(String name) {
    return folder.resolve(name + ".bbt").toString();
  }

  private static String boot(String name, String guest, String... options) throws Exception {
    return InProcess.recorded(Path.of(file(name)), guest, options);
  }

  private static String cut(String name, String... how) throws Exception {
    List<String> line = new ArrayList<>(List.of("trace", "cut", file("whole"), "-o", file(name)));
    line.addAll(List.of(how));
    return InProcess.run(0, line.toArray(String[]::new));
  }

  @Test
  void aMergedTraceGoesThroughEveryCommand() throws Exception {
    String told = cut("early", "--from", "1000001", "--to", "3000003");
    assertTrue(told.contains("2,000,002 of 6,823,818 instructions"), told);
    assertTrue(told.contains("verify hashes as they were"), told);
    cut("late", "--from", "90%");
    String both = file("both");
    InProcess.run(0, "trace", "merge", file("late"), file("early"), "-o", both);
    String verified = InProcess.run(0, "verify", both);
    assertTrue(verified.contains("every verify hash matches"), verified);
    assertTrue(verified.contains(" not recorded, "), verified);
    assertTrue(InProcess.run(0, "info", both).contains("merge 2"));
    assertTrue(InProcess.run(0, "report", both).contains(" instructions were not recorded"));
    assertTrue(InProcess.run(0, "dump", both).contains("GAP of 1000001"));
    WalkedStops stops = WalkedStops.of(Path.of(both));
    assertEquals(2, stops.gaps());
    stops.arePartOf(WalkedStops.of(Path.of(file("whole"))));
    stops.areTheSteppers(Path.of(both), 2);
    assertEquals(
        "0 gap: the recording of B leaves out 1,000,001 instructions, up to set_jump+0x2c; that of A"
            + " does not: csrw sie,zero at _start",
        Parting.of(file("whole"), both).text());
    InProcess.run(0, "trace", "merge", file("early"), file("late"), "-o", file("again"));
    assertTrue(InProcess.run(0, "diff", both, file("again")).contains("Identical"));
    Bbt.Outcome replayed = InProcess.outcome("replay", both);
    assertEquals(65, replayed.code());
    assertEquals(1, replayed.errorLines().size(), replayed.err());
    assertTrue(replayed.err().contains("was made of other traces"), replayed.err());
    String question = "select name, self from functions where self > 0 order by 1, 2";
    assertEquals(
        InProcess.run(
            0, "query", file("whole"), "--csv", "--from", "1000001", "--to", "3000003", question),
        InProcess.run(0, "query", file("early"), "--csv", question));
  }

  /** Where a gap begins that only one of the traces has, and what is behind it. */
  @Test
  void aGapIsWhereTracesPart() throws Exception {
    cut("first", "--from", "0", "--to", "3000003");
    cut("last", "--from", "90%");
    InProcess.run(0, "trace", "merge", file("first"), file("last"), "-o", file("ends"));
    Parting there = Parting.of(file("whole"), file("ends"));
    assertEquals(
        "3000003 gap: the recording of B leaves out 3,141,433 instructions, up to kernel_work+0x2a;"
            + " that of A does not: sb a4,-288(a3) at memory+0x3a6",
        there.text());
    assertEquals("U", there.privilege(), "of who executes there");
    assertEquals(3_000_004, there.next("a"));
    assertEquals(6_141_438, there.next("b"));
    String text = InProcess.run(1, "diff", file("whole"), file("ends"), "--first");
    assertTrue(text.contains("after 3,000,003 instructions, at guest time 0.003000 s"), text);
    assertTrue(text.contains("bne a5,a0,memory+0x392                       last in both"), text);
  }

  /** What each hart executed, and all of them together again. */
  @Test
  void oneHartOfSeveral() throws Exception {
    String all = boot("harts", "harts", "--smp", "2");
    String instructions = "select instructions from harts where hart = ";
    List<String> parts = new ArrayList<>();
    for (int hart = 0; hart < 2; hart++) {
      String part = file("hart" + hart);
      parts.add(part);
      String number = Integer.toString(hart);
      InProcess.run(0, "trace", "cut", all, "--hart", number, "-o", part);
      String its = InProcess.run(0, "query", all, "--csv", instructions + hart);
      assertEquals(its, InProcess.run(0, "query", part, "--csv", instructions + hart));
      String other = InProcess.run(0, "query", part, "--csv", instructions + (1 - hart));
      assertEquals("instructions\n0\n", other);
      assertTrue(InProcess.run(0, "verify", part).contains(" not recorded"));
    }
    InProcess.run(0, "trace", "merge", parts.get(0), parts.get(1), "-o", file("joined"));
    assertTrue(InProcess.run(0, "diff", all, file("joined")).contains("Identical"));
  }

  @Test
  void whatWasRecordedInPartsIsMergedToTheWhole() throws Exception {
    String kernel = boot("kernel", "mini", "--bb-verify", "--bb-filter", "kernel");
    String user = boot("user", "mini", "--bb-filter", "user");
    String told = InProcess.run(0, "trace", "merge", kernel, user, "-o", file("merged"));
    assertTrue(told.contains("6,823,818 of 6,823,818 instructions"), told);
    assertTrue(told.contains("without verify hashes"), told);
    String verified = InProcess.run(0, "verify", file("merged"));
    assertTrue(verified.contains("no verify hashes in it"), verified);
    String plain = boot("plain", "mini");
    assertTrue(InProcess.run(0, "diff", plain, file("merged")).contains("Identical"));
  }

  @Test
  void whatIsStrippedIsStillTheRun() throws Exception {
    String small = file("small");
    String told = InProcess.run(0, "trace", "strip", file("whole"), "-o", small);
    assertTrue(told.contains("without symbols"), told);
    assertTrue(told.contains("verify hashes as they were"), told);
    assertTrue(InProcess.run(0, "verify", small).contains("every verify hash matches"));
    assertTrue(InProcess.run(0, "info", small).matches("(?s).*\nsymbols +0\n.*"));
    assertTrue(
        InProcess.run(0, "replay", small).contains("the re-execution agrees with the trace"));
    String bare = file("bare");
    InProcess.run(
        0,
        "trace",
        "strip",
        file("whole"),
        "-o",
        bare,
        "--without",
        "hashes,checkpoints",
        "--without",
        "symbols,tasks,input");
    assertTrue(InProcess.run(0, "verify", bare).contains("no verify hashes in it"));
    assertTrue(Files.size(Path.of(bare)) < Files.size(Path.of(small)));
    String functions =
        InProcess.run(0, "query", bare, "select count(*) from functions where name = 'main'");
    assertFalse(functions.contains("1"), functions);
  }

  /** Nobody is to be offered what is refused. */
  @Test
  void aPartIsSaidByItsPlaceAlone() {
    String help = InProcess.run(0, "trace", "cut", "--help");
    assertTrue(help.contains("--from") && help.contains("--to") && help.contains("--hart"), help);
    for (String option : List.of("--task", "--privilege", "--function", "--lead")) {
      assertFalse(help.contains(option), option);
    }
  }

  @Test
  void theStepperSaysThatAPlaceWasNotRecorded() throws Exception {
    cut("behind", "--from", "3000000");
    String told = InProcess.run(0, "step", file("behind"), "-c", "goto 2000000", "-c", "where");
    String said = "instruction 2,000,000 was not recorded; the next one that was is instruction ";
    assertTrue(told.contains(said + "3,000,000\n"), told);
    assertTrue(told.contains("instruction 3,000,000 of 6,823,818"), told);
    told = InProcess.run(0, "step", file("behind"), "-c", "goto 3000000", "-c", "goto end");
    assertFalse(told.contains("not recorded;"), told);
  }

  @ParameterizedTest
  @CsvSource({
    "64, must be before --to, cut whole --from 5 --to 5 -o x",
    "64, the trace has only 6823818, cut whole --from 6823818 -o x",
    "64, say which part, cut whole -o x",
    "64, --task, cut whole --task sh -o x",
    "64, no hart 3, cut whole --hart 3 -o x",
    "64, name another output, cut whole --to 5 -o whole",
    "64, name another output, strip whole -o whole",
    "64, is none of symbols, strip whole --without bits -o x",
    "66, no such file, cut nothing --to 5 -o x",
    "66, no such file, merge whole nothing -o x",
    "65, CRC mismatch, cut damaged --to 6M -o x",
    "65, CRC mismatch, strip damaged -o x",
    "65, holds no frame, cut killed --to 5 -o x",
    "65, are not of one run, merge whole other -o x"
  })
  void whatCannotBeIsOneLine(int code, String said, String line) throws Exception {
    byte[] bytes = Files.readAllBytes(Path.of(file("whole")));
    Files.write(Path.of(file("killed")), Arrays.copyOf(bytes, 5_000));
    Arrays.fill(bytes, 20_000, 40_000, (byte) 1);
    Files.write(Path.of(file("damaged")), bytes);
    if (line.contains("other")) {
      boot("other", "mini", "--seed", "7");
    }
    List<String> words = new ArrayList<>(List.of("trace"));
    for (String word : line.split(" ")) {
      boolean name = List.of("whole", "nothing", "damaged", "killed", "other", "x").contains(word);
      words.add(name ? file(word) : word);
    }
    Bbt.Outcome refused = InProcess.outcome(words.toArray(String[]::new));
    assertEquals(code, refused.code(), refused.err());
    assertEquals(1, refused.errorLines().size(), refused.err());
    assertTrue(refused.err().contains(said), refused.err());
    assertFalse(Files.exists(Path.of(file("x"))));
    assertTrue(InProcess.run(0, "verify", file("whole")).contains("whole and consistent"));
  }
}
