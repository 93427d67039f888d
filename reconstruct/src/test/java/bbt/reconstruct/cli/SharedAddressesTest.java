package bbt.reconstruct.cli;

import static bbt.reconstruct.testing.SharedAddressesTrace.FIXED;
import static bbt.reconstruct.testing.SharedAddressesTrace.LOADED;
import static bbt.reconstruct.testing.SharedAddressesTrace.WORK;
import static bbt.reconstruct.testing.SharedAddressesTrace.WORK_INSTRUCTIONS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.map.TaskNames;
import bbt.reconstruct.testing.ExportedSelf;
import bbt.reconstruct.testing.SharedAddressesTrace;
import bbt.reconstruct.testing.TestElf;
import bbt.reconstruct.testing.TinyTrace;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Names of a binary hold in the processes that executed it, and all commands say the same. */
@Timeout(300)
class SharedAddressesTest {
  private static final long LINKED = 0x2000;

  @TempDir private Path folder;
  private final StringWriter err = new StringWriter();
  private Path trace;

  @BeforeEach
  void write() throws IOException {
    trace = folder.resolve("shared.bbt");
    SharedAddressesTrace.write(trace);
  }

  private String run(int expected, Object... args) {
    StringWriter out = new StringWriter();
    err.getBuffer().setLength(0);
    CommandLine line = Main.create();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err, true));
    int code = line.execute(Arrays.stream(args).map(Object::toString).toArray(String[]::new));
    line.getOut().flush();
    assertEquals(expected, code, () -> List.of(args) + ": " + err);
    return out.toString();
  }

  private Path program(int number) throws IOException {
    byte[] code = SharedAddressesTrace.code(number);
    boolean movable = number == 3;
    byte[] elf = TestElf.of(movable ? LINKED : FIXED, code, number);
    elf[0x10] = (byte) (movable ? 3 : 2);
    return Files.write(
        folder.resolve(List.of("one.elf", "two.elf", "three.elf").get(number - 1)), elf);
  }

  private String scalar(String sql, Path binary) {
    String text = run(0, "query", trace, sql, "--format", "csv", "--binary", binary);
    return text.lines().skip(1).findFirst().orElse("");
  }

  /** All commands on one program, whose function is executed so often. */
  private void agree(int number, int calls) throws IOException {
    agree(program(number), calls);
  }

  private void agree(Path binary, int calls) throws IOException {
    String its = binary.getFileName().toString().replace(".elf", "");
    long self = (long) calls * WORK_INSTRUCTIONS;
    String image = binary.getFileName().toString();
    assertEquals(
        self + "," + calls + "," + image,
        scalar("select self, calls, program from functions where name = 'work'", binary));
    assertEquals(
        Long.toString(self),
        scalar("select sum(instructions) from blocks where \"function\" = 'work'", binary));
    assertEquals(
        Long.toString(self), scalar("select sum(self) from calls where function = 'work'", binary));
    // Also what is executed first, before anything of the page was known.
    long start = (long) calls * SharedAddressesTrace.START_INSTRUCTIONS;
    assertEquals(
        Long.toString(start), scalar("select self from functions where name = 'start'", binary));
    assertEquals(
        Long.toString(start),
        scalar("select sum(instructions) from blocks where \"function\" = 'start'", binary));
    String report = run(0, "report", trace, "--full", "--binary", binary);
    assertTrue(report.matches("(?s).*\n  work +" + self + " .*"), report);
    String code = run(0, "annotate", trace, "work", "--binary", binary);
    assertTrue(code.startsWith("work (" + image + ")"), code);
    assertTrue(code.contains("\n" + self + " instructions"), code);
    Path file = folder.resolve("file");
    run(0, "export", trace, "-o", file, "--format", "folded", "--binary", binary);
    for (String line : Files.readAllLines(file)) {
      // Also the first fetch, which faults, is called so in its processes, and in no other's.
      boolean named = line.matches("[^;]*;(start|work)\\b.*");
      boolean nameless = line.matches("[^;]*;[a-z]+\\+0x.*");
      String task = line.substring(0, line.indexOf(';'));
      assertFalse(task.equals(its) ? nameless : named, line);
    }
    for (String format : List.of("folded", "callgrind", "pprof", "speedscope", "html")) {
      if (format.equals("html")) {
        run(0, "report", trace, "--html", file, "--binary", binary);
      } else {
        run(0, "export", trace, "-o", file, "--format", format, "--binary", binary);
      }
      assertEquals(self, ExportedSelf.read(file, format).get("work"), format);
    }
    // Beside a run that has nothing of it.
    Path tiny = folder.resolve("tiny.bbt");
    TinyTrace.write(tiny);
    String diff = run(1, "diff", trace, tiny, "--binary-a", binary, "--top", 99);
    String own = diff.substring(diff.indexOf("By function, own instructions"));
    assertTrue(
        own.matches("(?s).*?\n- work \\(" + image + "\\) +-" + self + " +gone +" + self + " .*"),
        diff);
    String within = run(0, "report", trace, "--function", "work", "--json", "--binary", binary);
    assertTrue(within.contains("\"calls\" : " + calls), within);
    // The stepper visits it as often, and no more.
    Path nothing = Files.writeString(folder.resolve("script"), "where\n");
    for (int i = 1; i <= calls; i++) {
      String at =
          run(0, "step", trace, "--at", "work:" + i, "--script", nothing, "--binary", binary);
      assertTrue(at.contains("(work)"), at);
    }
    String next = "work:" + (calls + 1);
    run(64, "step", trace, "--at", next, "--script", nothing, "--binary", binary);
    assertTrue(err.toString().contains("was not executed"), err::toString);
  }

  @Test
  void oneProgram() throws IOException {
    agree(1, 2);
  }

  @Test
  void theOtherAtTheSameAddresses() throws IOException {
    agree(2, 2);
  }

  /** Two builds of which one instruction differs: each has its own names in its own processes. */
  @Test
  void oneInstructionDiffers() throws IOException {
    SharedAddressesTrace.writeChanged(trace);
    agree(program(1), 1);
    byte[] changed = SharedAddressesTrace.changed();
    agree(elf("changed", changed), 2);
    byte[] other = changed.clone();
    other[WORK] ^= 4;
    run(ExitCode.BAD_DATA, "report", trace, "--binary", elf("other", other));
    assertTrue(err.toString().contains("in address spaces 5, 6"), err::toString);
  }

  /** Both programs in one page, one after the other: what both execute is announced once. */
  @Test
  void onePageForOneAfterTheOther() throws IOException {
    SharedAddressesTrace.writeOneFrame(trace);
    agree(program(1), 2);
    agree(elf("changed", SharedAddressesTrace.changed()), 2);
  }

  /** A breakpoint makes another version of the page, which is the program's, too. */
  @Test
  void aBreakpointIsNoDifference() throws IOException {
    SharedAddressesTrace.writeBreakpoint(trace);
    agree(program(1), 1);
  }

  /** A file may say anything of code that was never executed. */
  @Test
  void codeThatWasNeverExecutedMayDiffer() throws IOException {
    byte[] other = SharedAddressesTrace.code(1);
    other[WORK - 2] = 0x01;
    agree(elf("one", other), 2);
  }

  /** Without address translation nine tenths are enough. */
  @Test
  void untranslatedCodeMayDifferInPlaces() throws IOException {
    SharedAddressesTrace.writeUntranslated(trace, true);
    String code = run(0, "annotate", trace, "work", "--binary", program(1));
    assertTrue(code.startsWith("work (one.elf)"), code);
    run(ExitCode.BAD_DATA, "report", trace, "--binary", program(2));
    assertTrue(err.toString().contains("is not what ran at its addresses"), err::toString);
  }

  private Path elf(String name, byte[] code) throws IOException {
    byte[] elf = TestElf.of(FIXED, code, 9);
    elf[0x10] = 2;
    return Files.write(folder.resolve(name), elf);
  }

  /** A file is one program, whatever its processes are called and call themselves. */
  @Test
  void oneFileOfManyNames() throws IOException {
    SharedAddressesTrace.writeLinks(trace, "busybox");
    String programs = "select distinct program from functions where program <> 'kernel'";
    assertEquals("program\nbusybox\n", run(0, "query", trace, programs, "--format", "csv"));
    String report = run(0, "report", trace);
    assertTrue(report.matches("(?s).* busybox\n.*"), report);
    assertTrue(report.matches("(?s).* awk \\(pid 1\\)\n.*"), report);
    assertTrue(report.matches("(?s).* renamed \\(pid 2\\)\n.*"), report);
    String self = 2 * WORK_INSTRUCTIONS + " instructions, ";
    String code = run(0, "annotate", trace, "busybox+0x40");
    assertTrue(code.startsWith("busybox+0x40") && code.contains(self), code);
    assertEquals("", run(ExitCode.USAGE, "annotate", trace, "awk+0x40"));
    assertEquals("busybox", TaskNames.read(trace).program(0x501, 4), "also where it steps");
  }

  /** Where the trace does not say the file, a program is what its process is called. */
  @Test
  void aProgramIsCalledAsItsProcess() throws IOException {
    SharedAddressesTrace.writeLinks(trace, null);
    String programs = "select distinct program from functions where program <> 'kernel'";
    assertEquals(
        "program\nawk\nls\nrenamed\n",
        run(0, "query", trace, programs + " order by program", "--format", "csv"));
  }

  @Test
  void aPositionIndependentOne() throws IOException {
    agree(3, 1);
    Path script = Files.writeString(folder.resolve("s"), "where\n");
    String at =
        run(0, "step", trace, "--at", "three+0x40", "--script", script, "--binary", program(1));
    assertTrue(at.contains("(three+0x40)"), at);
    assertTrue(at.contains(Long.toHexString(LOADED + WORK)), at);
  }

  /** A program that ran nowhere is refused, and it is said where something else ran. */
  @Test
  void anotherProgramIsRefusedByEveryCommand() throws IOException {
    byte[] elf = TestElf.of(FIXED, SharedAddressesTrace.code(4), 0x44);
    Path wrong = Files.write(folder.resolve("wrong"), elf);
    for (List<Object> command :
        List.<List<Object>>of(
            List.of("report", trace),
            List.of("annotate", trace),
            List.of("step", trace, "--script", Files.writeString(folder.resolve("s"), "where\n")),
            List.of("query", trace, "select count(*) from functions"),
            List.of("diff", trace, trace),
            List.of("export", trace, "-o", folder.resolve("x.folded")))) {
      run(
          ExitCode.BAD_DATA,
          Stream.concat(command.stream(), Stream.of("--binary", wrong)).toArray());
      assertTrue(
          err.toString().contains("build-id 00000044) is not what ran at its addresses"),
          err::toString);
      assertTrue(err.toString().contains("in address spaces 5, 6"), err::toString);
    }
  }
}
