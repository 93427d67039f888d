package bbt.translator.riscv.board;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.image.ImageException;
import bbt.translator.boot.AddedFile;
import bbt.translator.config.MachineConfig;
import bbt.translator.device.TestMemory;
import bbt.translator.testing.ElfBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoaderTest {
  private static final int MEMORY = 32 << 20;
  private static final byte[] CODE = {0x73, 0x00, 0x50, 0x10};

  private final TestMemory memory = new TestMemory(MEMORY);
  @TempDir Path folder;

  private Path file(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private LoadedGuest load(MachineConfig.Builder config) throws IOException {
    return Loader.load(config.memoryBytes(MEMORY).build(), memory);
  }

  private LoadedGuest kernel(byte[] bytes) throws IOException {
    return load(MachineConfig.builder().kernel(file("kernel", bytes)));
  }

  private String refusal(byte[] bytes) {
    String message = assertThrows(ImageException.class, () -> kernel(bytes)).getMessage();
    assertFalse(message.contains("\n"), message);
    assertTrue(message.startsWith(folder.resolve("kernel") + ": "), message);
    return message.substring(folder.resolve("kernel").toString().length() + 2);
  }

  private static byte[] image(long imageSize) {
    ByteBuffer b = ByteBuffer.allocate(8192).order(ByteOrder.LITTLE_ENDIAN);
    b.putInt(0, 0x0000_006F).putLong(8, 0x20_0000).putLong(16, imageSize);
    b.putInt(56, 0x05435352);
    return b.array();
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream z = new GZIPOutputStream(out)) {
      z.write(bytes);
    }
    return out.toByteArray();
  }

  @Test
  void bareMetalStartsInMachineMode() throws IOException {
    LoadedGuest g = kernel(new ElfBuilder(0x8000_0000L).segment(0x8000_0000L, CODE).build());
    assertEquals(0x8000_0000L, g.entry());
    assertFalse(g.supervisor());
    assertEquals(0x1050_0073, memory.read32(0x8000_0000L));
    assertEquals(0xD00DFEED, Integer.reverseBytes(memory.read32(g.deviceTree())));
    assertEquals(MemoryMap.RAM + MEMORY - (2 << 20), g.deviceTree());
  }

  @Test
  void supervisorKernelsStartInSupervisorMode() throws IOException {
    assertTrue(
        kernel(new ElfBuilder(0x8020_0000L).segment(0x8020_0000L, CODE).build()).supervisor());
    LoadedGuest flat = kernel(image(0x10000));
    assertTrue(flat.supervisor());
    assertEquals(0x8020_0000L, flat.entry());
    assertEquals(0x6F, memory.read32(0x8020_0000L));
  }

  @Test
  void anImageForTheStartOfRamStartsInMachineMode() throws IOException {
    byte[] image = image(0x10000);
    ByteBuffer.wrap(image).putLong(8, 0);
    LoadedGuest flat = kernel(image);
    assertFalse(flat.supervisor());
    assertEquals(0x8000_0000L, flat.entry());
    assertEquals(0x6F, memory.read32(0x8000_0000L));
  }

  @Test
  void aKernelLinkedAtZeroMovesToWhereAnImageGoes() throws IOException {
    byte[] elf =
        new ElfBuilder(0xFFFF_FFFF_8000_0010L)
            .segment(0xFFFF_FFFF_8000_0000L, 0, new byte[64])
            .segment(0xFFFF_FFFF_8000_1000L, 0x1000, CODE)
            .build();
    LoadedGuest g = kernel(elf);
    assertEquals(0x8020_0010L, g.entry());
    assertEquals(0x1050_0073, memory.read32(0x8020_1000L));
  }

  @Test
  void gzipAndZbootAreUnpacked() throws IOException {
    assertEquals(0x8020_0000L, kernel(gzip(image(0x10000))).entry());
    byte[] payload = gzip(image(0x10000));
    ByteBuffer z = ByteBuffer.allocate(64 + payload.length).order(ByteOrder.LITTLE_ENDIAN);
    z.put("MZ\0\0zimg".getBytes(StandardCharsets.ISO_8859_1));
    z.putInt(64).putInt(payload.length);
    z.position(24);
    z.put("gzip\0".getBytes(StandardCharsets.ISO_8859_1));
    z.position(64);
    z.put(payload);
    assertEquals(0x8020_0000L, kernel(z.array()).entry());
    z.position(24);
    z.put("zstd\0".getBytes(StandardCharsets.ISO_8859_1));
    assertTrue(refusal(z.array()).startsWith("EFI zboot kernel compressed with zstd"));
  }

  @Test
  void wrongKernelsAreNamed() throws IOException {
    assertEquals("the file is empty, expected a kernel", refusal(new byte[0]));
    assertEquals("not a kernel: only 3 bytes", refusal(new byte[3]));
    assertTrue(
        refusal("#!/bin/sh\n".repeat(1000).getBytes(StandardCharsets.US_ASCII))
            .startsWith("not a kernel: expected a RISC-V or AArch64 ELF file"));
    byte[] x86 = new ElfBuilder(0x8000_0000L).segment(0x8000_0000L, CODE).build();
    x86[0x12] = 62;
    x86[0x13] = 0;
    assertEquals(
        "a program for another machine: ELF machine x86-64, expected RISC-V or AArch64",
        refusal(x86));
    byte[] rv32 = new ElfBuilder(0x8000_0000L).segment(0x8000_0000L, CODE).build();
    rv32[4] = 1;
    assertEquals("32-bit RISC-V, expected 64-bit little-endian", refusal(rv32));
    ByteBuffer bz = ByteBuffer.allocate(8192).order(ByteOrder.LITTLE_ENDIAN);
    bz.putInt(0x202, 0x53726448).putShort(0x1FE, (short) 0xAA55);
    assertEquals(
        "a kernel for another machine: x86, expected RISC-V or AArch64", refusal(bz.array()));
    byte[] cut = java.util.Arrays.copyOf(gzip(image(0x10000)), 40);
    assertEquals("truncated gzip data", refusal(cut));
    byte[] cutElf =
        java.util.Arrays.copyOf(
            new ElfBuilder(0x8000_0000L).segment(0x8000_0000L, new byte[4096]).build(), 200);
    assertTrue(refusal(cutElf).startsWith("damaged ELF file: a header points past its end"));
  }

  @Test
  void programsThatDoNotFitSayWhatWould() throws IOException {
    assertEquals(
        "the kernel does not fit into 32 MiB of memory; use --memory 66M or more",
        refusal(image(64 << 20)));
    assertTrue(
        refusal(new ElfBuilder(0x8800_0000L).segment(0x8800_0000L, CODE).build())
            .contains("use --memory 129M or more"));
    assertTrue(
        refusal(
                new ElfBuilder(0x4000_0000L)
                    .segment(0x4000_0000L, 0x8000_0000_0000_0000L, CODE)
                    .build())
            .contains("where there is no RAM"));
    assertTrue(refusal(new ElfBuilder(0).build()).contains("nothing to load"));
    Path initrd = file("initrd", new byte[20 << 20]);
    assertTrue(
        assertThrows(
                ImageException.class,
                () ->
                    load(
                        MachineConfig.builder()
                            .kernel(file("kernel", image(0x10000)))
                            .initrd(initrd)))
            .getMessage()
            .startsWith(initrd + ": the initial RAM disk does not fit into 32 MiB"));
  }

  @Test
  void missingFilesAreNamed() throws IOException {
    Path kernel = file("kernel", image(0x10000));
    assertThrows(
        NoSuchFileException.class,
        () -> load(MachineConfig.builder().kernel(folder.resolve("none"))));
    assertThrows(
        NoSuchFileException.class,
        () -> load(MachineConfig.builder().kernel(kernel).initrd(folder.resolve("none"))));
  }

  @Test
  void initrdIsPlacedAndAddedTo() throws IOException {
    byte[] first = new byte[10];
    first[9] = 7;
    Path added = file("added", "text".getBytes(StandardCharsets.US_ASCII));
    LoadedGuest g =
        load(
            MachineConfig.builder()
                .kernel(file("kernel", image(0x10000)))
                .initrd(file("initrd", first))
                .initrdAdd(List.of(AddedFile.of(added))));
    long start = MemoryMap.SUPERVISOR + MEMORY / 2;
    assertEquals(7, memory.read8(start + 9));
    byte[] magic = new byte[6];
    memory.read(start + 12, magic, 0, 6);
    assertArrayEquals("070701".getBytes(StandardCharsets.US_ASCII), magic);
  }

  @Test
  void firmwareStartsInMachineModeAndLearnsOfTheKernel() throws IOException {
    LoadedGuest g =
        load(
            MachineConfig.builder()
                .kernel(file("kernel", image(0x10000)))
                .bios(file("fw.bin", CODE)));
    assertFalse(g.supervisor());
    assertEquals(MemoryMap.RAM, g.entry());
    assertEquals(0x1028, g.dynamicInfo());
    ByteBuffer rom = ByteBuffer.wrap(g.rom()).order(ByteOrder.LITTLE_ENDIAN);
    assertEquals(MemoryMap.RAM, rom.getLong(0x18));
    assertEquals(g.deviceTree(), rom.getLong(0x20));
    assertEquals(0x4942534F, rom.getLong(0x28));
    assertEquals(2, rom.getLong(0x30));
    assertEquals(0x8020_0000L, rom.getLong(0x38));
    assertEquals(1, rom.getLong(0x40), "S-mode");
  }

  @Test
  void aDeviceTreeFileMustBeOne() throws IOException {
    Path kernel = file("kernel", image(0x10000));
    Path bad = file("bad.dtb", new byte[64]);
    assertEquals(
        bad + ": not a flattened device tree",
        assertThrows(
                ImageException.class, () -> load(MachineConfig.builder().kernel(kernel).dtb(bad)))
            .getMessage());
  }
}
