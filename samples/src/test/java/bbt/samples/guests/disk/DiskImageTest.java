package bbt.samples.guests.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.basics.OwnFolder;
import bbt.samples.guests.debian.Command;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disk images, judged by the host's own tools: e2fsck, debugfs and blkid. */
@Tag("qemu")
final class DiskImageTest {
  @TempDir private Path folder;

  private Path image(String name, boolean partitioned) throws IOException {
    byte[] big = new byte[3_000_000];
    new Random(1).nextBytes(big);
    Path scratch = Files.createDirectories(folder.resolve(name + ".scratch"));
    FileTree tree = new FileTree(scratch);
    tree.file("bin/su", 04755, "set-user-id").folder("tmp", 01777);
    tree.file("odd names/a \"quoted\" [one]", 0600, "odd").link("odd names/link", "../bin/su");
    tree.file("big", 0644, new ByteArrayInputStream(big));
    Path image = folder.resolve(name);
    DiskImage.write(image, tree, 1 << 20, partitioned, scratch);
    return image;
  }

  private static String stat(Ext4 fs, String path) throws IOException {
    String place = fs.offset() == 0 ? "" : "?offset=" + fs.offset();
    return Command.run("debugfs", "-R", "stat \"" + path + "\"", fs.image() + place).output();
  }

  @Test
  void theSameTreeGivesTheSameBytes() throws Exception {
    Path first = image("first", true);
    Thread.sleep(1100); // a time stamp, if there were one, would have whole seconds
    assertEquals(-1, Files.mismatch(first, image("second", true)));
  }

  @Test
  void contentModesAndLinks() throws IOException {
    for (boolean partitioned : new boolean[] {false, true}) {
      Ext4 fs = DiskImage.fileSystem(image("p" + partitioned, partitioned), partitioned);
      assertEquals("", fs.check());
      assertEquals(3_000_000, fs.read("/big").length);
      byte[] big = new byte[3_000_000];
      new Random(1).nextBytes(big);
      assertArrayEquals(big, fs.read("/big"));
      assertEquals("odd", new String(fs.read("/odd names/a \"quoted\" [one]")));
      assertTrue(stat(fs, "/bin/su").contains("Mode:  04755"), stat(fs, "/bin/su"));
      assertTrue(stat(fs, "/tmp").contains("Mode:  01777"));
      assertTrue(stat(fs, "/odd names/link").contains("Fast link dest: \"../bin/su\""));
      assertTrue(stat(fs, "/big").contains("User:     0   Group:     0"));
      fs.copy("/odd names", folder);
      assertEquals("odd", Files.readString(folder.resolve("odd names/a \"quoted\" [one]")));
      OwnFolder.delete(folder.resolve("odd names"));
      assertThrows(IOException.class, () -> fs.read("/none"));
      assertThrows(IOException.class, () -> fs.copy("/none", folder));
    }
  }

  @Test
  void blkidKnowsThePartitionTable() throws IOException {
    Path image = image("gpt", true);
    Command.Result table = Command.run("blkid", "-p", "-o", "export", image.toString());
    assertTrue(table.output().contains("PTTYPE=gpt"), table.output() + table.errors());
    // The copy at the end: with the first header gone, it is the one that counts.
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.seek(Gpt.SECTOR);
      file.write(new byte[Gpt.SECTOR]);
    }
    table = Command.run("blkid", "-p", "-o", "export", image.toString());
    assertTrue(table.output().contains("PTTYPE=gpt"), table.output() + table.errors());
  }

  @Test
  void aDamagedFileSystemIsNotClean() throws IOException {
    Path image = image("damaged", false);
    Ext4 fs = DiskImage.fileSystem(image, false);
    String where = Command.run("debugfs", "-R", "imap /big", image.toString()).output();
    Matcher place = Pattern.compile("at block (\\d+), offset 0x(\\p{XDigit}+)").matcher(where);
    assertTrue(place.find(), where);
    long inode = Long.parseLong(place.group(1)) * 4096 + Long.parseLong(place.group(2), 16);
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.seek(inode + 0x28); // its extents
      file.write(new byte[60]);
    }
    assertTrue(fs.check().startsWith("e2fsck -fn ended with 4"), fs.check());
  }
}
