package bbt.ptg.dwarf;

import bbt.ptg.dwarf.MachineView.NotAvailableException;
import bbt.ptg.dwarf.unit.AddressMap;
import bbt.ptg.dwarf.unit.DwarfCursor;
import bbt.ptg.dwarf.unit.DwarfException;
import bbt.ptg.dwarf.unit.DwarfSections;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a program's call frame information, which says where a function's stack frame and its saved
 * registers are at each of its instructions: {@code .debug_frame} and {@code .eh_frame} (DWARF 5,
 * section 6.4; the latter's pointers as the Linux Standard Base has them).
 */
final class CallFrames {
  private static final int REGISTERS = 64;

  /** Rows that a function may remember at a time; compilers need one or two. */
  private static final int DEEPEST = 256;

  /**
   * The beginning that all frames of a kind have in common.
   *
   * @param pointers how addresses are encoded in the frames' descriptions (.eh_frame)
   */
  private record Common(
      long codeFactor, long dataFactor, int pointers, boolean augmented, int from, int end) {}

  /**
   * The description of one function's frames.
   *
   * @param section whose offsets {@code from} and {@code end} are
   */
  private record Function(ByteBuffer section, Common common, long first, int from, int end) {}

  /** The rules for finding the frame at one instruction. */
  private static final class Row {
    int cfaRegister = 2;
    long cfaOffset;
    byte[] cfaExpression;

    /** By register: offset from the frame's address where its value was saved. */
    final long[] saved = new long[REGISTERS];

    final boolean[] isSaved = new boolean[REGISTERS];

    Row copy() {
      Row copy = new Row();
      copy.cfaRegister = cfaRegister;
      copy.cfaOffset = cfaOffset;
      copy.cfaExpression = cfaExpression;
      System.arraycopy(saved, 0, copy.saved, 0, REGISTERS);
      System.arraycopy(isSaved, 0, copy.isSaved, 0, REGISTERS);
      return copy;
    }
  }

  private final AddressMap<Function> functions;

  CallFrames(DwarfSections sections) {
    AddressMap.Builder<Function> map = new AddressMap.Builder<>();
    for (String name : List.of(".eh_frame", ".debug_frame")) {
      boolean eh = name.equals(".eh_frame");
      // What follows a damaged description cannot be told.
      sections.bear(
          () -> {
            read(sections.get(name), eh ? sections.address(name) : 0, eh, map);
            return null;
          },
          null);
    }
    functions = map.build();
  }

  private static void read(
      ByteBuffer section, long sectionAddress, boolean eh, AddressMap.Builder<Function> map) {
    Map<Long, Common> commons = new HashMap<>();
    DwarfCursor in = new DwarfCursor(section, 0);
    while (in.position() + 4 <= section.limit()) {
      int start = in.position();
      int end = in.unitEnd();
      int body = in.position();
      if (end == body) {
        if (eh) {
          return; // the end mark
        }
        continue;
      }
      long id = eh ? in.u32() : in.offset();
      long all = in.offsetSize() == 4 || eh ? 0xFFFF_FFFFL : -1L;
      if (eh ? id == 0 : id == all) {
        commons.put((long) start, common(in, eh, end));
      } else {
        Common common = commons.get(eh ? body - id : id);
        if (common != null) {
          function(in, section, sectionAddress, common, end, map);
        }
      }
      in.seek(end);
    }
  }

  private static Common common(DwarfCursor in, boolean eh, int end) {
    int version = in.u8();
    String augmentation = in.string();
    if (version >= 4 && !eh) {
      in.skip(2); // sizes of addresses and segments
    }
    long codeFactor = in.uleb();
    long dataFactor = in.sleb();
    if (version == 1) {
      in.u8();
    } else {
      in.skipLeb();
    }
    int pointers = 0;
    boolean augmented = augmentation.startsWith("z");
    if (augmented) {
      int after = in.ahead(in.uleb());
      for (int i = 1; i < augmentation.length(); i++) {
        switch (augmentation.charAt(i)) {
          case 'R' -> pointers = in.u8();
          case 'L' -> in.u8();
          case 'P' -> pointer(in, in.u8(), 0);
          default -> {
            // S and others have no data
          }
        }
      }
      in.seek(after);
    }
    return new Common(codeFactor, dataFactor, pointers, augmented, in.position(), end);
  }

  private static void function(
      DwarfCursor in,
      ByteBuffer section,
      long sectionAddress,
      Common common,
      int end,
      AddressMap.Builder<Function> map) {
    long first = pointer(in, common.pointers, sectionAddress);
    long size = pointer(in, common.pointers & 0x0F, 0);
    if (common.augmented) {
      in.skip(in.uleb());
    }
    map.add(first, first + size, new Function(section, common, first, in.position(), end));
  }

  /** Reads an encoded pointer: DW_EH_PE_*. */
  private static long pointer(DwarfCursor in, int encoding, long sectionAddress) {
    long at = sectionAddress + in.position();
    long value =
        switch (encoding & 0x0F) {
          case 0x01 -> in.uleb();
          case 0x02 -> in.u16();
          case 0x03 -> in.u32();
          case 0x09 -> in.sleb();
          case 0x0a -> (short) in.u16();
          case 0x0b -> (int) in.u32();
          default -> in.u64();
        };
    return (encoding & 0x70) == 0x10 ? at + value : value;
  }

  /**
   * The canonical frame address of the function at a place, which is the stack pointer before it
   * was called.
   *
   * @param address as the file has it
   */
  long canonicalAddress(long address, MachineView machine) throws NotAvailableException {
    Function function = functions.at(address);
    if (function == null) {
      throw new NotAvailableException("no description of the stack frame");
    }
    Row row = row(function, address);
    if (row.cfaExpression != null) {
      throw new NotAvailableException("the stack frame is described by an expression");
    }
    return machine.register(row.cfaRegister) + row.cfaOffset;
  }

  private static Row row(Function function, long address) {
    Common common = function.common;
    Row row = new Row();
    execute(function.section, common, common.from, common.end, 0, Long.MAX_VALUE, row, new Row());
    Row initial = row.copy();
    long offset = address - function.first;
    return execute(function.section, common, function.from, function.end, 0, offset, row, initial);
  }

  private static Row execute(
      ByteBuffer section,
      Common common,
      int from,
      int end,
      long start,
      long until,
      Row first,
      Row initial) {
    DwarfCursor in = new DwarfCursor(section, from);
    Deque<Row> remembered = new ArrayDeque<>();
    Row row = first;
    long location = start;
    while (in.position() < end) {
      int op = in.u8();
      int low = op & 0x3F;
      long advance = -1;
      switch (op & 0xC0) {
        case 0x40 -> advance = low;
        case 0x80 -> save(row, low, in.uleb() * common.dataFactor);
        case 0xC0 -> restore(row, low, initial);
        default -> {
          switch (op) {
            case 0x01 -> { // set_loc: not where addresses are relative
              in.skip(8);
            }
            case 0x02 -> advance = in.u8();
            case 0x03 -> advance = in.u16();
            case 0x04 -> advance = in.u32();
            case 0x0a -> {
              if (remembered.size() == DEEPEST) {
                throw new DwarfException("more than " + DEEPEST + " call frame rows remembered");
              }
              remembered.push(row.copy());
            }
            case 0x0b -> {
              if (!remembered.isEmpty()) {
                row = remembered.pop();
              }
            }
            default -> rule(op, in, row, common, initial);
          }
        }
      }
      if (advance >= 0) {
        location += advance * common.codeFactor;
        if (location > until) {
          return row;
        }
      }
    }
    return row;
  }

  private static void rule(int op, DwarfCursor in, Row row, Common common, Row initial) {
    switch (op) {
      case 0x00 -> { // nop
      }
      case 0x05 -> save(row, (int) in.uleb(), in.uleb() * common.dataFactor);
      case 0x06 -> restore(row, (int) in.uleb(), initial);
      case 0x07, 0x08 -> forget(row, (int) in.uleb()); // undefined, same value
      case 0x09 -> { // in another register
        forget(row, (int) in.uleb());
        in.skipLeb();
      }
      case 0x0c -> cfa(row, (int) in.uleb(), in.uleb());
      case 0x0d -> cfa(row, (int) in.uleb(), row.cfaOffset);
      case 0x0e -> cfa(row, row.cfaRegister, in.uleb());
      case 0x0f -> row.cfaExpression = in.bytes(in.uleb());
      case 0x10, 0x16 -> { // the register is described by an expression
        forget(row, (int) in.uleb());
        in.skip(in.uleb());
      }
      case 0x11 -> save(row, (int) in.uleb(), in.sleb() * common.dataFactor);
      case 0x12 -> cfa(row, (int) in.uleb(), in.sleb() * common.dataFactor);
      case 0x13 -> cfa(row, row.cfaRegister, in.sleb() * common.dataFactor);
      case 0x14, 0x15 -> { // val_offset
        forget(row, (int) in.uleb());
        in.skipLeb();
      }
      case 0x2d -> { // AARCH64_negate_ra_state: of the return address, which is not asked for
      }
      case 0x2e -> in.skipLeb(); // GNU_args_size
      default -> throw new DwarfException("call frame instruction 0x" + Integer.toHexString(op));
    }
  }

  private static void cfa(Row row, int register, long offset) {
    row.cfaRegister = register;
    row.cfaOffset = offset;
    row.cfaExpression = null;
  }

  private static void save(Row row, int register, long offset) {
    if (register >= 0 && register < REGISTERS) {
      row.saved[register] = offset;
      row.isSaved[register] = true;
    }
  }

  private static void forget(Row row, int register) {
    if (register >= 0 && register < REGISTERS) {
      row.isSaved[register] = false;
    }
  }

  private static void restore(Row row, int register, Row initial) {
    if (register >= 0 && register < REGISTERS) {
      row.saved[register] = initial.saved[register];
      row.isSaved[register] = initial.isSaved[register];
    }
  }
}
