package bbt.ptg.image;

import java.util.HexFormat;

/**
 * Finds the GNU build-id in the bytes of a flat kernel image, which has no section table to say
 * where its notes are. A kernel also carries its vDSOs, whole ELF files with build-ids of their
 * own: those are passed over.
 */
public final class GnuBuildId {
  /** Name size 4, NT_GNU_BUILD_ID (3), "GNU\0"; the data size, 20 for SHA-1, stands in between. */
  private static final byte[] NOTE = {4, 0, 0, 0, 20, 0, 0, 0, 3, 0, 0, 0, 'G', 'N', 'U', 0};

  private static final int ID = 20;
  private static final int PAGE = 4096;

  /** A vDSO is a few pages; its ELF header is on a page boundary. */
  private static final int VDSO_PAGES = 16;

  private GnuBuildId() {}

  /** The build-id in lower-case hexadecimal, or the empty string. */
  public static String find(byte[] image) {
    for (int at = 0; at + NOTE.length + ID <= image.length; at += 4) {
      if (image[at] == 4 && matches(image, at) && !insideElf(image, at)) {
        return HexFormat.of().formatHex(image, at + NOTE.length, at + NOTE.length + ID);
      }
    }
    return "";
  }

  private static boolean matches(byte[] image, int at) {
    for (int i = 0; i < NOTE.length; i++) {
      if (image[at + i] != NOTE[i]) {
        return false;
      }
    }
    return true;
  }

  private static boolean insideElf(byte[] image, int at) {
    int page = at & -PAGE;
    for (int i = 0; i < VDSO_PAGES && page >= 0; i++, page -= PAGE) {
      if (image[page] == 0x7F
          && image[page + 1] == 'E'
          && image[page + 2] == 'L'
          && image[page + 3] == 'F') {
        return true;
      }
    }
    return false;
  }
}
