package bbt.translator.riscv.board;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.translator.fdt.FdtWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FdtTest {
  @TempDir Path folder;

  @Test
  void bytesAreThoseOfTheSpecification() {
    byte[] tree =
        new FdtWriter().begin("").cells("a", 1).begin("n").flag("bc").end().end().toBytes();
    String expected =
        // magic, total size, offsets of structure, strings, reserved map
        "d00dfeed 00000073 00000038 0000006c 00000028 "
            // version, last compatible version, boot cpu, sizes of strings and structure
            + "00000011 00000010 00000000 00000005 00000038 "
            // reserved memory map: the terminator
            + "00000000 00000000 00000000 00000000 "
            + "00000001 00000000 " // begin ""
            + "00000003 00000004 00000000 00000001 " // a = <1>
            + "00000001 6e000000 " // begin "n"
            + "00000003 00000000 00000002 " // bc
            + "00000002 00000002 00000009 "
            + "6100 626300";
    // The structure block above is 56 - 4 bytes of tokens: computed here, not copied from a run.
    byte[] golden = HexFormat.of().parseHex(expected.replace(" ", ""));
    golden[7] = (byte) golden.length;
    golden[39] = (byte) (golden.length - 56 - 5);
    golden[15] = (byte) (golden.length - 5);
    assertArrayEquals(golden, tree);
  }

  @Test
  void openNodesAreAnError() {
    assertThrows(IllegalStateException.class, () -> new FdtWriter().begin("").toBytes());
  }

  @Test
  void sameSeedSameTreeOtherSeedOtherTree() {
    assertArrayEquals(tree(1, false), tree(1, false));
    assertFalse(java.util.Arrays.equals(tree(1, false), tree(2, false)));
  }

  @Test
  void noKaslrSeedUnlessAskedFor() {
    assertFalse(text(tree(1, false)).contains("kaslr-seed"));
    assertTrue(text(tree(1, true)).contains("kaslr-seed"));
  }

  @Test
  void noInitrdNoBootargsNoProperties() {
    String tree = text(new VirtTree(1 << 28, "", 0, 0, 0, false, false, 1).toBytes());
    assertFalse(tree.contains("initrd"));
    assertFalse(tree.contains("bootargs"));
  }

  private static String cells(int... values) {
    ByteBuffer b = ByteBuffer.allocate(4 * values.length);
    b.asIntBuffer().put(values);
    return HexFormat.of().formatHex(b.array());
  }

  @Test
  void severalHartsHaveInterruptControllersOfTheirOwn() {
    byte[] three = new VirtTree(1 << 28, "", 0, 0, 0, false, false, 3).toBytes();
    String text = text(three);
    for (String node : new String[] {"cpu@0", "cpu@1", "cpu@2", "cpu-map", "cluster0", "core2"}) {
      assertTrue(text.contains(node), node);
    }
    assertFalse(text.contains("cpu@3"));
    String hex = HexFormat.of().formatHex(three);
    assertTrue(hex.contains(cells(1, 11, 1, 9, 0x101, 11, 0x101, 9, 0x102, 11, 0x102, 9)), "PLIC");
    assertTrue(hex.contains(cells(1, 3, 1, 7, 0x101, 3, 0x101, 7, 0x102, 3, 0x102, 7)), "CLINT");
    assertFalse(text(tree(1, false)).contains("cpu-map"));
  }

  private static byte[] tree(long seed, boolean kaslr) {
    return new VirtTree(
            512L << 20, "console=ttyS0", 0x8800_0000L, 0x8810_0000L, seed, kaslr, false, 1)
        .toBytes();
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @Test
  @Tag("qemu")
  void theDeviceTreeCompilerReadsItAndFindsWhatStockSoftwareLooksFor()
      throws IOException, InterruptedException {
    Path dtb = Files.write(folder.resolve("t.dtb"), tree(0, false));
    Process p =
        new ProcessBuilder("dtc", "-q", "-I", "dtb", "-O", "dts", dtb.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String source = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, p.waitFor());
    for (String line :
        new String[] {
          "compatible = \"riscv-virtio\";",
          "bootargs = \"console=ttyS0\";",
          "linux,initrd-start = <0x00 0x88000000>;",
          "linux,initrd-end = <0x00 0x88100000>;",
          "stdout-path = \"/soc/serial@10000000\";",
          "reg = <0x00 0x80000000 0x00 0x20000000>;",
          "timebase-frequency = <0x989680>;",
          "riscv,isa = \"rv64imafdc",
          "riscv,isa-extensions = \"i\\0m\\0a\\0f\\0d\\0c\\0",
          "flash@20000000 {",
          "compatible = \"cfi-flash\";",
          "reg = <0x00 0x20000000 0x00 0x2000000 0x00 0x22000000 0x00 0x2000000>;",
          "riscv,isa-base = \"rv64i\";",
          "mmu-type = \"riscv,sv57\";",
          "compatible = \"riscv,cpu-intc\";",
          "compatible = \"ns16550a\";",
          "interrupts-extended = <0x01 0x0b 0x01 0x09>;",
          "compatible = \"syscon-poweroff\";",
          "plic@c000000 {",
          "clint@2000000 {",
          "rtc@101000 {",
          "virtio_mmio@10008000 {"
        }) {
      assertTrue(source.contains(line), line + " in\n" + source);
    }
  }
}
