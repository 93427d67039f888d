package bbt.translator.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.ptg.arm64.A64Isa;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.riscv.RiscvIsa;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a kernel's file says of the guest that it is for, which decides a machine's architecture.
 */
class KernelFileTest {
  private static final int RISCV = 0x05435352;
  private static final int ARM64 = 0x644D5241;

  @TempDir private Path folder;

  private Optional<GuestIsa> guest(byte[] bytes) throws IOException {
    return KernelFile.guest(Files.write(folder.resolve("kernel"), bytes));
  }

  private static byte[] image(int magic) {
    return ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN).putInt(56, magic).array();
  }

  private static byte[] elf(int machine) {
    ByteBuffer b = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    return b.putInt(0, 0x464C_457F).putShort(0x12, (short) machine).array();
  }

  @Test
  void aFlatKernelsMagicNumberTellsPackedToo() throws IOException {
    assertEquals(Optional.of(RiscvIsa.RV64), guest(image(RISCV)));
    assertEquals(Optional.of(A64Isa.ARM64), guest(image(ARM64)));
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(image(RISCV));
    }
    assertEquals(Optional.of(RiscvIsa.RV64), guest(packed.toByteArray()));
  }

  @Test
  void anElfFilesMachineTells() throws IOException {
    assertEquals(Optional.of(RiscvIsa.RV64), guest(elf(RiscvIsa.RV64.elfMachine())));
    assertEquals(Optional.empty(), guest(elf(62)));
  }

  @Test
  void whatIsNoKernelIsForNoGuest() throws IOException {
    assertEquals(Optional.empty(), guest(new byte[0]));
    assertEquals(Optional.empty(), guest(new byte[] {0x7F, 'E', 'L', 'F'}));
    assertEquals(Optional.empty(), KernelFile.guest(folder.resolve("nothing")));
  }
}
