package bbt.samples.guests.firmware;

import bbt.samples.guests.debian.Recipe;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Keeps OpenSBI and U-Boot of Debian testing in the cache, shared by the samples of this package.
 */
final class FirmwareFiles {
  private static final String OPENSBI = "fw_dynamic.bin";

  /** An ELF file: it says where it belongs, which the plain {@code u-boot.bin} does not. */
  private static final String UBOOT = "u-boot.elf";

  static final Recipe RECIPE =
      new Recipe(
          "firmware",
          "testing",
          () -> List.of(OPENSBI, UBOOT),
          shop -> {
            shop.take(
                shop.deb("opensbi"),
                "usr/lib/riscv64-linux-gnu/opensbi/generic/fw_dynamic.bin",
                OPENSBI);
            shop.take(
                shop.deb("u-boot-qemu"), "usr/lib/u-boot/qemu-riscv64_smode/uboot.elf", UBOOT);
          });

  private FirmwareFiles() {}

  /** OpenSBI, to be told by {@code fw_dynamic_info} what comes next. */
  static Path openSbi(Consumer<String> progress) throws IOException {
    return RECIPE.ready(progress).resolve(OPENSBI);
  }

  /** U-Boot for S-mode. */
  static Path uBoot(Consumer<String> progress) throws IOException {
    return RECIPE.ready(progress).resolve(UBOOT);
  }
}
