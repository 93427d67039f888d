package bbt.reconstruct.cli.options;

import bbt.reconstruct.select.PositionSpecification;
import bbt.reconstruct.select.Privilege;
import bbt.reconstruct.select.Selection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * The options that select a part of a trace, the same for all commands:
 *
 * <pre>
 *   {@literal @}Mixin private SelectionOptions selected = new SelectionOptions();
 *   ... new Analysis(trace).selection(selected.selection())
 * </pre>
 */
public final class SelectionOptions {
  @Option(
      names = "--from",
      paramLabel = "WHERE",
      converter = PositionConverter.class,
      description =
          "Only from here on: instructions of all harts (1000000, 2.5M), guest time (1.5s, 300ms)"
              + " or a part of the trace (50%%).")
  private PositionSpecification from;

  @Option(
      names = "--to",
      paramLabel = "WHERE",
      converter = PositionConverter.class,
      description = "Only up to here, exclusive; as --from.")
  private PositionSpecification to;

  @Option(
      names = "--task",
      paramLabel = "TASK",
      description = "Only what this task executed: its name or process id. Repeatable.")
  private List<String> tasks = List.of();

  @Option(
      names = "--privilege",
      paramLabel = "P",
      converter = PrivilegeConverter.class,
      description =
          "Only in this privilege: kernel, user, or a mode of the guest by its letter. Repeatable.")
  private Set<Privilege> privileges = new LinkedHashSet<>();

  @Option(
      names = "--function",
      paramLabel = "NAME",
      description =
          "Only inside this function and what it calls, traps included: a symbol or an address."
              + " Repeatable.")
  private List<String> functions = List.of();

  @Option(names = "--hart", paramLabel = "N", description = "Only on this hart. Repeatable.")
  private Set<Integer> harts = new TreeSet<>();

  @Option(
      names = "--lead",
      paramLabel = "N",
      converter = LeadConverter.class,
      description =
          "Walk at most so many instructions before --from: call stacks are known from there on."
              + " 'all' for the whole way, however long it takes (default: 8G).")
  private long lead = Selection.LEAD;

  /** Reads how far a walk begins before a window. */
  public static final class LeadConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      if (value.equals("all")) {
        return Long.MAX_VALUE;
      }
      try {
        if (PositionSpecification.parse(value)
            instanceof PositionSpecification.Instruction(long count)) {
          return count;
        }
      } catch (IllegalArgumentException none) {
        // Said below.
      }
      throw new TypeConversionException(
          "'" + value + "' is no number of instructions: give one (1000000, 8G) or 'all'");
    }
  }

  /** Reads a privilege. */
  static final class PrivilegeConverter implements ITypeConverter<Privilege> {
    @Override
    public Privilege convert(String value) {
      String name = value.toLowerCase(Locale.ROOT);
      if (!Privilege.names().contains(name)) {
        throw new TypeConversionException(
            "'" + value + "' is none of " + String.join(", ", Privilege.names()));
      }
      return new Privilege(name);
    }
  }

  /** Reads a position. */
  static final class PositionConverter implements ITypeConverter<PositionSpecification> {
    @Override
    public PositionSpecification convert(String value) {
      try {
        return PositionSpecification.parse(value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** The selection; {@link Selection#ALL} without options. */
  public Selection selection() {
    return new Selection(from, to, tasks, privileges, functions, harts, lead);
  }
}
