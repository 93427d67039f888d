package bbt.reconstruct.cli.options;

import bbt.reconstruct.select.PositionSpecification;
import bbt.reconstruct.select.Privilege;
import bbt.reconstruct.select.Selection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
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
  @Mixin private WindowOptions window = new WindowOptions();

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

  /** The selection; {@link Selection#ALL} without options. */
  public Selection selection() {
    Selection its = window.selection();
    return new Selection(its.from(), its.to(), tasks, privileges, functions, its.harts(), lead);
  }
}
