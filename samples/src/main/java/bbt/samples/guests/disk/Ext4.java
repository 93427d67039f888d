package bbt.samples.guests.disk;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.samples.guests.debian.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * An ext4 file system in an image, made and read through the host's e2fsprogs. Made with fixed
 * identifiers and times and with every feature named, so that the same tree gives the same bytes.
 *
 * @param image the image
 * @param offset where the file system begins, in bytes
 */
public record Ext4(Path image, long offset) {
  private static final String UUID = "62627400-0000-4000-8000-000000000001";

  /** All times in a fresh file system: 2001-09-09T01:46:40Z. */
  private static final Map<String, String> FIXED_TIME =
      Map.of("E2FSPROGS_FAKE_TIME", "1000000000", "SOURCE_DATE_EPOCH", "1000000000");

  /** The features that e2fsprogs 1.47 and older both know, Linux mounts, and U-Boot reads. */
  private static final String FEATURES =
      "none,has_journal,ext_attr,resize_inode,dir_index,filetype,extent,64bit,flex_bg,sparse_super,"
          + "large_file,huge_file,dir_nlink,extra_isize,metadata_csum";

  private static final int BLOCK = 4096;
  private static final int REGULAR = 0100000;
  private static final int FOLDER = 040000;

  /**
   * Makes the file system; the image must be long enough.
   *
   * @param bytes its size, a multiple of 4096
   * @param scratch a folder for what is needed on the way
   */
  void make(long bytes, FileTree tree, Path scratch) throws IOException {
    Command.Result made =
        Command.run(
            FIXED_TIME,
            "mke2fs",
            "-q",
            "-F",
            "-t",
            "ext4",
            "-O",
            FEATURES,
            "-b",
            Integer.toString(BLOCK),
            "-I",
            "256",
            "-N",
            Integer.toString(tree.entries().size() * 5 / 4 + 1024),
            "-m",
            "0",
            "-U",
            UUID,
            "-E",
            "offset=" + offset + ",hash_seed=" + UUID + ",lazy_itable_init=0,nodiscard",
            image.toString(),
            Long.toString(bytes / BLOCK));
    if (made.code() != 0) {
      throw failed("mke2fs", made.errors());
    }
    Path script = scratch.resolve("debugfs");
    Files.writeString(script, script(tree));
    Command.Result filled =
        Command.run(FIXED_TIME, "debugfs", "-w", "-f", script.toString(), place());
    // debugfs ends with 0 whatever happens: what it says beside its version tells.
    List<String> wrong = filled.errors().lines().filter(l -> !l.startsWith("debugfs 1.")).toList();
    if (filled.code() != 0 || !wrong.isEmpty()) {
      throw failed("debugfs", String.join("\n", wrong));
    }
  }

  private UserException failed(String program, String errors) {
    return new UserException(
        Fault.IO_ERROR,
        program + " cannot make " + image + ": " + errors.lines().findFirst().orElse("no message"));
  }

  /** The name that e2fsprogs have for a file system that is not at the start of its file. */
  private String place() {
    return offset == 0 ? image.toString() : image + "?offset=" + offset;
  }

  private static String script(FileTree tree) {
    StringBuilder script = new StringBuilder();
    tree.entries()
        .forEach(
            (path, entry) -> {
              int slash = path.lastIndexOf('/');
              String name = quoted(path.substring(slash + 1));
              script.append("cd ").append(quoted("/" + path.substring(0, Math.max(slash, 0))));
              script.append('\n').append(commands(name, entry));
            });
    return script.toString();
  }

  private static String commands(String name, FileTree.Entry entry) {
    return switch (entry) {
      case FileTree.Entry.Folder f -> "mkdir " + name + "\n" + mode(name, FOLDER | f.mode());
      case FileTree.Entry.Regular r ->
          "write "
              + quoted(r.content().toString())
              + " "
              + name
              + "\n"
              + mode(name, REGULAR | r.mode());
      case FileTree.Entry.Link l -> "symlink " + name + " " + quoted(l.target()) + "\n";
    };
  }

  private static String mode(String name, int mode) {
    return "sif " + name + " mode 0" + Integer.toOctalString(mode) + "\n";
  }

  /** A word of a debugfs script; a quotation mark is doubled. */
  private static String quoted(String word) {
    return '"' + word.replace("\"", "\"\"") + '"';
  }

  /**
   * Checks the whole file system and changes nothing.
   *
   * @return empty when it is clean, else what e2fsck found
   */
  public String check() throws IOException {
    Command.Result result = Command.run("e2fsck", "-f", "-n", place());
    return result.code() == 0
        ? ""
        : "e2fsck -fn ended with " + result.code() + ": " + result.output().strip();
  }

  /**
   * Copies a folder and what is in it to the host.
   *
   * @param path in the file system
   * @param to a folder on the host, which gets a folder of the same name
   * @throws IOException when it is not there
   */
  public void copy(String path, Path to) throws IOException {
    Command.Result result =
        Command.run(
            "debugfs", "-R", "rdump " + quoted(path) + " " + quoted(to.toString()), place());
    if (result.code() != 0 || !Files.isDirectory(to.resolve(path.replaceFirst(".*/", "")))) {
      throw new IOException(
          path + " cannot be read from " + image + ": " + result.errors().strip());
    }
  }

  /**
   * Reads a file.
   *
   * @param path in the file system
   * @throws IOException when it is not there
   */
  public byte[] read(String path) throws IOException {
    Path copy = Files.createTempFile("bbt", ".dump");
    try {
      Files.delete(copy);
      Command.Result result =
          Command.run(
              "debugfs", "-R", "dump " + quoted(path) + " " + quoted(copy.toString()), place());
      if (result.code() != 0 || !Files.exists(copy)) {
        throw new IOException(
            path + " cannot be read from " + image + ": " + result.errors().strip());
      }
      return Files.readAllBytes(copy);
    } finally {
      Files.deleteIfExists(copy);
    }
  }
}
