package bbt.samples.guests.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds the tree of a file system. */
final class FileTreeTest {
  @TempDir private Path store;

  @Test
  void foldersAboveComeByThemselvesAndFirst() throws IOException {
    FileTree tree = new FileTree(store).file("a/b/c", 0644, "text");
    assertEquals(List.of("a", "a/b", "a/b/c"), List.copyOf(tree.entries().keySet()));
    assertEquals(new FileTree.Entry.Folder(0755), tree.entries().get("a/b"));
    tree.folder("a/b", 0700);
    assertEquals(new FileTree.Entry.Folder(0700), tree.entries().get("a/b"));
  }

  @Test
  void linksAmongFoldersAreFollowed() throws IOException {
    FileTree tree = new FileTree(store);
    tree.link("lib", "usr/lib").link("usr/lib64", "lib").link("bin", "/usr/bin");
    tree.file("lib/x/ld.so", 0755, new ByteArrayInputStream(new byte[] {1, 2}));
    tree.file("usr/lib64/y", 0644, "y");
    tree.file("bin/sh", 0755, "sh");
    tree.folder("lib", 0700); // a package that still has the old folder
    assertEquals(
        List.of(
            "bin",
            "lib",
            "usr",
            "usr/bin",
            "usr/bin/sh",
            "usr/lib",
            "usr/lib/x",
            "usr/lib/x/ld.so",
            "usr/lib/y",
            "usr/lib64"),
        List.copyOf(tree.entries().keySet()));
    FileTree.Entry.Regular file = (FileTree.Entry.Regular) tree.entries().get("usr/lib/x/ld.so");
    assertEquals(0755, file.mode());
    assertEquals(2, Files.size(file.content()));
    assertEquals(10 * 4096 + 2 + 1 + 2, tree.bytes());
  }
}
