package bbt.ptg.dwarf;

import bbt.ptg.dwarf.MachineView.NotAvailableException;
import bbt.ptg.image.ElfFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Parameters and local variables of the function that a hart executes, with their values. Reads
 * what is asked for and keeps it; not for several threads at once.
 */
public final class Variables {
  /**
   * A variable.
   *
   * @param function that it is in: an inlined one, too
   * @param type as C writes it
   * @param value as C writes it; in angle brackets the reason where it is not known
   */
  public record Variable(
      String function, boolean parameter, String type, String name, String value) {}

  private final DwarfSections sections;
  private final DwarfInfo info;
  private CallFrames frames;

  private Variables(DwarfSections sections, DwarfInfo info) {
    this.sections = sections;
    this.info = info;
  }

  /**
   * The variables that a file tells of; none without debugging information.
   *
   * @throws DwarfException if its debugging information is damaged
   */
  public static Variables of(ElfFile elf) {
    DwarfSections sections = new DwarfSections(elf);
    if (!sections.has(".debug_info")) {
      return new Variables(sections, null);
    }
    return SourceMap.guarded(sections, () -> new Variables(sections, new DwarfInfo(sections)));
  }

  /**
   * What is in scope, the innermost first: blocks, inlined functions, the function itself. A name
   * that hides another one comes before it.
   *
   * @param pc of the next instruction, as it is executed
   * @param bias how far above its place in the file the program was loaded; 0 unless it is
   *     position-independent
   * @throws DwarfException if the debugging information is damaged
   */
  public List<Variable> at(long pc, long bias, MachineView machine) {
    CompileUnit unit = info == null ? null : info.at(pc - bias);
    if (unit == null) {
      return List.of();
    }
    return SourceMap.guarded(sections, () -> variables(unit, pc - bias, bias, machine));
  }

  /**
   * A variable in scope, or what can be reached from it.
   *
   * @param path a name, or with it what C allows: {@code *box}, {@code packet->data[3]}
   * @param pc and the others as of {@link #at}
   * @return null if the path's name is not in scope, or it is no path
   * @throws DwarfException if the debugging information is damaged
   */
  public Variable value(String path, long pc, long bias, MachineView machine) {
    ObjectPath parsed = ObjectPath.of(path);
    CompileUnit unit = info == null || parsed == null ? null : info.at(pc - bias);
    if (unit == null) {
      return null;
    }
    return SourceMap.guarded(sections, () -> value(unit, path, parsed, pc - bias, bias, machine));
  }

  private Variable value(
      CompileUnit unit,
      String text,
      ObjectPath path,
      long address,
      long bias,
      MachineView machine) {
    List<Scope> scopes = unit.scopes().around(address);
    for (int i = scopes.size() - 1; i >= 0; i--) {
      for (int die : scopes.get(i).variables) {
        if (path.variable.equals(info.name(die))) {
          Frame frame = new Frame(unit, scopes.getFirst(), address, bias, machine);
          Variable variable = variable(unit, die, function(scopes, i), frame);
          return variable == null || path.plain()
              ? variable
              : reached(unit, text, path, die, variable, frame);
        }
      }
    }
    return null;
  }

  private Variable reached(
      CompileUnit unit, String text, ObjectPath path, int die, Variable variable, Frame frame) {
    Types types = new Types(info, frame.machine);
    long type = type(die);
    try {
      byte[] bytes = bytes(unit, info.entry(die), (int) types.size(type), frame);
      ObjectPath.Found found = path.follow(types, frame.machine, type, bytes);
      return new Variable(variable.function, false, found.type(), text, found.value());
    } catch (NotAvailableException e) {
      return new Variable(variable.function, false, "", text, "<" + e.getMessage() + ">");
    }
  }

  /** The name of the function that a scope belongs to. */
  private String function(List<Scope> scopes, int scope) {
    int function = scope;
    while (scopes.get(function).tag == Dw.TAG_LEXICAL_BLOCK) {
      function--;
    }
    return info.name(scopes.get(function).die);
  }

  private List<Variable> variables(CompileUnit unit, long address, long bias, MachineView machine) {
    List<Scope> scopes = unit.scopes().around(address);
    List<Variable> found = new ArrayList<>();
    for (int i = scopes.size() - 1; i >= 0; i--) {
      String name = function(scopes, i);
      Frame frame = new Frame(unit, scopes.getFirst(), address, bias, machine);
      Set<Integer> told = new HashSet<>();
      for (int die : scopes.get(i).variables) {
        if (told.add(die)) {
          Variable variable = variable(unit, die, name, frame);
          if (variable != null) {
            found.add(variable);
          }
        }
      }
    }
    return found;
  }

  private Variable variable(CompileUnit unit, int offset, String function, Frame frame) {
    DieReader die = info.entry(offset);
    String name = info.name(offset);
    if (die == null || name == null) {
      return null;
    }
    Types types = new Types(info, frame.machine);
    long type = type(offset);
    String value;
    try {
      value = types.text(type, bytes(unit, die, (int) types.size(type), frame));
    } catch (NotAvailableException e) {
      value = "<" + e.getMessage() + ">";
    }
    return new Variable(
        function, die.tag() == Dw.TAG_FORMAL_PARAMETER, types.name(type), name, value);
  }

  /** Longer chains of references are circles. */
  private static final int MAX_REFERENCES = 16;

  /** Its type, or that of the entry that it is an instance of. */
  private long type(long offset) {
    long at = offset;
    for (int i = 0; i < MAX_REFERENCES; i++) {
      DieReader die = info.entry(at);
      if (die == null) {
        return -1;
      }
      if (die.has(Dw.AT_TYPE)) {
        return die.referenced(Dw.AT_TYPE);
      }
      at =
          die.has(Dw.AT_ABSTRACT_ORIGIN)
              ? die.referenced(Dw.AT_ABSTRACT_ORIGIN)
              : die.referenced(Dw.AT_SPECIFICATION);
    }
    return -1;
  }

  private byte[] bytes(CompileUnit unit, DieReader die, int size, Frame frame)
      throws NotAvailableException {
    if (size < 0) {
      throw new NotAvailableException("its size is not known");
    }
    DieReader from = die;
    // A constant may stand with the inlined function itself, not with this instance of it.
    for (int i = 0; i < MAX_REFERENCES && from != null; i++) {
      if (from.has(Dw.AT_CONST_VALUE)) {
        byte[] block = from.block(Dw.AT_CONST_VALUE);
        if (block != null) {
          return java.util.Arrays.copyOf(block, size);
        }
        return Types.constant(from.signed(Dw.AT_CONST_VALUE), size);
      }
      if (from.has(Dw.AT_LOCATION)) {
        byte[] expression = from.block(Dw.AT_LOCATION);
        if (expression == null) {
          expression =
              LocationLists.at(
                  unit, from.form(Dw.AT_LOCATION), from.number(Dw.AT_LOCATION, 0), frame.address);
        }
        if (expression == null || expression.length == 0) {
          throw new NotAvailableException("optimized out");
        }
        return new Expression(unit, info, frame.machine, frame.bias, frame)
            .object(expression, size);
      }
      from =
          from.has(Dw.AT_ABSTRACT_ORIGIN)
              ? info.entry(from.referenced(Dw.AT_ABSTRACT_ORIGIN))
              : null;
    }
    throw new NotAvailableException("optimized out");
  }

  /** The frame of the function around all scopes. */
  private final class Frame implements Expression.Frame {
    private final CompileUnit unit;
    private final Scope function;
    private final long address;
    private final long bias;
    private final MachineView machine;

    Frame(CompileUnit unit, Scope function, long address, long bias, MachineView machine) {
      this.unit = unit;
      this.function = function;
      this.address = address;
      this.bias = bias;
      this.machine = machine;
    }

    @Override
    public long base() throws NotAvailableException {
      DieReader die = info.entry(function.die);
      byte[] expression = die.block(Dw.AT_FRAME_BASE);
      if (expression == null && die.has(Dw.AT_FRAME_BASE)) {
        expression =
            LocationLists.at(
                unit, die.form(Dw.AT_FRAME_BASE), die.number(Dw.AT_FRAME_BASE, 0), address);
      }
      if (expression == null) {
        throw new NotAvailableException("no stack frame");
      }
      return new Expression(unit, info, machine, bias, this).address(expression);
    }

    @Override
    public long canonicalAddress() throws NotAvailableException {
      if (frames == null) {
        frames = new CallFrames(sections);
      }
      return frames.canonicalAddress(address, machine);
    }
  }
}
