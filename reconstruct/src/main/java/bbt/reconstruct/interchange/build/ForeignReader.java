package bbt.reconstruct.interchange.build;

import bbt.ptg.guest.GuestIsa;
import bbt.reconstruct.interchange.InterchangeException;
import bbt.reconstruct.interchange.Misfits;
import bbt.reconstruct.interchange.code.CodeSource;
import bbt.reconstruct.interchange.code.GuestProgram;
import java.io.IOException;
import java.util.SortedSet;
import java.util.function.LongConsumer;

/** Reads a file in one of the formats of foreign traces. */
public interface ForeignReader {
  /**
   * The harts that the file is of, by the numbers that it gives them.
   *
   * @throws InterchangeException if it has none: it is no such file
   */
  SortedSet<Integer> sources() throws IOException;

  /**
   * The code, where the file has some itself.
   *
   * @param programs the code of the programs given
   */
  default CodeSource code(GuestIsa guest, CodeSource programs) {
    return programs;
  }

  /**
   * Reads all that one hart executed.
   *
   * @param progress is told the offset in the file
   * @throws InterchangeException if it cannot go on at all
   */
  void read(
      int source, GuestProgram program, ImportedHart hart, Misfits misfits, LongConsumer progress)
      throws IOException;
}
