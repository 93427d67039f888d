package bbt.reconstruct.cache;

import bbt.packets.TraceHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Copies of the ELF files that were brought into traced guests, in the user's cache, under their
 * SHA-256: a trace has names and source lines of its programs, though these were built anew since.
 * Beside each copy stands where the file was.
 */
public final class KeptPrograms {
  private static final long MOST = 1L << 30;
  private static final String COPY = ".elf";
  private static final String ORIGIN = ".origin";

  /** The header's keys of such files, without their number. */
  private static final List<String> KEYS = List.of("guest.program.file.", "guest.initrd-add.");

  private static final byte[] ELF = {0x7F, 'E', 'L', 'F'};

  private final Path folder;

  private KeptPrograms(Path folder) {
    this.folder = folder;
  }

  /** Returns the copies in the user's cache. */
  public static KeptPrograms ofUser() {
    return new KeptPrograms(UserCache.folder().resolve("programs"));
  }

  /**
   * A copy of a program.
   *
   * @param name of the file in the guest
   * @param file the copy
   * @param origin where the file was when it was traced; what is there now may be another one
   */
  public record Kept(String name, Path file, Path origin) {}

  /**
   * Keeps a file if it is an ELF file. Where it cannot be kept, the trace has no names of it.
   *
   * @param hash its SHA-256, as the trace's header has it
   */
  public void keep(Path file, String hash) {
    Path copy = folder.resolve(hash + COPY);
    try (var in = Files.newInputStream(file)) {
      if (Files.exists(copy)) {
        CacheFolder.used(copy);
      } else if (java.util.Arrays.equals(in.readNBytes(ELF.length), ELF)) {
        new CacheFolder(folder, COPY, MOST)
            .put(copy, fresh -> Files.copy(file, fresh, StandardCopyOption.REPLACE_EXISTING));
      } else {
        return;
      }
      Files.writeString(
          folder.resolve(hash + ORIGIN), file.toAbsolutePath().normalize().toString());
    } catch (IOException e) {
      // Names are lost, the trace is not.
    }
  }

  /** The copies of what a trace's guest was given, as far as they are here and unchanged. */
  public List<Kept> find(TraceHeader header) {
    List<Kept> all = new ArrayList<>();
    for (String key : KEYS) {
      for (int i = 0; ; i++) {
        String hash = header.get(key + i + ".sha256", null);
        if (hash == null) {
          break;
        }
        Kept kept = find(hash, header.get(key + i + ".name", hash));
        if (kept != null) {
          all.add(kept);
        }
      }
    }
    return all;
  }

  private Kept find(String hash, String name) {
    Path copy = folder.resolve(hash + COPY);
    try {
      if (!hash.matches("[0-9a-f]{64}")
          || !Files.isRegularFile(copy)
          || !FileKey.of(copy).equals(hash)) {
        return null;
      }
      CacheFolder.used(copy);
      Path origin = folder.resolve(hash + ORIGIN);
      return new Kept(name, copy, Files.exists(origin) ? Path.of(Files.readString(origin)) : copy);
    } catch (IOException | java.nio.file.InvalidPathException e) {
      return null;
    }
  }
}
