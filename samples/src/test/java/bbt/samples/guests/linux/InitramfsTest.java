package bbt.samples.guests.linux;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.compress.archivers.cpio.CpioArchiveEntry;
import org.apache.commons.compress.archivers.cpio.CpioArchiveInputStream;
import org.junit.jupiter.api.Test;

/** The initial RAM disk and the modules in it. */
final class InitramfsTest {
  private static byte[] archive() throws IOException {
    Map<String, byte[]> modules = new LinkedHashMap<>();
    modules.put("00-virtio_blk.ko", new byte[] {1, 2, 3});
    modules.put("01-ext4.ko", new byte[] {4});
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new Initramfs(
            new byte[] {9, 9}, "#!/bin/busybox sh\n".getBytes(StandardCharsets.UTF_8), modules)
        .write(out);
    return out.toByteArray();
  }

  @Test
  void theSameContentGivesTheSameBytes() throws Exception {
    byte[] first = archive();
    Thread.sleep(1100); // a time stamp, if there were one, would have whole seconds
    assertArrayEquals(first, archive());
  }

  @Test
  void sortedWithAllTimesZero() throws IOException {
    List<String> names = new ArrayList<>();
    String order = "";
    try (CpioArchiveInputStream in =
        new CpioArchiveInputStream(new ByteArrayInputStream(archive()))) {
      for (CpioArchiveEntry e = in.getNextEntry(); e != null; e = in.getNextEntry()) {
        names.add(e.getName());
        assertEquals(0, e.getTime(), e.getName());
        assertEquals(0, e.getUID(), e.getName());
        if (e.getName().equals("modules/load")) {
          order = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        if (e.getName().equals("dev/console")) {
          assertTrue(e.isCharacterDevice());
          assertEquals(5, e.getRemoteDeviceMaj());
          assertEquals(1, e.getRemoteDeviceMin());
        }
      }
    }
    assertEquals(names.stream().sorted().toList(), names);
    assertTrue(names.containsAll(List.of("init", "bin/busybox", "bin/sh", "proc", "sys")));
    assertEquals("00-virtio_blk.ko\n01-ext4.ko\n", order);
  }

  @Test
  void dependenciesOfModules() {
    assertEquals(
        Set.of("jbd2", "mbcache", "crc32c"),
        KernelModules.dependencies(
            "license=GPL\0softdep=pre: crc32c\0depends=jbd2,mbcache\0name=ext4\0"));
    assertEquals(Set.of(), KernelModules.dependencies("depends=\0license=GPL\0"));
    assertEquals("virtio_mmio", KernelModules.nameOf("usr/lib/x/virtio-mmio.ko.xz"));
  }
}
