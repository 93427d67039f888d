package bbt.samples.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.trace.TraceVerifier;
import bbt.samples.testing.Bbt;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Linux on the network: DHCP, ping, HTTP from a server on this machine; then again from the log.
 */
@Tag("full")
final class NetworkTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"linux-stable, ttyS0", "linux-stable-arm64, ttyAMA0"})
  void linuxFetchesFromALoopbackServerAndTheRunRepeatsWithoutIt(String guest, String console)
      throws Exception {
    byte[] content = new byte[1_000_000];
    new Random(7).nextBytes(content);
    HttpServer server =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, content.length);
          exchange.getResponseBody().write(content);
          exchange.close();
        });
    server.start();
    Path log = folder.resolve("input");
    Path first = folder.resolve("first.bbt");
    String url = "http://10.0.2.2:" + server.getAddress().getPort() + "/x";
    String net = "user,ports=" + server.getAddress().getPort();
    String[] booted = {"boot", guest, "--net", net, "--append"};
    String append = "console=" + console + " panic=-1 quiet bbt.net bbt.get=" + url;
    String out = boot(booted, append, "--record-input", log, first);
    server.stop(0);
    String hash =
        HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content), 0, 8);
    for (String line :
        List.of(
            "bbt-sample: network 10.0.2.15/24",
            "bbt-sample: ping 3 sent 3 received",
            "bbt-sample: fetched 1000000 bytes " + hash)) {
      assertTrue(out.contains(line), out);
    }
    assertEquals(List.of(), TraceVerifier.verify(first).problems());
    Path again = folder.resolve("again.bbt");
    assertEquals(out, boot(booted, append, "--replay-input", log, again));
    assertEquals(-1, Files.mismatch(first, again));
  }

  private static String boot(String[] booted, String append, String option, Path log, Path trace)
      throws Exception {
    List<String> command = new ArrayList<>(List.of(booted));
    command.addAll(List.of(append, option, log.toString(), "--bb-trace", trace.toString()));
    Bbt.Outcome run = Bbt.run(command.toArray(String[]::new));
    assertEquals(0, run.code(), run.err());
    return run.out();
  }
}
