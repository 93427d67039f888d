package bbt.ptg.guest;

/**
 * Reads instructions in the order in which they are executed, and tells the form of each: what it
 * does, without the distances and addresses in it. A linker fills these in, so they differ between
 * two builds of the same code when something else in the program is longer or shorter.
 */
public interface CodeForms {
  /**
   * The form of the next instruction: a hash, equal for two instructions that are the same but for
   * such a number. What is added to a register counts as one while the register holds the upper
   * part of an address, as the instructions before said.
   *
   * @param pc its address; a constant that lies far from it is a number, not an address
   * @param bits its encoding
   */
  long next(long pc, int bits);
}
