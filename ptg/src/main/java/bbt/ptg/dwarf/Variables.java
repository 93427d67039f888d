package bbt.ptg.dwarf;

import bbt.ptg.dwarf.MachineView.NotAvailableException;
import bbt.ptg.dwarf.unit.CompileUnit;
import bbt.ptg.dwarf.unit.DieReader;
import bbt.ptg.dwarf.unit.Dw;
import bbt.ptg.dwarf.unit.DwarfException;
import bbt.ptg.dwarf.unit.DwarfInfo;
import bbt.ptg.dwarf.unit.DwarfSections;
import bbt.ptg.dwarf.unit.Scope;
import bbt.ptg.image.ElfFile;
import bbt.ptg.image.ElfSymbol;
import bbt.ptg.image.ImageException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads parameters and local variables of the function that a hart executes, with their values.
 * Reads what is asked for and keeps it; not for several threads at once.
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
  private final NameSearch names;
  private final ElfFile elf;
  private final Map<DwarfInfo, Variables> split = new IdentityHashMap<>();
  private CallFrames frames;

  /** Addresses of the symbol table's names; made when first asked for. */
  private Map<String, Long> symbols;

  private Variables(ElfFile elf, DwarfSections sections, DwarfInfo info) {
    this.elf = elf;
    this.sections = sections;
    this.info = info;
    this.names = info == null ? null : new NameSearch(info);
  }

  /**
   * The variables that a file tells of; none without debugging information.
   *
   * @param damage is told in one line that something is damaged, at most once
   */
  public static Variables of(ElfFile elf, Consumer<String> damage) {
    DwarfSections sections = new DwarfSections(elf, new DwarfSections.Damage(damage));
    return new Variables(
        elf,
        sections,
        sections.has(".debug_info") ? sections.bear(() -> new DwarfInfo(sections), null) : null);
  }

  /** Reads something, and says of which file it is if it is damaged. */
  private <T> T guarded(DwarfSections.Reading<T> reading) {
    try {
      return reading.read();
    } catch (DwarfException e) {
      throw new DwarfException(
          sections.where() + ": damaged debugging information: " + e.getMessage());
    }
  }

  /**
   * Returns the variables in scope, the innermost first: of blocks, inlined functions, the function
   * itself. A name that hides another one comes before it.
   *
   * @param pc of the next instruction, as it is executed
   * @param bias how far above its place in the file the program was loaded; 0 unless it is
   *     position-independent
   * @throws DwarfException if the debugging information is damaged
   */
  public List<Variable> at(long pc, long bias, MachineView machine) {
    Variables its = of(pc - bias);
    if (its != this) {
      return its.at(pc, bias, machine);
    }
    CompileUnit unit = info == null ? null : info.at(pc - bias);
    if (unit == null) {
      return List.of();
    }
    return guarded(() -> variables(unit, pc - bias, bias, machine));
  }

  /** Variables of the file that the unit around an address is in: of a split one, another file. */
  private Variables of(long address) {
    CompileUnit unit = info == null ? null : info.at(address);
    return unit == null || unit.info() == info
        ? this
        : split.computeIfAbsent(unit.info(), its -> new Variables(elf, sections, its));
  }

  /** The names of all that is in scope, the innermost first; none where that is damaged. */
  public List<String> namesAt(long pc, long bias) {
    Variables its = of(pc - bias);
    if (its != this) {
      return its.namesAt(pc, bias);
    }
    CompileUnit unit = info == null ? null : info.at(pc - bias);
    if (unit == null) {
      return List.of();
    }
    return sections.bear(() -> names(unit, pc - bias), List.of());
  }

  /** The names of variables outside of functions, at most so many; none if that is damaged. */
  public List<String> globals(String prefix, int limit) {
    return info == null
        ? List.of()
        : sections.bear(
            () ->
                symbols().keySet().stream()
                    .filter(name -> name.startsWith(prefix))
                    .sorted()
                    .limit(limit)
                    .toList(),
            List.of());
  }

  /**
   * The members of what an expression leads to, by its type alone: nothing of the machine is asked.
   *
   * @param expression and the others as of {@link #value}
   * @return empty if it leads to no structure, or what tells of it is damaged
   */
  public List<String> members(String expression, long pc, long bias) {
    Variables its = of(pc - bias);
    if (its != this) {
      return its.members(expression, pc, bias);
    }
    CompileUnit unit = info == null ? null : info.at(pc - bias);
    if (unit == null) {
      return List.of();
    }
    return sections.bear(
        () -> {
          List<Scope> scopes = unit.scopes().around(pc - bias);
          Scope function = scopes.isEmpty() ? null : scopes.getFirst();
          Objects names =
              new Objects(unit, scopes, new Frame(unit, function, pc - bias, bias, ZEROS));
          try {
            return CExpression.members(expression, new Types(info, ZEROS), ZEROS, names);
          } catch (CExpression.NotOneException | NotAvailableException e) {
            return List.of();
          }
        },
        List.of());
  }

  /** A machine all of whose bytes are zero. */
  private static final MachineView ZEROS =
      new MachineView() {
        @Override
        public long register(int number) {
          return 0;
        }

        @Override
        public byte[] read(long address, int length) {
          return new byte[length];
        }
      };

  private List<String> names(CompileUnit unit, long address) {
    List<Scope> scopes = unit.scopes().around(address);
    Set<String> found = new LinkedHashSet<>();
    for (int i = scopes.size() - 1; i >= 0; i--) {
      for (int die : scopes.get(i).variables) {
        String name = info.name(die);
        if (name != null) {
          found.add(name);
        }
      }
    }
    return List.copyOf(found);
  }

  /**
   * What an expression of C stands for: a variable in scope or a global one, or what can be reached
   * from it, from a register or from a number: {@code *box}, {@code packet->data[3]}, {@code
   * jiffies}, {@code ((struct task_struct *)$tp)->comm}.
   *
   * @param expression with the names of variables and, with or without {@code $}, registers
   * @param pc and the others as of {@link #at}
   * @return null if its name is not in scope and no global one, or it is no such expression
   * @throws DwarfException if the debugging information is damaged
   */
  public Variable value(String expression, long pc, long bias, MachineView machine) {
    Variables its = of(pc - bias);
    if (its != this) {
      return its.value(expression, pc, bias, machine);
    }
    if (info == null) {
      return null;
    }
    CompileUnit unit = info.at(pc - bias);
    return guarded(() -> value(unit, expression, pc - bias, bias, machine));
  }

  private Variable value(
      CompileUnit unit, String text, long address, long bias, MachineView machine) {
    List<Scope> scopes = unit == null ? List.of() : unit.scopes().around(address);
    Frame frame =
        new Frame(unit, scopes.isEmpty() ? null : scopes.getFirst(), address, bias, machine);
    String name = text.strip();
    for (int i = scopes.size() - 1; i >= 0; i--) {
      for (int die : scopes.get(i).variables) {
        if (name.equals(info.name(die))) {
          return variable(unit, die, function(scopes, i), frame);
        }
      }
    }
    try {
      CExpression.Found found =
          CExpression.evaluate(
              text, new Types(info, machine), machine, new Objects(unit, scopes, frame));
      return new Variable("", false, found.type(), name, found.value());
    } catch (CExpression.NotOneException e) {
      return null;
    } catch (NotAvailableException e) {
      return new Variable("", false, "", name, "<" + e.getMessage() + ">");
    }
  }

  /** Resolves names at a place: variables in scope, registers, global variables. */
  private final class Objects implements CExpression.Names {
    private final CompileUnit unit;
    private final List<Scope> scopes;
    private final Frame frame;

    Objects(CompileUnit unit, List<Scope> scopes, Frame frame) {
      this.unit = unit;
      this.scopes = scopes;
      this.frame = frame;
    }

    @Override
    public ExpressionValue object(String name) throws NotAvailableException {
      for (int i = scopes.size() - 1; i >= 0; i--) {
        for (int die : scopes.get(i).variables) {
          if (name.equals(info.name(die))) {
            return place(unit, die, frame);
          }
        }
      }
      String plain = name.startsWith("$") ? name.substring(1) : name;
      int register = elf.guest().registers().general().names().indexOf(plain);
      if (register >= 0) {
        return ExpressionValue.number(frame.machine.register(register));
      }
      return name.startsWith("$") ? null : global(name);
    }

    private ExpressionValue global(String name) throws NotAvailableException {
      NameSearch.Global found = names.variable(unit, name);
      if (found == null) {
        return null;
      }
      if (found.located()) {
        return place(
            found.unit(),
            found.die(),
            new Frame(found.unit(), null, frame.address, frame.bias, frame.machine));
      }
      Long address = symbols().get(name);
      return address == null
          ? null
          : ExpressionValue.at(Variables.this.type(found.die()), 0, address + frame.bias);
    }

    @Override
    public long type(int tag, String name) {
      return names.type(unit, tag, name);
    }

    @Override
    public long whole(long type) {
      DieReader die = new Types(info, frame.machine).plain(type);
      if (die == null || die.has(Dw.AT_BYTE_SIZE) || die.string(Dw.AT_NAME) == null) {
        return type;
      }
      return switch (die.tag()) {
        case Dw.TAG_STRUCTURE_TYPE, Dw.TAG_UNION_TYPE, Dw.TAG_ENUMERATION_TYPE -> {
          long whole = names.type(unit, die.tag(), die.string(Dw.AT_NAME));
          yield whole < 0 ? type : whole;
        }
        default -> type;
      };
    }
  }

  private Map<String, Long> symbols() {
    if (symbols == null) {
      symbols = new HashMap<>();
      try {
        for (ElfSymbol each : elf.symbols()) {
          if (!each.function()) {
            symbols.putIfAbsent(each.name(), each.address());
          }
        }
      } catch (ImageException e) {
        throw new DwarfException(e.getMessage());
      }
    }
    return symbols;
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
      value = types.text(type, bytes(unit, offset, types.size(type), frame));
    } catch (NotAvailableException e) {
      value = "<" + e.getMessage() + ">";
    }
    return new Variable(
        function, die.tag() == Dw.TAG_FORMAL_PARAMETER, types.name(type), name, value);
  }

  /** Longer chains of references are circles. */
  private static final int MAX_REFERENCES = 16;

  /** Returns an entry's type, or that of the entry that it is an instance of. */
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

  /** A variable's place, or its bytes where it is in no memory. */
  private ExpressionValue place(CompileUnit unit, long offset, Frame frame)
      throws NotAvailableException {
    long type = type(offset);
    long size = new Types(info, frame.machine).size(type);
    DieReader from = info.entry(offset);
    // A constant may stand with the inlined function itself, not with this instance of it.
    for (int i = 0; i < MAX_REFERENCES && from != null; i++) {
      if (from.has(Dw.AT_CONST_VALUE)) {
        require(size >= 0, "its size is not known");
        require(size <= Expression.LARGEST_OBJECT, size + " bytes are too many");
        byte[] block = from.block(Dw.AT_CONST_VALUE);
        return ExpressionValue.of(
            type,
            0,
            block != null
                ? java.util.Arrays.copyOf(block, (int) size)
                : Types.constant(from.signed(Dw.AT_CONST_VALUE), (int) size));
      }
      if (from.has(Dw.AT_LOCATION)) {
        byte[] expression = from.block(Dw.AT_LOCATION);
        if (expression == null) {
          expression =
              LocationLists.at(
                  unit, from.form(Dw.AT_LOCATION), from.number(Dw.AT_LOCATION, 0), frame.address);
        }
        require(expression != null && expression.length > 0, "optimized out");
        return new Expression(unit, info, frame.machine, frame.bias, frame)
            .locate(expression, type, size);
      }
      from =
          from.has(Dw.AT_ABSTRACT_ORIGIN)
              ? info.entry(from.referenced(Dw.AT_ABSTRACT_ORIGIN))
              : null;
    }
    throw new NotAvailableException("optimized out");
  }

  private static void require(boolean holds, String otherwise) throws NotAvailableException {
    if (!holds) {
      throw new NotAvailableException(otherwise);
    }
  }

  private byte[] bytes(CompileUnit unit, long offset, long size, Frame frame)
      throws NotAvailableException {
    require(size >= 0, "its size is not known");
    ExpressionValue place = place(unit, offset, frame);
    if (!place.located()) {
      return place.bytes();
    }
    require(size <= Expression.LARGEST_OBJECT, size + " bytes are too many");
    byte[] bytes = frame.machine.read(place.address(), (int) size);
    require(bytes.length == size, "no memory at 0x" + Long.toHexString(place.address()));
    return bytes;
  }

  /** The frame of the function around all scopes. */
  private final class Frame implements Expression.Frame {
    private final CompileUnit unit;
    private final Scope function;
    private final long address;
    private final long bias;
    private final MachineView machine;
    private boolean inBase;

    Frame(CompileUnit unit, Scope function, long address, long bias, MachineView machine) {
      this.unit = unit;
      this.function = function;
      this.address = address;
      this.bias = bias;
      this.machine = machine;
    }

    @Override
    public long base() throws NotAvailableException {
      require(function != null, "no stack frame");
      require(!inBase, "a stack frame that is described by itself");
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
      inBase = true;
      try {
        return new Expression(unit, info, machine, bias, this).address(expression);
      } finally {
        inBase = false;
      }
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
