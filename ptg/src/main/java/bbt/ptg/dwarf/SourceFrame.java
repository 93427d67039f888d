package bbt.ptg.dwarf;

/**
 * A place in a source file.
 *
 * @param function that it is in; null where the debugging information does not say
 * @param file path as the compiler was given it, made absolute by its directory; null if unknown
 * @param line 1 or more; 0 where the compiler wrote code of its own
 * @param column 1 or more; 0 if unknown
 */
public record SourceFrame(String function, String file, int line, int column) {
  /** {@code file:line}, the file without its folders. */
  public String brief() {
    String name = file == null ? "?" : file.substring(file.lastIndexOf('/') + 1);
    return name + ":" + (line == 0 ? "?" : Integer.toString(line));
  }
}
