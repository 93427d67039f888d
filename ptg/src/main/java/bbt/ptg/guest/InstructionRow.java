package bbt.ptg.guest;

/** An instruction of a guest's instruction set, whatever its operands: one row of its table. */
public interface InstructionRow {
  /** The instruction's name as the assembler has it: {@code fdiv.d}. */
  String mnemonic();

  ControlFlow flow();

  /** Length of its encoding. */
  int bytes();

  /** Class of its cost on most processors; for a conditional branch, of one that falls through. */
  InstructionClass costClass();
}
