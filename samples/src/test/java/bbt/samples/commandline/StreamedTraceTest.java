package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.samples.testing.Bbt;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trace that is written to a stream is, byte by byte, the one that a file gets. */
class StreamedTraceTest {
  @TempDir private static Path shared;
  @TempDir private Path folder;
  private static byte[] expected;
  private static String console;

  @BeforeAll
  static void aFile() throws Exception {
    Path file = shared.resolve("file.bbt");
    Bbt.Outcome boot = Bbt.run("boot", "mini", "--bb-trace", file.toString());
    assertEquals(0, boot.code(), boot.err());
    expected = Files.readAllBytes(file);
    console = boot.out();
  }

  /** A boot whose standard output is a file. */
  private Process start(Path out, Path err, String... more) throws IOException {
    String[] words = new String[more.length + 2];
    words[0] = "boot";
    words[1] = "mini";
    System.arraycopy(more, 0, words, 2, more.length);
    Process boot =
        Bbt.command(words).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    boot.getOutputStream().close();
    return boot;
  }

  private static void ended(int code, Process boot) throws Exception {
    if (!boot.waitFor(60, TimeUnit.SECONDS)) {
      boot.destroyForcibly();
      throw new AssertionError("it does not end");
    }
    assertEquals(code, boot.exitValue());
  }

  @Test
  void standardOutputGetsTheTraceAndStandardErrorTheConsole() throws Exception {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    ended(0, start(out, err, "--bb-trace", "-"));
    assertArrayEquals(expected, Files.readAllBytes(out));
    String errors =
        new String(Files.readAllBytes(err), java.nio.charset.StandardCharsets.ISO_8859_1);
    assertTrue(errors.startsWith(console), errors);
    assertTrue(errors.contains("; trace "), errors);
  }

  @Test
  void theConsoleGoesWhereItIsSent() throws Exception {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Path its = folder.resolve("console");
    ended(0, start(out, err, "--bb-trace", "-", "--console", its.toString(), "--quiet"));
    assertArrayEquals(expected, Files.readAllBytes(out));
    assertEquals(console, Files.readString(its, java.nio.charset.StandardCharsets.ISO_8859_1));
    assertEquals("", Files.readString(err));
  }

  @Test
  void aStreamIsVerifiedAsItsFileIs() throws Exception {
    Path file = folder.resolve("standard input");
    for (int damaged : new int[] {-1, expected.length / 2, expected.length - 4}) {
      byte[] bytes = expected.clone();
      if (damaged >= 0) {
        bytes[damaged] ^= 0x10;
      }
      Files.write(file, bytes);
      Bbt.Outcome its = Bbt.run("verify", file.toString());
      Bbt.Outcome stream = Bbt.fed(bytes, "verify", "-");
      assertEquals(damaged < 0 ? 0 : ExitCode.BAD_DATA, stream.code(), stream.err());
      assertEquals(its.code(), stream.code(), its.err());
      assertEquals(withoutRate(its.out(), file), withoutRate(stream.out(), file));
      assertEquals(withoutRate(its.err(), file), withoutRate(stream.err(), file));
    }
  }

  private static String withoutRate(String text, Path file) {
    return text.replace(file.toString(), "standard input").replaceAll("; [0-9.]+ .?insns/s", "");
  }

  @Test
  void aReaderThatHasEnoughEndsTheRun() throws Exception {
    Path err = folder.resolve("err");
    Process boot =
        Bbt.command("boot", "mini", "--bb-trace", "-", "--quiet", "--console", "none")
            .redirectError(err.toFile())
            .start();
    boot.getOutputStream().close();
    try (InputStream in = boot.getInputStream()) {
      assertEquals(0x89, in.read());
    }
    ended(141, boot);
    assertEquals("", Files.readString(err));
  }

  /** The place at which a boot waits for its reader. */
  static String place(BufferedReader err) throws IOException {
    String line = err.readLine();
    String begin = "bbt: waiting for who reads the trace at ";
    assertTrue(String.valueOf(line).startsWith(begin), line);
    return line.substring(begin.length());
  }

  @Test
  void aSocketOfAFile() throws Exception {
    Path socket = folder.resolve("socket");
    Process boot =
        Bbt.command("boot", "mini", "--bb-trace", "unix:" + socket, "--console", "none").start();
    try (BufferedReader err = boot.errorReader()) {
      boot.getOutputStream().close();
      assertEquals("unix:" + socket, place(err));
      assertEquals(
          "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)));
      try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
        assertArrayEquals(expected, Channels.newInputStream(channel).readAllBytes());
      }
      ended(0, boot);
    }
    assertFalse(Files.exists(socket), "the socket's file is left");
  }

  @Test
  void aLoopbackPort() throws Exception {
    Process boot = Bbt.command("boot", "mini", "--bb-trace", "tcp::0", "--console", "none").start();
    try (BufferedReader err = boot.errorReader()) {
      boot.getOutputStream().close();
      String place = place(err);
      int port = Integer.parseInt(place.substring("tcp:127.0.0.1:".length()));
      try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
        assertArrayEquals(expected, socket.getInputStream().readAllBytes());
      }
      ended(0, boot);
    }
  }

  @Test
  void whatCannotBeIsSaidBeforeTheGuestStarts() throws Exception {
    refused(
        64,
        "tcp:192.0.2.1:5 can be reached from outside; a trace is served at loopback"
            + " addresses only (forward a port with ssh -L)",
        "--bb-trace",
        "tcp:192.0.2.1:5");
    refused(64, "unix: names no file; write unix:PATH", "--bb-trace", "unix:");
    Path there = Files.createFile(folder.resolve("there"));
    refused(
        73,
        "unix:" + there + ": the file exists already; remove it or choose another name",
        "--bb-trace",
        "unix:" + there);
    assertTrue(Files.exists(there), "what others put there is not removed");
    refused(
        64,
        "--report reads the trace when the guest has ended, and standard output is a pipe or"
            + " device: write it to a file",
        "--bb-trace",
        "-",
        "--report");
  }

  private static void refused(int code, String line, String... words) throws Exception {
    String[] all = new String[words.length + 2];
    all[0] = "boot";
    all[1] = "mini";
    System.arraycopy(words, 0, all, 2, words.length);
    Bbt.Outcome outcome = Bbt.run(all);
    assertEquals("bbt: " + line, outcome.err().strip());
    assertEquals(code, outcome.code());
    assertEquals("", outcome.out());
  }
}
