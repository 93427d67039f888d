package bbt.reconstruct.cli.options;

import bbt.reconstruct.select.PositionSpecification;
import bbt.reconstruct.select.Selection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * The options that select a part of a trace by its place alone. Most commands select by what was
 * executed, too: {@link SelectionOptions}.
 */
public final class WindowOptions {
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

  @Option(names = "--hart", paramLabel = "N", description = "Only on this hart. Repeatable.")
  private Set<Integer> harts = new TreeSet<>();

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
    return new Selection(from, to, List.of(), Set.of(), List.of(), harts);
  }
}
