package bbt.samples.conformance.prove;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** Copies disk images, which are mostly zeros that need no room on the host. */
final class Sparse {
  private static final int PIECE = 1 << 16;

  private Sparse() {}

  static void copy(Path from, Path to) throws IOException {
    byte[] zeros = new byte[PIECE];
    ByteBuffer piece = ByteBuffer.allocate(PIECE);
    try (FileChannel in = FileChannel.open(from, StandardOpenOption.READ);
        FileChannel out =
            FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      long size = in.size();
      for (long at = 0; at < size; at += piece.position()) {
        piece.clear();
        while (piece.hasRemaining() && in.read(piece, at + piece.position()) >= 0) {
          // until the piece is full or the file ends
        }
        int length = piece.position();
        boolean last = at + length >= size;
        if (last || Arrays.mismatch(piece.array(), 0, length, zeros, 0, length) >= 0) {
          for (int done = 0; done < length; ) {
            done += out.write(ByteBuffer.wrap(piece.array(), done, length - done), at + done);
          }
        }
      }
    }
  }
}
