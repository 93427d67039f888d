package bbt.ptg.arm64;

import bbt.ptg.guest.InstructionClass;
import java.util.ArrayList;
import java.util.List;

/**
 * The form in which the operands of an instruction are written in assembly.
 *
 * <p>In a template stands in braces what the disassembler replaces. Registers: {@code d n m a} by
 * their names in {@link A64Decoded}, with the width of the row; {@code X} or {@code W} before the
 * name is another width, {@code Q} a vector register; {@code |sp} behind it means the stack pointer
 * where the number is 31, which else is the zero register. The other names are cases of {@link
 * A64Disassembler}.
 */
public enum A64Format {
  NONE("", InstructionClass.ALU),
  ADD_IMMEDIATE("{d|sp}, {n|sp}, {imm12}", InstructionClass.ALU),
  ADDS_IMMEDIATE("{d}, {n|sp}, {imm12}", InstructionClass.ALU),
  SHIFTED("{d}, {n}, {m}{shift}", InstructionClass.ALU),
  ADD_EXTENDED("{d|sp}, {n|sp}, {extended}", InstructionClass.ALU),
  ADDS_EXTENDED("{d}, {n|sp}, {extended}", InstructionClass.ALU),
  R2("{d}, {n}", InstructionClass.ALU),
  R3("{d}, {n}, {m}", InstructionClass.ALU),
  R4("{d}, {n}, {m}, {a}", InstructionClass.ALU),
  CRC("{Wd}, {Wn}, {m}", InstructionClass.ALU),
  LONG_PRODUCT("{d}, {Wn}, {Wm}, {a}", InstructionClass.MUL),
  LOGIC_IMMEDIATE("{d|sp}, {n}, {hex}", InstructionClass.ALU),
  ANDS_IMMEDIATE("{d}, {n}, {hex}", InstructionClass.ALU),
  MOVE_WIDE("{d}, {imm16}", InstructionClass.ALU),
  ADDRESS("{d}, {target}", InstructionClass.ALU),
  PAGE_ADDRESS("{d}, {page}", InstructionClass.ALU),
  BIT_FIELD("{d}, {n}, {immr}, {imms}", InstructionClass.ALU),
  EXTRACT("{d}, {n}, {m}, {dec}", InstructionClass.ALU),
  COMPARE_REGISTER("{n}, {m}, {flags}, {cond}", InstructionClass.ALU),
  COMPARE_IMMEDIATE("{n}, {hex}, {flags}, {cond}", InstructionClass.ALU),
  SELECT("{d}, {n}, {m}, {cond}", InstructionClass.ALU),
  JUMP("{target}", InstructionClass.JUMP),
  JUMP_REGISTER("{n}", InstructionClass.JUMP_REGISTER),
  BRANCH("{target}", InstructionClass.BRANCH_NOT_TAKEN),
  COMPARE_BRANCH("{d}, {target}", InstructionClass.BRANCH_NOT_TAKEN),
  TEST_BRANCH("{d}, {bit}, {target}", InstructionClass.BRANCH_NOT_TAKEN),
  OFFSET("{d}, [{Xn|sp}{offset}]", InstructionClass.LOAD),
  POST_INDEX("{d}, [{Xn|sp}], {dec}", InstructionClass.LOAD),
  PRE_INDEX("{d}, [{Xn|sp}, {dec}]!", InstructionClass.LOAD),
  INDEXED("{d}, [{Xn|sp}, {index}]", InstructionClass.LOAD),
  LITERAL("{d}, {target}", InstructionClass.LOAD),
  PREFETCH_OFFSET("{prefetch}, [{Xn|sp}{offset}]", InstructionClass.ALU),
  PREFETCH_INDEXED("{prefetch}, [{Xn|sp}, {index}]", InstructionClass.ALU),
  PREFETCH_LITERAL("{prefetch}, {target}", InstructionClass.ALU),
  PAIR_OFFSET("{d}, {a}, [{Xn|sp}{offset}]", InstructionClass.LOAD),
  PAIR_POST("{d}, {a}, [{Xn|sp}], {dec}", InstructionClass.LOAD),
  PAIR_PRE("{d}, {a}, [{Xn|sp}, {dec}]!", InstructionClass.LOAD),
  VECTOR_PAIR_OFFSET("{Qd}, {Qa}, [{Xn|sp}{offset}]", InstructionClass.LOAD),
  VECTOR_PAIR_PRE("{Qd}, {Qa}, [{Xn|sp}, {dec}]!", InstructionClass.LOAD),
  LOAD_EXCLUSIVE("{d}, [{Xn|sp}]", InstructionClass.ATOMIC),
  STORE_EXCLUSIVE("{Wm}, {d}, [{Xn|sp}]", InstructionClass.ATOMIC),
  LOAD_EXCLUSIVE_PAIR("{d}, {a}, [{Xn|sp}]", InstructionClass.ATOMIC),
  STORE_EXCLUSIVE_PAIR("{Wm}, {d}, {a}, [{Xn|sp}]", InstructionClass.ATOMIC),
  EXCEPTION("{hex}", InstructionClass.SYSTEM),
  UNDEFINED_IMMEDIATE("{dec}", InstructionClass.SYSTEM),
  HINT_NUMBER("{hint}", InstructionClass.ALU),
  /** A barrier of one kind: the others are reserved and do the same. */
  BARRIER_ALL("{crm}", InstructionClass.FENCE),
  BARRIER("{barrier}", InstructionClass.FENCE),
  PSTATE("{field}, {crm}", InstructionClass.CSR),
  TO_SYSTEM_REGISTER("{register}, {d}", InstructionClass.CSR),
  FROM_SYSTEM_REGISTER("{d}, {register}", InstructionClass.CSR),
  SYSTEM_OPERATION("{operation}{argument}", InstructionClass.FENCE),
  SYSTEM_RESULT("{d}, {operation}", InstructionClass.FENCE);

  final String template;

  /** The template in pieces; those in braces begin with the brace, which is not closed. */
  final List<String> pieces;

  /** The cost class of most instructions of the format. */
  final InstructionClass usual;

  A64Format(String template, InstructionClass usual) {
    this.template = template;
    this.usual = usual;
    this.pieces = pieces(template);
  }

  /** Returns a template in pieces; those in braces begin with the brace, which is not closed. */
  static List<String> pieces(String template) {
    List<String> pieces = new ArrayList<>();
    int at = 0;
    while (at < template.length()) {
      int open = template.indexOf('{', at);
      if (open < 0) {
        pieces.add(template.substring(at));
        break;
      }
      if (open > at) {
        pieces.add(template.substring(at, open));
      }
      int close = template.indexOf('}', open);
      pieces.add(template.substring(open, close));
      at = close + 1;
    }
    return List.copyOf(pieces);
  }
}
