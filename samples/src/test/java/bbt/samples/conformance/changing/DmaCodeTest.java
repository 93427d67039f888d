package bbt.samples.conformance.changing;

import static bbt.ptg.riscv.Insn.ADDI;
import static bbt.ptg.riscv.Insn.BNE;
import static bbt.ptg.riscv.Insn.LHU;
import static bbt.ptg.riscv.Insn.SD;
import static bbt.ptg.riscv.Insn.SH;
import static bbt.ptg.riscv.Insn.SW;
import static bbt.ptg.riscv.Insn.XORI;
import static bbt.samples.conformance.changing.Program.*;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.riscv.Encoder;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.replay.Replay;
import bbt.reconstruct.replay.setup.GuestOptions;
import bbt.reconstruct.replay.state.Access;
import bbt.reconstruct.trace.TraceVerifier;
import bbt.samples.conformance.fuzz.run.Image;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.lockstep.Choices;
import bbt.translator.lockstep.Lockstep;
import bbt.translator.lockstep.MachineGuest;
import bbt.translator.machine.Machine;
import bbt.translator.riscv.board.MemoryMap;
import bbt.translator.run.ExitReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A block device that reads into a page whose code was executed, and into the running code. */
final class DmaCodeTest {
  private static final int ROUNDS = 60;
  private static final int QUEUE = 0x40000;
  private static final int AVAILABLE = QUEUE + 0x100;
  private static final int USED = QUEUE + 0x200;
  private static final int HEADER = QUEUE + 0x300;
  private static final int STATUS = QUEUE + 0x310;
  private static final int NEXT = 1;
  private static final int WRITE = 2;
  private static final int NOTIFY = 0x50;

  @TempDir private Path folder;

  private Path elf;
  private Path disk;

  /** The function of a sector: it makes the device read the next one over itself, and adds. */
  private static int[] function(int amount) {
    return new int[] {Program.add(8), Encoder.i(SW, 0, S2, NOTIFY), Program.add(amount), ret()};
  }

  /** Rounds of: choose a sector, call the function, wait for the device. */
  @BeforeEach
  void makeGuest() throws IOException {
    Program p = new Program(false);
    p.place(FUNCTIONS, function(1));
    descriptor(p, 0, HEADER, 16, NEXT);
    descriptor(p, 1, FUNCTIONS, 512, NEXT | WRITE);
    descriptor(p, 2, STATUS, 1, WRITE);
    p.a.li(S2, MemoryMap.virtio(0)).li(S3, Image.BASE + QUEUE);
    register(p, 0x70, 3); // acknowledge, driver
    register(p, 0x24, 1);
    register(p, 0x20, 1); // VIRTIO_F_VERSION_1
    register(p, 0x70, 11); // features are fine
    register(p, 0x30, 0);
    register(p, 0x38, 8);
    register(p, 0x80, (int) Image.BASE + QUEUE);
    register(p, 0x90, (int) Image.BASE + AVAILABLE);
    register(p, 0xA0, (int) Image.BASE + USED);
    register(p, 0x44, 1);
    register(p, 0x70, 15); // driver is fine
    p.a.li(S4, Image.BASE + FUNCTIONS).li(S5, 0).li(S6, 0);
    p.rounds(ROUNDS);
    p.a.i(XORI, S5, S5, 1).s(SD, S5, S3, HEADER - QUEUE + 8);
    p.a.i(ADDI, S6, S6, 1).s(SH, S6, S3, AVAILABLE - QUEUE + 2);
    p.call(S4);
    p.a.label("wait").i(LHU, T0, S3, USED - QUEUE + 2).branch(BNE, T0, S6, "wait");
    p.end().out(A0);
    elf = folder.resolve("guest.elf");
    p.image().writeElf(elf);
    ByteBuffer sectors = ByteBuffer.allocate(1024).order(ByteOrder.LITTLE_ENDIAN);
    for (int sector = 0; sector < 2; sector++) {
      sectors.position(512 * sector);
      for (int bits : function(sector + 1)) {
        sectors.putInt(bits);
      }
    }
    disk = folder.resolve("disk");
    Files.write(disk, sectors.array());
  }

  private static void descriptor(Program p, int index, int offset, int length, int flags) {
    p.put64(QUEUE + 16 * index, Image.BASE + offset);
    p.put64(QUEUE + 16 * index + 8, length | (long) flags << 32 | index + 1L << 48);
  }

  private static void register(Program p, int offset, int value) {
    p.a.li(T0, value).s(SW, T0, S2, offset);
  }

  private MachineConfig config(EngineMode engine, Path trace) {
    return config(engine, trace, false);
  }

  private MachineConfig config(EngineMode engine, Path trace, boolean persist) {
    return MachineConfig.builder()
        .kernel(elf)
        .memoryBytes(16 << 20)
        .maxInsns(100_000)
        .engine(engine)
        .thresholdSeed(3)
        .threshold(9)
        .drives(List.of(new MachineConfig.DriveConfig(disk, persist)))
        .trace(
            trace == null ? null : new TraceOptions(trace, true, true, TraceOptions.Context.STACK))
        .build();
  }

  /** The device reads at once: each call executes what it has just read. */
  @ParameterizedTest
  @EnumSource(EngineMode.class)
  void whatTheDeviceReadIsExecuted(EngineMode engine) throws IOException {
    for (Path trace : new Path[] {null, folder.resolve("t.bbt")}) {
      Machine machine = Machine.create(config(engine, trace), ConsolePort.none());
      assertEquals(ExitReason.POWER_OFF, machine.run().reason());
      assertEquals(8 * ROUNDS + ROUNDS / 2 * 3, machine.memory().read64(Image.BASE + RESULTS));
      machine.release();
      if (trace != null) {
        assertEquals(List.of(), TraceVerifier.verify(trace).problems());
      }
    }
  }

  @Test
  void theEnginesStayInStep() throws IOException {
    for (int seed = 0; seed < 4; seed++) {
      Choices choices = Choices.ofShort(seed);
      Path trace = folder.resolve("lockstep.bbt");
      Lockstep.Result result =
          Lockstep.compare(
              new MachineGuest(
                  config(EngineMode.AUTO, seed % 2 == 0 ? null : trace),
                  config(EngineMode.INTERPRETER, null)),
              choices,
              line -> {});
      assertEquals("null", String.valueOf(result.difference()), choices.toString());
    }
  }

  private GuestOptions files(Path drive) {
    return new GuestOptions(elf, null, List.of(), null, null, List.of(drive), List.of(), null);
  }

  /**
   * Executed again, the device is who wrote what it read, at the notification that asked for it.
   */
  @Test
  void theDeviceIsNamedAsTheLastWriter() throws IOException {
    Path trace = folder.resolve("t.bbt");
    Machine machine = Machine.create(config(EngineMode.AUTO, trace), ConsolePort.none());
    machine.run();
    machine.release();
    try (Replay replay = Replay.open(trace, files(disk))) {
      replay.check();
      replay.goTo(replay.end());
      byte[] now = replay.state().readPhysical(Image.BASE + FUNCTIONS, 16);
      int writes = 0;
      while (true) {
        Access write = replay.lastWrite(Image.BASE + FUNCTIONS, 16).orElse(null);
        if (write == null) {
          break;
        }
        writes++;
        assertEquals("virtio-block", write.device());
        assertTrue(write.store());
        assertEquals(512, write.bytes());
        assertArrayEquals(now, write.after());
        // The device reads when it is told to: by the store in the function itself.
        assertEquals(Image.BASE + FUNCTIONS + 4, write.pc(), write.instruction());
        replay.goTo(write.position());
        now = replay.state().readPhysical(Image.BASE + FUNCTIONS, 16);
        assertArrayEquals(now, write.before());
      }
      assertEquals(ROUNDS, writes);
      Access byDevice = replay.next(Access.Kind.WRITE, Image.BASE + STATUS, 1).orElseThrow();
      assertEquals("virtio-block", byDevice.device());
    }
  }

  /** What a drive was before the run is needed, and said to be. */
  @Test
  void aDriveThatTheRunChangedIsSaidToBeNeededAsItWas() throws IOException {
    Path trace = folder.resolve("t.bbt");
    Path before = Files.copy(disk, folder.resolve("before"));
    Machine machine = Machine.create(config(EngineMode.AUTO, trace, true), ConsolePort.none());
    machine.run();
    machine.release();
    byte[] content = Files.readAllBytes(disk);
    content[1023]++;
    Files.write(disk, content);
    try (Replay replay = Replay.open(trace, files(before))) {
      replay.check();
    }
    Files.delete(before);
    GuestOptions unnamed =
        new GuestOptions(elf, null, List.of(), null, null, List.of(), List.of(), null);
    for (GuestOptions files : List.of(files(disk), unnamed)) {
      UserException e = assertThrows(UserException.class, () -> Replay.open(trace, files));
      assertTrue(e.getMessage().contains("persist"), e.getMessage());
      assertTrue(e.getMessage().contains("a copy of it from before the run"), e.getMessage());
      assertEquals(1, e.getMessage().lines().count());
    }
  }
}
