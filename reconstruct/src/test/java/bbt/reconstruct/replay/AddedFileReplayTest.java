package bbt.reconstruct.replay;

import static bbt.ptg.riscv.Insn.ADDI;
import static bbt.ptg.riscv.Insn.ANDI;
import static bbt.ptg.riscv.Insn.BEQ;
import static bbt.ptg.riscv.Insn.BNE;
import static bbt.ptg.riscv.Insn.LBU;
import static bbt.ptg.riscv.Insn.SW;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.TraceHeader;
import bbt.packets.TraceReader;
import bbt.ptg.asm.Assembler;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.replay.setup.GuestOptions;
import bbt.reconstruct.testing.Rebuilt;
import bbt.reconstruct.testing.TestElf;
import bbt.translator.boot.AddedFile;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.machine.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of {@code --initrd-add}: what it is called and who may execute it belongs to the run. */
class AddedFileReplayTest {
  private static final long BASE = 0x8000_0000L;
  private static final int MEMORY = 16 << 20;

  /** Where it begins with so little memory. */
  private static final long INITRD = 0x80A0_0000L;

  /** Bytes of the archive that hold the header of its first file, with mode and name. */
  private static final int READ = 128;

  @TempDir Path folder;

  /** Branches by each of the first octets of its initial RAM disk. */
  private static byte[] reader() {
    Assembler a = new Assembler();
    a.li(9, INITRD).li(18, READ);
    a.label("next").i(LBU, 5, 9, 0).i(ANDI, 6, 5, 1).branch(BEQ, 6, 0, "even").i(ADDI, 7, 7, 1);
    a.label("even").i(ANDI, 6, 5, 2).branch(BEQ, 6, 0, "low").i(ADDI, 7, 7, 1);
    a.label("low").i(ANDI, 6, 5, 4).branch(BEQ, 6, 0, "end").i(ADDI, 7, 7, 1);
    a.label("end").i(ADDI, 9, 9, 1).i(ADDI, 18, 18, -1).branch(BNE, 18, 0, "next");
    a.li(5, 0x10_0000).li(6, 0x5555).s(SW, 6, 5, 0).label("stop").jal(0, "stop");
    return TestElf.plain(BASE, a.bytes());
  }

  private Path file(String name, String permissions) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private Path boot(String name, Path added) throws IOException {
    Path trace = folder.resolve(name);
    MachineConfig config =
        MachineConfig.builder()
            .kernel(Files.write(folder.resolve("guest.elf"), reader()))
            .initrdAdd(List.of(AddedFile.of(added)))
            .memoryBytes(MEMORY)
            .maxInsns(100_000)
            .trace(new TraceOptions(trace, true, true, TraceOptions.Context.AUTO))
            .build();
    Machine.create(config, ConsolePort.none()).run();
    return trace;
  }

  private Replay open(Path trace, Path added) throws IOException {
    Path kernel = folder.resolve("guest.elf");
    GuestOptions files =
        new GuestOptions(kernel, null, List.of(added), null, null, List.of(), List.of(), null);
    return Replay.open(trace, files, folder.resolve("cache"), 1000);
  }

  @Test
  void anyExecuteBitMakesAProgramAndNothingElseCounts() throws IOException {
    byte[] program = Files.readAllBytes(boot("a.bbt", file("a/init", "rwxr-xr-x")));
    assertArrayEquals(program, Files.readAllBytes(boot("b.bbt", file("b/init", "r----x---"))));
    byte[] text = Files.readAllBytes(boot("c.bbt", file("c/init", "rw-rw-rw-")));
    assertArrayEquals(text, Files.readAllBytes(boot("d.bbt", file("d/init", "r--------"))));
    // The guest sees which it is, and so does the header.
    Rebuilt first = Rebuilt.of(folder.resolve("a.bbt"));
    Rebuilt other = Rebuilt.of(folder.resolve("c.bbt"));
    assertTrue(!first.addresses().equals(other.addresses()));
    try (TraceReader reader = TraceReader.open(folder.resolve("a.bbt"))) {
      TraceHeader header = reader.header();
      assertEquals("755", header.get("guest.initrd-add.0.mode", null));
      assertEquals("init", header.get("guest.initrd-add.0.name", null));
    }
  }

  @Test
  void aCopyOfAnotherNameAndModeIsAsGood() throws IOException {
    Path trace = boot("a.bbt", file("a/init", "rwxr-xr-x"));
    try (Replay replay = open(trace, file("kept/init.copy", "rw-r--r--"))) {
      assertDoesNotThrow(() -> replay.check());
    }
    Path another = file("kept/other", "rwxr-xr-x");
    Files.writeString(another, "#!/bin/sh\necho\n");
    UserException e = assertThrows(UserException.class, () -> open(trace, another));
    assertTrue(e.getMessage().contains("other"), e.getMessage());
  }
}
