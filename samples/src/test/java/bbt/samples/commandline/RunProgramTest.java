package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.cli.options.TraceFiles;
import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import bbt.samples.testing.TraceStart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bbt run}: programs print and return what they do in QEMU's user mode. */
@Tag("qemu")
final class RunProgramTest {
  private static final String C =
      """
      #include <stdio.h>
      #include <stdlib.h>
      __attribute__((noinline)) long work(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) sum += i * (long)i % 7;
        return sum;
      }
      int main(int argc, char **argv) {
        printf("%s %d %ld\\n", argv[0], argc, work(WORK));
        for (int c = getchar(), n = 0; c != EOF; c = getchar()) putchar(c ^ n++ % 3);
        fprintf(stderr, "done\\n");
        return 7;
      }
      """;

  private static final String CPP =
      """
      #include <iostream>
      #include <map>
      #include <stdexcept>
      #include <string>
      __attribute__((noinline)) int work(std::map<std::string, int> &words) {
        for (int i = 0; i < 300; i++) words["word" + std::to_string(i % 17)] += i;
        return words.size();
      }
      int main(int argc, char **argv) {
        std::map<std::string, int> words;
        std::cout << argv[0] << " " << argc << " " << work(words) << "\\n";
        try { throw std::runtime_error("caught"); } catch (std::exception &e) { std::cout << e.what() << "\\n"; }
        for (char c; std::cin.get(c);) std::cout << c;
        for (auto &w : words) std::cout << w.first << "=" << w.second << std::endl;
        return 7;
      }
      """;

  /** Makes two functions, one of them twice, and names them as Linux' perf wants it. */
  private static final String JIT =
      """
      #include <stdio.h>
      #include <string.h>
      #include <sys/mman.h>
      #include <unistd.h>
      static const unsigned twice[] = {0x00150513, 0x00150513, 0x00008067}; // addi a0,a0,1; ret
      static const unsigned once[] = {0x00150513, 0x00008067};
      int main(void) {
        char *code = mmap(0, 8192, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        memcpy(code + 256, twice, sizeof twice);
        memcpy(code + 512, once, sizeof once);
        memcpy(code + 768, once, sizeof once);
        __builtin___clear_cache(code, code + 8192);
        char name[64];
        snprintf(name, sizeof name, "/tmp/perf-%d.map", (int) getpid());
        FILE *map = fopen(name, "w");
        if (!map) { perror(name); return 9; }
        fprintf(map, "%lx %x add \\x1b two\\n", (unsigned long) code + 256, (int) sizeof twice);
        fflush(map); // the second line comes in two parts
        fprintf(map, "%lx %x LazyCom", (unsigned long) code + 512, (int) sizeof once);
        fflush(map);
        fprintf(map, "pile:~one /x.js:1\\nnot a line\\n");
        fclose(map);
        long n = 0;
        for (int i = 0; i < 300; i++) {
          n = ((long (*)(long)) (code + 256))(n);
          n = ((long (*)(long)) (code + 512))(n);
          n = ((long (*)(long)) (code + 768))(n);
        }
        printf("%ld\\n", n);
        return 0;
      }
      """;

  @TempDir private static Path folder;

  @BeforeAll
  static void build() throws Exception {
    Files.writeString(folder.resolve("prog.c"), C);
    Files.writeString(folder.resolve("prog.cc"), CPP);
    Files.writeString(folder.resolve("jit.c"), JIT);
    compile("gcc", "jit.c", "jit", "-static");
    compile("gcc", "prog.c", "c-dynamic", "-DWORK=500");
    compile("gcc", "prog.c", "c-static", "-DWORK=500", "-static");
    compile("gcc", "prog.c", "c-slower", "-DWORK=900", "-static");
    compile("g++", "prog.cc", "cpp-dynamic");
    compile("g++", "prog.cc", "cpp-static", "-static");
  }

  private static void compile(String compiler, String source, String output, String... options)
      throws Exception {
    List<String> line =
        new ArrayList<>(
            List.of("riscv64-linux-gnu-" + compiler, "-g", "-O1", source, "-o", output));
    line.addAll(List.of(options));
    Process p =
        new ProcessBuilder(line).directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, p.waitFor(), line + ": " + said);
  }

  private static String file(String name) {
    return folder.resolve(name).toString();
  }

  private static byte[] everyByte() {
    byte[] all = new byte[5000];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) (i * 7);
    }
    return all;
  }

  @ParameterizedTest
  @CsvSource({
    "c-dynamic, prog.c:",
    "c-static, prog.c:",
    "cpp-dynamic, prog.cc:",
    "cpp-static, prog.cc:"
  })
  void printsWhatQemuPrints(String program, String line) throws Exception {
    Process qemu =
        new ProcessBuilder(
                "qemu-riscv64", "-L", "/usr/riscv64-linux-gnu", file(program), "one", "two words")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    byte[] input = everyByte();
    qemu.getOutputStream().write(input);
    qemu.getOutputStream().close();
    byte[] expected = qemu.getInputStream().readAllBytes();
    int code = qemu.waitFor();
    String trace = file(program + ".bbt");
    Bbt.Outcome outcome =
        Bbt.fed(input, "run", "--bb-trace", trace, file(program), "one", "two words");
    assertEquals(7, code);
    assertEquals(code, outcome.code(), outcome.err());
    assertArrayEquals(expected, outcome.out().getBytes(StandardCharsets.ISO_8859_1));
    Bbt.Outcome report = InProcess.outcome("report", trace, "--full");
    assertEquals(0, report.code(), report.err());
    assertTrue(report.out().contains("work"), report.out());
    assertTrue(report.out().contains("main"), report.out());
    Bbt.Outcome listing =
        InProcess.outcome(
            "annotate", trace, line.endsWith("cc:") ? "main" : "work", "--program", program);
    assertTrue(listing.out().contains(line), listing.out() + listing.err());
  }

  @Test
  void theTraceBeginsWithTheProgramAndIsTheSameEachTime() throws Exception {
    InProcess.outcome("run", "--quiet", "--bb-trace", file("a.bbt"), file("c-static"));
    InProcess.outcome("run", "--quiet", "--bb-trace", file("b.bbt"), file("c-static"));
    assertArrayEquals(
        Files.readAllBytes(folder.resolve("a.bbt")), Files.readAllBytes(folder.resolve("b.bbt")));
    String gap =
        InProcess.outcome("dump", file("a.bbt"))
            .out()
            .lines()
            .filter(text -> text.contains("GAP"))
            .findFirst()
            .orElseThrow();
    String entry = Long.toHexString(entry(folder.resolve("c-static")));
    assertTrue(gap.contains("pc " + entry + ", privilege U"), gap);
    Bbt.Outcome replay = InProcess.outcome("replay", file("a.bbt"));
    assertEquals(0, replay.code(), replay.err());
    Bbt.Outcome at = InProcess.outcome("replay", file("a.bbt"), "--at", "work");
    assertTrue(at.out().contains("main+0x"), at.out() + at.err());
  }

  /** Such a trace does not begin with its run: what is missing before its first instruction. */
  @Test
  void aMergeOfPartsBeginsWhereTheFirstOneDoes() throws Exception {
    String whole = file("whole.bbt");
    String part = file("part.bbt");
    String late = file("late.bbt");
    String merged = file("merged.bbt");
    String program = file("c-static");
    InProcess.outcome("run", "--quiet", "--bb-trace", whole, program);
    long snapshot = TraceStart.dropped(Path.of(whole));
    long half = (snapshot + TraceFiles.instructions(Path.of(whole))) / 2;
    InProcess.outcome("run", "--quiet", "--bb-trace", part, "--bb-start", "insns=" + half, program);
    assertEquals(snapshot, TraceStart.dropped(Path.of(part)));
    InProcess.run(0, "trace", "cut", part, "--from", "99%", "-o", late);
    InProcess.run(0, "trace", "merge", part, late, "-o", merged);
    long dropped = TraceStart.dropped(Path.of(merged));
    assertTrue(dropped >= half, dropped + " dropped, recorded from " + half);
    String first = "select min(clock) as first from frames";
    assertEquals("first\n" + dropped + "\n", InProcess.run(0, "query", merged, "--csv", first));
    String all = "select sum(instructions), sum(bits) from harts";
    assertEquals(
        InProcess.run(0, "query", part, "--csv", all),
        InProcess.run(0, "query", merged, "--csv", all));
  }

  private static long entry(Path elf) throws IOException {
    byte[] head = Arrays.copyOf(Files.readAllBytes(elf), 32);
    return java.nio.ByteBuffer.wrap(head).order(java.nio.ByteOrder.LITTLE_ENDIAN).getLong(24);
  }

  @Test
  void twoBuildsAreComparedInTwoMoreCommands() throws Exception {
    Path one = folder.resolve("one");
    Path two = folder.resolve("two");
    Files.createDirectories(one);
    Files.createDirectories(two);
    Files.copy(folder.resolve("c-static"), one.resolve("prog"));
    Files.copy(folder.resolve("c-slower"), two.resolve("prog"));
    InProcess.outcome("run", "--bb-trace", file("one.bbt"), one.resolve("prog").toString());
    InProcess.outcome("run", "--bb-trace", file("two.bbt"), two.resolve("prog").toString());
    Bbt.Outcome diff = InProcess.outcome("diff", file("one.bbt"), file("two.bbt"));
    assertEquals(1, diff.code(), diff.err());
    assertTrue(diff.out().contains("work"), diff.out());
  }

  @Test
  void madeCodeHasTheNamesThatTheProgramGivesIt() throws Exception {
    String trace = file("jit.bbt");
    Bbt.Outcome outcome = Bbt.run("run", "--bb-trace", trace, file("jit"));
    assertEquals("1200\n", outcome.out(), outcome.err());
    String report = InProcess.outcome("report", "--full", trace).out();
    for (String name :
        List.of(
            "add \\\\x1b two", "LazyCompile:~one /x\\.js:1", "jit\\[anonymous\\]\\+0x\\w+300")) {
      assertTrue(Pattern.compile(name + " .* 300 ").matcher(report).find(), name + report);
    }
    Bbt.Outcome code = InProcess.outcome("annotate", trace, "LazyCompile:~one /x.js:1");
    assertTrue(code.out().contains("600 instructions"), code.out() + code.err());
    Bbt.Outcome stopped =
        Bbt.fed(
            "tb LazyCompile:~one /x.js:1\nc\nbt\n".getBytes(StandardCharsets.UTF_8), "step", trace);
    assertTrue(stopped.out().contains("LazyCompile:~one /x.js:1"), stopped.out());
  }

  @Test
  void userModeAloneHasNoKernel() throws Exception {
    String trace = file("user.bbt");
    InProcess.outcome("run", "--user-only", "--bb-trace", trace, file("c-static"));
    String report = InProcess.outcome("report", trace, "--json").out();
    assertFalse(report.contains("\"kernel\""), report);
    assertTrue(report.contains("\"work\"") || report.contains("work"), report);
  }

  @Test
  void commandsOfTheGuestRunToo() throws Exception {
    Bbt.Outcome outcome =
        Bbt.fed(
            "a\nb\n".getBytes(StandardCharsets.US_ASCII),
            "run",
            "--add",
            file("prog.c"),
            "--env",
            "NAME=value",
            "--",
            "sh",
            "-c",
            "cat; echo $NAME; wc -l < prog.c; echo no >&2; exit 5");
    assertEquals("a\nb\nvalue\n13\n", outcome.out());
    assertEquals(
        List.of("no"),
        outcome.errorLines().stream().filter(l -> !l.startsWith("bbt: booting")).toList());
    assertEquals(5, outcome.code());
    assertEquals(137, Bbt.run("run", "--", "sh", "-c", "kill -9 $$").code());
  }

  @Test
  void whatCannotRunIsOneLine() throws Exception {
    Bbt.Outcome missing = Bbt.run("run", "no-such-command");
    assertEquals(127, missing.code());
    assertTrue(
        missing.err().contains("no-such-command: neither a file here nor a command of the guest"),
        missing.err());
    Bbt.Outcome host = Bbt.run("run", System.getProperty("java.home") + "/bin/java");
    assertEquals(65, host.code());
    assertEquals(1, host.errorLines().size(), host.err());
    assertTrue(host.err().contains("apt install gcc-riscv64-linux-gnu"), host.err());
    Bbt.Outcome harts = Bbt.run("run", "--smp", "2", "ls");
    assertEquals(64, harts.code());
    assertEquals(1, harts.errorLines().size(), harts.err());
  }
}
