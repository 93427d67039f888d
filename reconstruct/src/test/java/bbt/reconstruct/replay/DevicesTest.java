package bbt.reconstruct.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.replay.setup.GuestOptions;
import bbt.reconstruct.replay.state.Access;
import bbt.reconstruct.replay.state.Position;
import bbt.reconstruct.testing.VirtioGuest;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.MachineConfig.DriveConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Machine;
import bbt.translator.net.HostAccess;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs in which devices write memory: a disk, and a network card whose peer is gone by then. */
@Timeout(300)
class DevicesTest {
  private static final int SECTORS = 12;
  private static final int SECTOR = 512;

  @TempDir Path folder;

  private static GuestOptions files(Path kernel, List<Path> drives) {
    return new GuestOptions(kernel, null, List.of(), null, null, drives, List.of(), null);
  }

  private MachineConfig.Builder config(Path kernel) {
    return MachineConfig.builder()
        .kernel(kernel)
        .memoryBytes(16 << 20)
        .engine(EngineMode.AUTO)
        .trace(new TraceOptions(trace(), true, true, TraceOptions.Context.AUTO));
  }

  private Path trace() {
    return folder.resolve("run.bbt");
  }

  private Replay open(GuestOptions files) throws IOException {
    return Replay.open(trace(), files, folder.resolve("cache"), 3000);
  }

  /** Goes to places in any order, and to the end again and again. */
  private static void wander(Replay replay, long result) throws IOException {
    Random random = new Random(5);
    long end = replay.end().clock();
    for (int i = 0; i < 8; i++) {
      replay.goTo(Position.at(random.nextLong(end)));
      replay.goTo(Position.at(end - random.nextLong(Math.min(end, 2000))));
      replay.goTo(replay.end());
      assertEquals(result, replay.state().general(0, 9));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aDiskThatIsWrittenTo(boolean persist) throws IOException {
    Path kernel = Files.write(folder.resolve("disk.elf"), VirtioGuest.disk(SECTORS));
    ByteBuffer content = ByteBuffer.allocate(2 * SECTORS * SECTOR).order(ByteOrder.LITTLE_ENDIAN);
    long sum = 0;
    Random random = new Random(1);
    while (content.position() < SECTORS * SECTOR) {
      long value = random.nextLong();
      content.putLong(value);
      sum += value + 1;
    }
    Path drive = Files.write(folder.resolve("drive"), content.array());
    Path before = Files.copy(drive, folder.resolve("before"));
    MachineConfig config = config(kernel).drives(List.of(new DriveConfig(drive, persist))).build();
    long retired = Machine.create(config, ConsolePort.none()).run().retired();
    assertEquals(persist, Files.mismatch(drive, before) >= 0);
    if (persist) {
      UserException e =
          assertThrows(UserException.class, () -> open(files(kernel, List.of(drive))));
      assertEquals(Fault.BAD_DATA, e.fault());
      assertTrue(e.getMessage().contains("drive"), e.getMessage());
    }
    byte[] after = Files.readAllBytes(drive);
    try (Replay replay = open(files(kernel, List.of(before)))) {
      replay.check();
      assertEquals(retired, replay.end().clock());
      wander(replay, sum);
      // What was read last is the device's; what was there before, the program's own zeroes.
      Access last = replay.lastWrite(VirtioGuest.READ, SECTOR).orElseThrow();
      assertEquals("virtio-block", last.device());
      assertArrayEquals(new byte[SECTOR], last.before());
      assertArrayEquals(replay.state().readPhysical(VirtioGuest.READ, SECTOR), last.after());
      replay.goTo(last.position());
      Access cleared = replay.lastWrite(VirtioGuest.READ, SECTOR).orElseThrow();
      assertEquals("", cleared.device());
    }
    assertEquals(-1, Files.mismatch(before, Files.write(folder.resolve("x"), content.array())));
    assertArrayEquals(after, Files.readAllBytes(drive), "files are only read");
  }

  /** Answers the first who comes, piece by piece. */
  private static String answer(ServerSocket server, byte[] first, byte[] second) {
    try (Socket socket = server.accept()) {
      InputStream in = socket.getInputStream();
      String said = new String(in.readNBytes(4), StandardCharsets.US_ASCII);
      OutputStream out = socket.getOutputStream();
      out.write(first);
      out.flush();
      out.write(second);
      out.flush();
      in.readAllBytes();
      return said;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aShutPortIsShutInTheReplayToo() throws Exception {
    Path kernel = folder.resolve("network.elf");
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = server.getLocalPort();
      Files.write(kernel, VirtioGuest.network(port));
      MachineConfig config =
          config(kernel).network(HostAccess.to(port + 1)).maxInsns(20_000_000L).build();
      Machine machine = Machine.create(config, ConsolePort.none());
      machine.run();
      assertEquals(Set.of(port), machine.networkRefusals().ports());
      server.setSoTimeout(1);
      assertThrows(SocketTimeoutException.class, server::accept);
    }
    try (Replay replay = open(files(kernel, List.of()))) {
      assertDoesNotThrow(() -> replay.check());
    }
  }

  @Test
  void packetsFromOutsideAreInTheTrace() throws Exception {
    // More than one packet holds, whenever the guest looks; the one letter that it waits for is not
    // among it.
    byte[] first = new byte[800];
    Random random = new Random(3);
    for (int i = 0; i < first.length; i++) {
      first[i] = (byte) random.nextInt('q');
    }
    byte[] second = "some more, and q".getBytes(StandardCharsets.US_ASCII);
    Path kernel = folder.resolve("network.elf");
    long retired;
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Files.write(kernel, VirtioGuest.network(server.getLocalPort()));
      CompletableFuture<String> said =
          CompletableFuture.supplyAsync(() -> answer(server, first, second));
      MachineConfig config =
          config(kernel)
              .network(HostAccess.to(server.getLocalPort()))
              .maxInsns(20_000_000_000L)
              .build();
      retired = Machine.create(config, ConsolePort.none()).run().retired();
      assertEquals("ping", said.get());
    }
    try (Replay replay = open(files(kernel, List.of()))) {
      replay.check();
      assertEquals(retired, replay.end().clock());
      replay.goTo(replay.end());
      long sum = replay.state().general(0, 9);
      wander(replay, sum);
      // The first frame was the answer to the SYN, the last has the second piece at its end.
      long frames = replay.state().general(0, 21);
      assertTrue(frames >= 3, frames + " frames");
      long buffer = VirtioGuest.RECEIVED + (frames - 1) % 8 * 2048;
      Access last = replay.lastWrite(buffer, 64).orElseThrow();
      assertEquals("input", last.device());
      byte[] frame = replay.state().readPhysical(buffer, 2048);
      String text = new String(frame, StandardCharsets.ISO_8859_1);
      assertTrue(text.contains("some more, and q"), text);
    }
  }
}
