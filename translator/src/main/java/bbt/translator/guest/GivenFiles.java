package bbt.translator.guest;

import bbt.ptg.image.ImageException;
import bbt.translator.boot.CpioArchive;
import bbt.translator.config.MachineConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;

/** Reads the files that a user gives a guest besides its kernel, on any board. */
public final class GivenFiles {
  private GivenFiles() {}

  /** The initial RAM disk, with the files that were added to it; empty if there is none. */
  public static byte[] initrd(MachineConfig config) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    if (config.initrd() != null) {
      all.writeBytes(Files.readAllBytes(config.initrd()));
    }
    if (!config.initrdAdd().isEmpty()) {
      while (all.size() % 4 != 0) {
        all.write(0);
      }
      all.writeBytes(CpioArchive.ofFiles(config.initrdAdd()));
    }
    return all.toByteArray();
  }

  /**
   * The device tree.
   *
   * @return null if there is none: the board describes itself
   * @throws ImageException if the file is none
   */
  public static byte[] deviceTree(MachineConfig config) throws IOException {
    if (config.dtb() == null) {
      return null;
    }
    byte[] dtb = Files.readAllBytes(config.dtb());
    if (dtb.length < 40 || ByteBuffer.wrap(dtb).getInt() != 0xD00DFEED) {
      throw new ImageException(config.dtb() + ": not a flattened device tree");
    }
    return dtb;
  }
}
