package bbt.reconstruct.cli.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.warm.Caller;
import bbt.reconstruct.cli.warm.OwnProcess;
import bbt.translator.boot.GuestSample;
import bbt.translator.config.MachineConfig;
import bbt.translator.engine.EngineMode;
import bbt.translator.net.HostAccess;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class ConsoleTest {
  private static final Runnable NOTHING = () -> {};

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void escapesQuitHelpAndSendThemselves() {
    EscapeFilter f = new EscapeFilter();
    assertEquals(EscapeFilter.Action.PASS, f.key('x'));
    assertEquals(EscapeFilter.Action.PASS, f.key(3), "Ctrl-C goes to the guest");
    assertEquals(EscapeFilter.Action.NOTHING, f.key(1));
    assertEquals(EscapeFilter.Action.QUIT, f.key('x'));
    f.key(1);
    assertEquals(EscapeFilter.Action.HELP, f.key('h'));
    f.key(1);
    assertEquals(EscapeFilter.Action.TRACE, f.key('t'));
    f.key(1);
    assertEquals(EscapeFilter.Action.PASS, f.key(1));
    f.key(1);
    assertEquals(EscapeFilter.Action.NOTHING, f.key('q'));
    assertEquals(EscapeFilter.Action.PASS, f.key('q'));
  }

  @Test
  void pipedInputIsReadInOrderToItsEnd() {
    HostConsole c =
        new HostConsole(
            new ByteArrayInputStream(ascii("\001xb")), new ByteArrayOutputStream(), false);
    c.start(false, NOTHING, NOTHING, NOTHING);
    assertEquals(1, c.read(), "no escapes in a pipe");
    assertEquals('x', c.read());
    assertEquals('b', c.read());
    assertEquals(-1, c.read());
    assertEquals(-1, c.read());
  }

  @Test
  void aGuestThatWaitsForASilentPipeCanBeStopped() throws IOException {
    try (PipedOutputStream silent = new PipedOutputStream()) {
      HostConsole c =
          new HostConsole(new PipedInputStream(silent), new ByteArrayOutputStream(), false);
      c.start(false, NOTHING, NOTHING, NOTHING);
      Thread.ofVirtual().start(c::cancel);
      assertTimeoutPreemptively(Duration.ofSeconds(60), () -> assertEquals(-1, c.read()));
    }
  }

  /** The process may live on: a thread that nobody needs would hold the machine. */
  @Test
  void theReaderEndsWithItsConsole() throws Exception {
    CompletableFuture<Thread> reader = new CompletableFuture<>();
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            reader.complete(Thread.currentThread());
            return 'x';
          }
        };
    HostConsole c = new HostConsole(endless, new ByteArrayOutputStream(), false);
    c.start(false, NOTHING, NOTHING, NOTHING);
    assertTrue(reader.get(120, TimeUnit.SECONDS).isAlive());
    c.close();
    assertTrue(reader.get().join(Duration.ofSeconds(60)));
  }

  @Test
  void ctrlAxQuitsALiveConsole() throws InterruptedException {
    CountDownLatch quit = new CountDownLatch(1);
    HostConsole c =
        new HostConsole(
            new ByteArrayInputStream(ascii("a\001x")), new ByteArrayOutputStream(), true);
    c.start(true, quit::countDown, NOTHING, NOTHING);
    assertTrue(quit.await(120, TimeUnit.SECONDS));
    assertEquals('a', c.poll());
    assertEquals(-1, c.poll());
  }

  @Test
  void outputThatCannotBeWrittenStopsTheRunOnce() {
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("gone");
          }
        };
    int[] stops = {0};
    HostConsole c = new HostConsole(null, broken, false);
    c.start(false, () -> stops[0]++, NOTHING, NOTHING);
    c.write('x');
    assertNull(c.failure());
    c.flush();
    c.write('y');
    c.flush();
    assertNotNull(c.failure());
    assertEquals(1, stops[0]);
  }

  @Command
  private static final class Holder {
    @Mixin private BootOptions options;
  }

  private static MachineConfig parse(String... args) {
    Holder h = new Holder();
    new CommandLine(h).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(args);
    return h.options.toConfig(
        new GuestSample.Prepared(
            Path.of("kernel"), null, "default", Path.of("bios"), List.of(Path.of("disk"))),
        OwnProcess.create(),
        h.options.trace == null ? null : new TraceTarget(Path.of(h.options.trace), null, false));
  }

  @Test
  void defaultsAreTheDocumentedOnes() {
    MachineConfig c = parse();
    assertEquals(512L << 20, c.memoryBytes());
    assertEquals(MachineConfig.DEFAULT_INSNS_PER_SECOND, c.insnsPerSecond());
    assertEquals(MachineConfig.DEFAULT_RTC_BASE, c.rtcBase());
    assertEquals(Long.MAX_VALUE, c.maxInsns());
    assertEquals(EngineMode.AUTO, c.engine());
    assertEquals("default", c.append());
    assertEquals(Path.of("bios"), c.bios());
    assertEquals(List.of(new MachineConfig.DriveConfig(Path.of("disk"), false)), c.drives());
    assertNull(c.trace());
    assertNull(c.network());
  }

  @Test
  void theNetworkOpensNoPortUnlessNamed() {
    assertNull(parse("--net", "none").network());
    assertEquals(HostAccess.NONE, parse("--net", "user").network());
    assertEquals(HostAccess.to(80, 8080), parse("--net", "user,ports=80,8080").network());
    assertEquals(
        "ports=1-9,connections=3", parse("--net", "user,ports=1-9,connections=3").network() + "");
  }

  @Test
  void optionsReachTheConfiguration() {
    MachineConfig c =
        parse(
            "--memory",
            "2G",
            "--max-insns",
            "1_500k",
            "--rtc-base",
            "86400",
            "--seed",
            "7",
            "--drive",
            "a,persist",
            "--drive",
            "b",
            "--engine",
            "interpreter",
            "--append",
            "",
            "--bb-trace",
            "t.bbt",
            "--bb-verify",
            "--bb-mode",
            "raw",
            "--insns-per-second",
            "100M");
    assertEquals(2L << 30, c.memoryBytes());
    assertEquals(1_500_000, c.maxInsns());
    assertEquals(86_400, c.rtcBase());
    assertEquals(7, c.seed());
    assertTrue(c.drives().get(0).persist());
    assertEquals(2, c.drives().size());
    assertEquals(Path.of("a"), c.drives().get(0).file());
    assertEquals(Path.of("b"), c.drives().get(1).file());
    assertEquals("", c.append());
    assertTrue(c.trace().verify());
    assertEquals(false, c.trace().compact());
    assertEquals(10, c.insnsPerTick());
  }

  @Test
  void theGuestIsASampleOrAFileOrAKernelOption(@TempDir Path folder) throws IOException {
    Caller self = OwnProcess.create();
    PrintWriter none = new PrintWriter(OutputStream.nullOutputStream());
    Path file = Files.createFile(folder.resolve("guest"));
    Path kernel = Path.of("kernel");
    assertEquals(file, GuestFiles.resolve(file.toString(), null, self, none).kernel());
    assertEquals(kernel, GuestFiles.resolve(null, kernel, self, none).kernel());
    UserException two =
        assertThrows(
            UserException.class, () -> GuestFiles.resolve(file.toString(), kernel, self, none));
    assertEquals(Fault.USAGE, two.fault());
    UserException unknown =
        assertThrows(UserException.class, () -> GuestFiles.resolve("no-such", null, self, none));
    assertEquals(Fault.NO_INPUT, unknown.fault());
  }

  @Test
  void wrongValuesGiveOneLine() {
    String[][] wrong = {
      {"--memory", "lots"},
      {"--memory", "1K"},
      {"--memory", "-5M"},
      {"--memory", "99999999999G"},
      {"--insns-per-second", "3"},
      {"--rtc-base", "yesterday"},
      {"--net", "user,80"},
      {"--net", "users"},
      {"--max-insns", ""}
    };
    for (String[] args : wrong) {
      UserException e = assertThrows(UserException.class, () -> parse(args), args[1]);
      assertEquals(Fault.USAGE, e.fault());
      assertEquals(1, e.getMessage().lines().count());
    }
  }
}
