package bbt.ptg.arm64;

import bbt.ptg.guest.InstructionClass;
import java.util.ArrayList;
import java.util.List;

/**
 * The form in which the operands of an instruction are written in assembly.
 *
 * <p>In a template stands in braces what the disassembler replaces. Registers: {@code d n m a} by
 * their names in {@link A64Decoded}, with the width of the row; {@code X} or {@code W} before the
 * name is another width; {@code |sp} behind it means the stack pointer where the number is 31,
 * which else is the zero register. {@code B H S D Q} is a floating-point register of this width,
 * {@code F} of the width of lanes, {@code G} of twice that. {@code V} is a vector; behind a point
 * follow its lanes: {@code t} as the encoding divides registers, {@code w} twice as wide and
 * filling a register, {@code p} twice as wide, {@code l} the width alone, and what stands for
 * itself. The other names are cases of {@link A64Disassembler} and {@link VectorText}.
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
  LOAD_EXCLUSIVE("{d}, [{Xn|sp}]", InstructionClass.ATOMIC),
  STORE_EXCLUSIVE("{Wm}, {d}, [{Xn|sp}]", InstructionClass.ATOMIC),
  LOAD_EXCLUSIVE_PAIR("{d}, {a}, [{Xn|sp}]", InstructionClass.ATOMIC),
  STORE_EXCLUSIVE_PAIR("{Wm}, {d}, {a}, [{Xn|sp}]", InstructionClass.ATOMIC),
  VECTOR_OFFSET("{Fd}, [{Xn|sp}{offset}]", InstructionClass.LOAD),
  VECTOR_POST("{Fd}, [{Xn|sp}], {dec}", InstructionClass.LOAD),
  VECTOR_PRE("{Fd}, [{Xn|sp}, {dec}]!", InstructionClass.LOAD),
  VECTOR_INDEXED("{Fd}, [{Xn|sp}, {index}]", InstructionClass.LOAD),
  VECTOR_LITERAL("{Fd}, {target}", InstructionClass.LOAD),
  VECTOR_PAIR_OFFSET("{Fd}, {Fa}, [{Xn|sp}{offset}]", InstructionClass.LOAD),
  VECTOR_PAIR_POST("{Fd}, {Fa}, [{Xn|sp}], {dec}", InstructionClass.LOAD),
  VECTOR_PAIR_PRE("{Fd}, {Fa}, [{Xn|sp}, {dec}]!", InstructionClass.LOAD),
  STRUCTURES_1("{list1.t}, [{Xn|sp}]", InstructionClass.LOAD),
  STRUCTURES_2("{list2.t}, [{Xn|sp}]", InstructionClass.LOAD),
  STRUCTURES_3("{list3.t}, [{Xn|sp}]", InstructionClass.LOAD),
  STRUCTURES_4("{list4.t}, [{Xn|sp}]", InstructionClass.LOAD),
  STRUCTURES_1_POST("{list1.t}, [{Xn|sp}], {moved by}", InstructionClass.LOAD),
  STRUCTURES_2_POST("{list2.t}, [{Xn|sp}], {moved by}", InstructionClass.LOAD),
  STRUCTURES_3_POST("{list3.t}, [{Xn|sp}], {moved by}", InstructionClass.LOAD),
  STRUCTURES_4_POST("{list4.t}, [{Xn|sp}], {moved by}", InstructionClass.LOAD),
  LANES_1("{list1.l}[{number}], [{Xn|sp}]", InstructionClass.LOAD),
  LANES_2("{list2.l}[{number}], [{Xn|sp}]", InstructionClass.LOAD),
  LANES_3("{list3.l}[{number}], [{Xn|sp}]", InstructionClass.LOAD),
  LANES_4("{list4.l}[{number}], [{Xn|sp}]", InstructionClass.LOAD),
  LANES_1_POST("{list1.l}[{number}], [{Xn|sp}], {moved by}", InstructionClass.LOAD),
  LANES_2_POST("{list2.l}[{number}], [{Xn|sp}], {moved by}", InstructionClass.LOAD),
  LANES_3_POST("{list3.l}[{number}], [{Xn|sp}], {moved by}", InstructionClass.LOAD),
  LANES_4_POST("{list4.l}[{number}], [{Xn|sp}], {moved by}", InstructionClass.LOAD),
  VECTOR_2("{Vd.t}, {Vn.t}", InstructionClass.ALU),
  VECTOR_2_LONGER("{Vd.p}, {Vn.t}", InstructionClass.ALU),
  VECTOR_3("{Vd.t}, {Vn.t}, {Vm.t}", InstructionClass.ALU),
  VECTOR_ZERO("{Vd.t}, {Vn.t}, #0", InstructionClass.ALU),
  VECTOR_FLOAT_ZERO("{Vd.t}, {Vn.t}, #0.0", InstructionClass.ALU),
  VECTOR_SHIFT("{Vd.t}, {Vn.t}, {dec}", InstructionClass.ALU),
  VECTOR_LANE("{Vd.t}, {Vn.t}, {Vm.l}[{lane}]", InstructionClass.ALU),
  LONG_2("{Vd.w}, {Vn.t}", InstructionClass.ALU),
  LONG_3("{Vd.w}, {Vn.t}, {Vm.t}", InstructionClass.ALU),
  LONG_SHIFT("{Vd.w}, {Vn.t}, {dec}", InstructionClass.ALU),
  LONG_SHLL("{Vd.w}, {Vn.t}, {width}", InstructionClass.ALU),
  LONG_LANE("{Vd.w}, {Vn.t}, {Vm.l}[{lane}]", InstructionClass.ALU),
  LONG_PRODUCT_D("{Vd.1q}, {Vn.t}, {Vm.t}", InstructionClass.ALU),
  WIDE_3("{Vd.w}, {Vn.w}, {Vm.t}", InstructionClass.ALU),
  NARROW_2("{Vd.t}, {Vn.w}", InstructionClass.ALU),
  NARROW_3("{Vd.t}, {Vn.w}, {Vm.w}", InstructionClass.ALU),
  NARROW_SHIFT("{Vd.t}, {Vn.w}, {dec}", InstructionClass.ALU),
  SCALAR_2("{Fd}, {Fn}", InstructionClass.ALU),
  SCALAR_3("{Fd}, {Fn}, {Fm}", InstructionClass.ALU),
  SCALAR_4("{Fd}, {Fn}, {Fm}, {Fa}", InstructionClass.ALU),
  SCALAR_ZERO("{Fd}, {Fn}, #0", InstructionClass.ALU),
  SCALAR_FLOAT_ZERO("{Fd}, {Fn}, #0.0", InstructionClass.ALU),
  SCALAR_SHIFT("{Fd}, {Fn}, {dec}", InstructionClass.ALU),
  SCALAR_LANE("{Fd}, {Fn}, {Vm.l}[{lane}]", InstructionClass.ALU),
  SCALAR_LONG_3("{Gd}, {Fn}, {Fm}", InstructionClass.ALU),
  SCALAR_LONG_LANE("{Gd}, {Fn}, {Vm.l}[{lane}]", InstructionClass.ALU),
  SCALAR_NARROW_2("{Fd}, {Gn}", InstructionClass.ALU),
  SCALAR_NARROW_SHIFT("{Fd}, {Gn}, {dec}", InstructionClass.ALU),
  ACROSS_LANES("{Fd}, {Vn.t}", InstructionClass.ALU),
  ACROSS_LONG("{Gd}, {Vn.t}", InstructionClass.ALU),
  PAIR_SCALAR("{Fd}, {Vn.2}", InstructionClass.ALU),
  COPY_LANE("{Vd.t}, {Vn.l}[{lane}]", InstructionClass.ALU),
  COPY_GENERAL("{Vd.t}, {lane register}", InstructionClass.ALU),
  COPY_SCALAR("{Fd}, {Vn.l}[{lane}]", InstructionClass.ALU),
  MOVE_LANE("{d}, {Vn.l}[{lane}]", InstructionClass.ALU),
  INSERT_GENERAL("{Vd.l}[{number}], {lane register}", InstructionClass.ALU),
  INSERT_LANE("{Vd.l}[{number}], {Vn.l}[{lane}]", InstructionClass.ALU),
  EXTRACT_BYTES("{Vd.t}, {Vn.t}, {Vm.t}, {lane #}", InstructionClass.ALU),
  TABLE_1("{Vd.t}, {table1}, {Vm.t}", InstructionClass.ALU),
  TABLE_2("{Vd.t}, {table2}, {Vm.t}", InstructionClass.ALU),
  TABLE_3("{Vd.t}, {table3}, {Vm.t}", InstructionClass.ALU),
  TABLE_4("{Vd.t}, {table4}, {Vm.t}", InstructionClass.ALU),
  MODIFIED("{Vd.t}, {modified}", InstructionClass.ALU),
  MODIFIED_D("{Dd}, {hex}", InstructionClass.ALU),
  MODIFIED_2D("{Vd.t}, {hex}", InstructionClass.ALU),
  MODIFIED_FLOAT("{Vd.t}, {float}", InstructionClass.ALU),
  FLOAT_IMMEDIATE("{Fd}, {float}", InstructionClass.FP_OTHER),
  AES("{Vd.16b}, {Vn.16b}", InstructionClass.ALU),
  SHA_QSV("{Qd}, {Sn}, {Vm.4s}", InstructionClass.ALU),
  SHA_QQV("{Qd}, {Qn}, {Vm.4s}", InstructionClass.ALU),
  SHA_3("{Vd.4s}, {Vn.4s}, {Vm.4s}", InstructionClass.ALU),
  SHA_2("{Vd.4s}, {Vn.4s}", InstructionClass.ALU),
  SHA_SCALAR("{Sd}, {Sn}", InstructionClass.ALU),
  CONVERT_SD("{Dd}, {Sn}", InstructionClass.FP_OTHER),
  CONVERT_SH("{Hd}, {Sn}", InstructionClass.FP_OTHER),
  CONVERT_DS("{Sd}, {Dn}", InstructionClass.FP_OTHER),
  CONVERT_DH("{Hd}, {Dn}", InstructionClass.FP_OTHER),
  CONVERT_HS("{Sd}, {Hn}", InstructionClass.FP_OTHER),
  CONVERT_HD("{Dd}, {Hn}", InstructionClass.FP_OTHER),
  FLOAT_COMPARE("{Fn}, {Fm}", InstructionClass.FP_OTHER),
  FLOAT_COMPARE_ZERO("{Fn}, #0.0", InstructionClass.FP_OTHER),
  FLOAT_CONDITIONAL_COMPARE("{Fn}, {Fm}, {flags}, {cond}", InstructionClass.FP_OTHER),
  FLOAT_SELECT("{Fd}, {Fn}, {Fm}, {cond}", InstructionClass.FP_OTHER),
  TO_GENERAL("{d}, {Fn}", InstructionClass.FP_OTHER),
  TO_GENERAL_FIXED("{d}, {Fn}, {dec}", InstructionClass.FP_OTHER),
  FROM_GENERAL("{Fd}, {n}", InstructionClass.FP_OTHER),
  FROM_GENERAL_FIXED("{Fd}, {n}, {dec}", InstructionClass.FP_OTHER),
  MOVE_WS("{d}, {Sn}", InstructionClass.FP_OTHER),
  MOVE_SW("{Sd}, {n}", InstructionClass.FP_OTHER),
  MOVE_XD("{d}, {Dn}", InstructionClass.FP_OTHER),
  MOVE_DX("{Dd}, {n}", InstructionClass.FP_OTHER),
  MOVE_XV("{d}, {Vn.d}[1]", InstructionClass.FP_OTHER),
  MOVE_VX("{Vd.d}[1], {n}", InstructionClass.FP_OTHER),
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
