package bbt.reconstruct.names;

import bbt.ptg.image.ElfFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Finds the files that hold the symbols and the debugging information of stripped ones, where
 * debuggers look for them: {@code DIR/.build-id/xx/yyyy.debug} by build-id, else by the name in
 * {@code .gnu_debuglink}, beside the file, in {@code .debug} there, or in a debug folder, with the
 * checksum in the link.
 */
final class DebugFiles {
  /** The folder where distributions put debug files. */
  static final Path SYSTEM = Path.of("/usr/lib/debug");

  private final List<Path> named;
  private final List<Path> all;

  /**
   * Looks in these folders, then in {@link #SYSTEM}.
   *
   * @throws IOException if one of them is no folder
   */
  DebugFiles(List<Path> folders) throws IOException {
    for (Path folder : folders) {
      if (!Files.exists(folder)) {
        throw new NoSuchFileException(folder.toString());
      }
      if (!Files.isDirectory(folder)) {
        throw new NotDirectoryException(folder.toString());
      }
    }
    named = List.copyOf(folders);
    all = new ArrayList<>(folders);
    all.add(SYSTEM);
  }

  /**
   * The debug file of a build-id in the folders that the user named.
   *
   * @return null if there is none
   * @throws WrongBinaryException if what lies there has another build-id
   */
  Path ofBuildId(String buildId) throws IOException {
    return ofBuildId(buildId, named);
  }

  private static Path ofBuildId(String buildId, List<Path> folders) throws IOException {
    if (buildId.length() <= 2) {
      return null;
    }
    for (Path folder : folders) {
      Path file =
          folder
              .resolve(".build-id")
              .resolve(buildId.substring(0, 2))
              .resolve(buildId.substring(2) + ".debug");
      if (Files.exists(file)) {
        String found = ElfFile.read(file).buildId();
        if (!found.equals(buildId)) {
          throw new WrongBinaryException(
              file
                  + ": its build-id is "
                  + (found.isEmpty() ? "not recorded" : found)
                  + ", not the one that its name says; put the debug file of that build there");
        }
        return file;
      }
    }
    return null;
  }

  /**
   * The debug file of an ELF file that lacks symbols or debugging information.
   *
   * @return null if it lacks nothing, or there is none
   */
  Path of(Path file, ElfFile elf) throws IOException {
    if (elf.section(".symtab") != null && elf.section(".debug_info") != null) {
      return null;
    }
    Path found = ofBuildId(elf.buildId(), all);
    return found != null ? found : linked(file, elf.debugLink());
  }

  private Path linked(Path file, ElfFile.DebugLink link) throws IOException {
    if (link == null) {
      return null;
    }
    Path folder = file.toRealPath().getParent();
    List<Path> places = new ArrayList<>();
    places.add(folder.resolve(link.name()));
    places.add(folder.resolve(".debug").resolve(link.name()));
    for (Path debug : all) {
      places.add(debug.resolve(folder.getRoot().relativize(folder)).resolve(link.name()));
      places.add(debug.resolve(link.name()));
    }
    for (Path place : places) {
      // Another build's file of the same name is not this one's: the next place is tried.
      if (Files.isRegularFile(place) && checksum(place) == link.checksum()) {
        return place;
      }
    }
    return null;
  }

  private static int checksum(Path file) throws IOException {
    CRC32 crc = new CRC32();
    ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    try (FileChannel channel = FileChannel.open(file)) {
      while (channel.read(buffer) >= 0) {
        crc.update(buffer.flip());
        buffer.clear();
      }
    }
    return (int) crc.getValue();
  }
}
