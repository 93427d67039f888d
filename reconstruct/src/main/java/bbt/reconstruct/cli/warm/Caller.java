package bbt.reconstruct.cli.warm;

import bbt.translator.region.RegionStore;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * The process that called a command, as the command sees it: its standard streams, terminal and
 * working directory. In a process of its own that is the process; in the warm process it is a
 * client.
 */
public interface Caller {
  /** Standard input. */
  InputStream in();

  /** Standard output: unbuffered, so that errors arrive; closing it does nothing. */
  OutputStream out();

  /** Standard error. */
  PrintStream err();

  /** A file that the caller named. */
  Path path(String name);

  /** The terminal on standard input, or null if it is none. */
  TerminalModes terminal();

  /** Compiled code that outlives the guest, or null where the process ends with it. */
  RegionStore regions();
}
